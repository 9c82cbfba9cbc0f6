import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, SingleLine, Text, toLiteralUnion } from '../field.ts';
import { Closed, Id, Nullable, readOne } from '../resource.ts';
import { SheetCellTexts, worksheetInput } from './lines.ts';
import { sheetIds, sheets } from './sheets.ts';
import type { SheetId } from './sheets.ts';

const SheetChoice = toLiteralUnion(sheetIds);
const anyPage = [...new Set(Object.values(sheets).map(({ page }) => page))];
const access = { page: anyPage, button: '1' } as const;

/**
 * reading → checked → applying → applied → undoing → undone; `failed`, with the reason, when reading or writing could not
 * go on. A failed writing goes back to checked, and a failed undoing to applied: then `failure` says why.
 */
const State = toLiteralUnion([
  'reading',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
]);

/** Records added by an import of products on request, because rows name the records. */
export const namedRecords = ['category', 'brand'] as const;

/** Missing records named by rows; the first names stand for all. */
const MissingRecords = Closed({
  record: toLiteralUnion(namedRecords),
  count: Type.Integer(),
  names: Type.Array(Type.String()),
});
export type MissingRecords = Static<typeof MissingRecords>;

export const SheetImport = Closed({
  id: Id,
  sheet: SheetChoice,
  state: State,
  fileName: Type.String(),
  createTime: Type.String(),
  /** Rows finished in the current step; `total` is 0 while unknown. */
  done: Type.Integer(),
  total: Type.Integer(),
  newRows: Type.Integer(),
  changedRows: Type.Integer(),
  sameRows: Type.Integer(),
  wrongRows: Type.Integer(),
  /** Recognised columns by letter, and the unrecognised headings. */
  columns: Type.Array(Closed({ column: Type.String(), label: Type.String() })),
  ignored: Type.Array(Type.String()),
  /** True: the import adds the missing records. */
  addsMissing: Type.Boolean(),
  /** Missing records, added by the import or on request; some rows are wrong without these records. */
  missing: Type.Array(MissingRecords),
  /** Reason of the failure, in one sentence. */
  failure: Nullable(Type.String()),
});
export type SheetImport = Static<typeof SheetImport>;

/** User choices for reading a file; absent choices come from the file. */
const SheetChoices = Closed({
  ...worksheetInput,
  encoding: Optional(Text(40)),
  delimiter: Optional(toLiteralUnion([',', ';', '\t', '|'])),
  /** Decimal mark and day order of ambiguous texts. */
  mark: Optional(toLiteralUnion(['.', ','])),
  order: Optional(toLiteralUnion(['dayFirst', 'monthFirst', 'yearFirst'])),
  /** Heading row, numbered like in a spreadsheet; 0: none. Goes with `columns`. */
  headingRow: Optional(Type.Integer({ minimum: 0, maximum: 1_048_576 })),
  /** Comma-separated fields from column A on; blank: column not read. */
  columns: Optional(Text(8_000)),
});
export type SheetChoices = Static<typeof SheetChoices>;

const importCall = <const P extends string>(path: P, id: SheetId, summary: string) =>
  defineEndpoint({
    call: `POST ${path}`,
    summary,
    access: { page: sheets[id].page, button: '1' },
    upload: true,
    input: SheetChoices,
    reply: SheetImport,
  });

/**
 * Import calls with an uploaded file. Calls return at once; reading and comparing continue in the
 * background. Nothing is written before `apply`. A company runs one import at a time.
 */
export const sheetImports = {
  products: importCall('/material/importExcel', 'products', 'Bring products by spreadsheet'),
  openingStock: importCall(
    '/material/importStock',
    'openingStock',
    'Bring opening stock by spreadsheet',
  ),
  suppliers: importCall('/supplier/importVendor', 'suppliers', 'Bring suppliers by spreadsheet'),
  customers: importCall('/supplier/importCustomer', 'customers', 'Bring customers by spreadsheet'),
  members: importCall('/supplier/importMember', 'members', 'Bring members by spreadsheet'),
  counts: importCall('/stockCheck/importExcel', 'counts', 'Bring what was counted by spreadsheet'),
  exchangeRates: importCall(
    '/exchangeRate/importExcel',
    'exchangeRates',
    'Bring exchange rates by spreadsheet',
  ),
  listPrices: importCall(
    '/priceList/importExcel',
    'listPrices',
    'Bring prices of price lists by spreadsheet',
  ),
  productRelations: importCall(
    '/tkof/rel/importExcel',
    'productRelations',
    'Bring product relations by spreadsheet',
  ),
  openingDebts: importCall(
    '/openingDebt/importExcel',
    'openingDebts',
    'Bring opening debts by spreadsheet',
  ),
} as const;

export const SHOWN_SHEET_ROWS = 300;

export const sheetFields = defineEndpoint({
  call: 'GET /sheet/fields',
  summary: 'The fields that the columns of a sheet may fill',
  access,
  input: Closed({ sheet: SheetChoice }),
  reply: Type.Array(
    Closed({
      field: Type.String(),
      label: Type.String(),
      isRequired: Type.Boolean(),
      /** Headings recognised for the field. */
      names: Type.Array(Type.String()),
    }),
  ),
});

/** Most columns of a remembered mapping. */
const MOST_COLUMNS = 500;

const SheetHeadingsInput = {
  sheet: SheetChoice,
  /** Key of the headings: normalised titles, joined. */
  headings: SingleLine(1, 60_000),
} as const;

/** Columns chosen by hand for headings; null: column not read. */
const MappedColumns = Type.Array(Nullable(Text(60)), {
  maxItems: MOST_COLUMNS,
});

/** Mappings of the company for a sheet, the latest first. */
export const sheetMappings = defineEndpoint({
  call: 'GET /sheet/mappings',
  summary: 'The columns chosen for files of earlier imports of a sheet',
  access,
  input: Closed({ sheet: SheetChoice }),
  reply: Type.Array(Closed({ headings: Type.String(), columns: MappedColumns })),
});

/** Remembers the columns of a file for each later file with equal headings, for all users. */
export const rememberSheetMapping = defineEndpoint({
  call: 'POST /sheet/rememberMapping',
  summary: 'Remember the columns chosen for the headings of a file',
  access,
  input: Closed({ ...SheetHeadingsInput, columns: MappedColumns }),
  reply: Closed({}),
});

export const forgetSheetMapping = defineEndpoint({
  call: 'POST /sheet/forgetMapping',
  summary: 'Forget the columns chosen for the headings of a file',
  access,
  input: Closed(SheetHeadingsInput),
  reply: Closed({}),
});

export const readSheetHead = defineEndpoint({
  call: 'POST /sheet/head',
  summary: 'Read the first rows of a spreadsheet before it is brought',
  access,
  upload: true,
  writes: false,
  input: Closed({ sheet: SheetChoice, ...worksheetInput }),
  reply: SheetCellTexts,
});

export const sheetImport = readOne({
  path: '/sheet/info',
  summary: 'How an import stands',
  access,
  reply: SheetImport,
});

export const lastSheetImport = defineEndpoint({
  call: 'GET /sheet/last',
  summary: "One's latest import of a sheet that is not undone",
  access,
  input: Closed({ sheet: SheetChoice }),
  reply: Nullable(SheetImport),
});

export const sheetRows = defineEndpoint({
  call: 'GET /sheet/rows',
  summary:
    'The rows of an import by what they do: what would change, or what is wrong with which cell',
  access,
  input: Closed({
    id: Id,
    outcome: toLiteralUnion(['new', 'changed', 'same', 'wrong']),
    currentPage: Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    pageSize: Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  }),
  reply: Closed({
    total: Type.Integer(),
    rows: Type.Array(
      Closed({
        /** Row number, counted like in a spreadsheet program. */
        row: Type.Integer(),
        name: Type.String(),
        changes: Type.Array(
          Closed({
            label: Type.String(),
            before: Nullable(Type.String()),
            after: Nullable(Type.String()),
          }),
        ),
        /** `cell` like C5. */
        errors: Type.Array(
          Closed({ cell: Type.String(), label: Type.String(), message: Type.String() }),
        ),
      }),
    ),
  }),
});

const defineImportStep = <const P extends string>(path: P, summary: string) =>
  defineEndpoint({
    call: `POST ${path}`,
    summary,
    access,
    input: Closed({ id: Id }),
    reply: SheetImport,
  });

/** Compares an import again, with or without adding the missing records. Nothing is written. */
export const addMissingRecords = defineEndpoint({
  call: 'POST /sheet/addMissing',
  summary: 'Choose if an import adds the categories and brands that its rows name',
  access,
  input: Closed({ id: Id, addsMissing: Type.Boolean() }),
  reply: SheetImport,
});

/** Starts writing compared rows, in one transaction; refused while a row is wrong and not left out. */
export const applySheet = defineEndpoint({
  call: 'POST /sheet/apply',
  summary: 'Write what an import brings',
  access,
  input: Closed({
    id: Id,
    /** True: right rows are written, although others are wrong. */
    withoutWrong: Optional(Type.Boolean()),
  }),
  reply: SheetImport,
});
/** Stops a running import or discards a comparison; nothing remains. */
export const cancelSheet = defineImportStep('/sheet/cancel', 'Put an import away');
/** Starts undoing an import, if no imported record was used or changed since. */
export const undoSheet = defineImportStep('/sheet/undo', 'Take back what an import brought');

/** Rows left out by `withoutWrong`, in the columns of the import, with a column of reasons. */
export const wrongSheetRows = defineEndpoint({
  call: 'GET /sheet/wrongRows',
  summary: 'A spreadsheet of the wrong rows of an import, with the reasons',
  access,
  envelope: 'file',
  input: Closed({ id: Id }),
  reply: Type.Unknown(),
});

export const sheetTemplate = defineEndpoint({
  call: 'GET /sheet/template',
  summary: 'An empty spreadsheet with the right headings, or one filled with what there is',
  access,
  envelope: 'file',
  input: Closed({
    sheet: SheetChoice,
    filled: Optional(Type.Boolean()),
    /** Default: the caller's. */
    language: Optional(toLiteralUnion(['zh-cn', 'en'])),
  }),
  reply: Type.Unknown(),
});

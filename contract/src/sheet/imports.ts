import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Optional, Text, literals } from '../field.ts';
import { Closed, Id, Nullable, readOne } from '../resource.ts';
import { Cells, worksheetInput } from './lines.ts';
import { sheetIds, sheets } from './sheets.ts';
import type { SheetId } from './sheets.ts';

const SheetChoice = literals(sheetIds);
const anyPage = [...new Set(Object.values(sheets).map(({ page }) => page))];
const access = { page: anyPage, button: '1' } as const;

/**
 * reading → checked → applying → applied → undoing → undone; `failed`, with the reason, when reading or writing could not
 * go on. A failed writing goes back to checked, and a failed undoing to applied: then `failure` says why.
 */
const State = literals([
  'reading',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
]);

export const SheetImport = Closed({
  id: Id,
  sheet: SheetChoice,
  state: State,
  fileName: Type.String(),
  createTime: Type.String(),
  /** Rows done of what is being done now; `total` 0 while no one knows. */
  done: Type.Integer(),
  total: Type.Integer(),
  newRows: Type.Integer(),
  changedRows: Type.Integer(),
  sameRows: Type.Integer(),
  wrongRows: Type.Integer(),
  /** The columns that were recognised, by letter, and the headings that were not. */
  columns: Type.Array(Closed({ column: Type.String(), label: Type.String() })),
  ignored: Type.Array(Type.String()),
  /** Why it went no further, as a sentence. */
  failure: Nullable(Type.String()),
});
export type SheetImport = Static<typeof SheetImport>;

/** Choices of the user for reading a file; the file decides where one is absent. */
const SheetChoices = Closed({
  ...worksheetInput,
  encoding: Optional(Text(40)),
  delimiter: Optional(literals([',', ';', '\t', '|'])),
  /** The row of the headings as a spreadsheet program counts it, 0 for none; goes with `columns`. */
  headingRow: Optional(Type.Integer({ minimum: 0, maximum: 1_048_576 })),
  /** The field of each column from A on, with commas between them; blank: the column is not read. */
  columns: Optional(Text(8_000)),
});
export type SheetChoices = Static<typeof SheetChoices>;

const importCall = <const P extends string>(path: P, id: SheetId, summary: string) =>
  endpoint({
    call: `POST ${path}`,
    summary,
    access: { page: sheets[id].page, button: '1' },
    upload: true,
    input: SheetChoices,
    reply: SheetImport,
  });

/**
 * The calls that take a file (spec §7 import). Each answers at once: the file is read and compared meanwhile, and nothing
 * is written before it is applied. One import of a company runs at a time.
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
} as const;

/** Rows of a file that are shown before it is brought. */
export const SHOWN_SHEET_ROWS = 300;

export const sheetFields = endpoint({
  call: 'GET /sheet/fields',
  summary: 'The fields that the columns of a sheet may fill',
  access,
  input: Closed({ sheet: SheetChoice }),
  reply: Type.Array(
    Closed({
      field: Type.String(),
      label: Type.String(),
      isRequired: Type.Boolean(),
      /** Headings that are taken for it. */
      names: Type.Array(Type.String()),
    }),
  ),
});

export const readSheetHead = endpoint({
  call: 'POST /sheet/head',
  summary: 'Read the first rows of a spreadsheet before it is brought',
  access,
  upload: true,
  writes: false,
  input: Closed({ sheet: SheetChoice, ...worksheetInput }),
  reply: Cells,
});

export const sheetImport = readOne({
  path: '/sheet/info',
  summary: 'How an import stands',
  access,
  reply: SheetImport,
});

export const lastSheetImport = endpoint({
  call: 'GET /sheet/last',
  summary: "One's latest import of a sheet that is not undone",
  access,
  input: Closed({ sheet: SheetChoice }),
  reply: Nullable(SheetImport),
});

export const sheetRows = endpoint({
  call: 'GET /sheet/rows',
  summary:
    'The rows of an import by what they do: what would change, or what is wrong with which cell',
  access,
  input: Closed({
    id: Id,
    outcome: literals(['new', 'changed', 'same', 'wrong']),
    currentPage: Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    pageSize: Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  }),
  reply: Closed({
    total: Type.Integer(),
    rows: Type.Array(
      Closed({
        /** As a spreadsheet program counts it. */
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

const step = <const P extends string>(path: P, summary: string) =>
  endpoint({
    call: `POST ${path}`,
    summary,
    access,
    input: Closed({ id: Id }),
    reply: SheetImport,
  });

/** Starts writing what was compared, all of it or nothing; refused while a cell is wrong. */
export const applySheet = step('/sheet/apply', 'Write what an import brings');
/** Stops what is running, or puts a comparison away; nothing is left of it. */
export const cancelSheet = step('/sheet/cancel', 'Put an import away');
/** Starts taking back what an import brought, as long as nothing used or changed it since. */
export const undoSheet = step('/sheet/undo', 'Take back what an import brought');

export const sheetTemplate = endpoint({
  call: 'GET /sheet/template',
  summary: 'An empty spreadsheet with the right headings, or one filled with what there is',
  access,
  envelope: 'file',
  input: Closed({
    sheet: SheetChoice,
    filled: Optional(Type.Boolean()),
    /** Default: the caller's. */
    language: Optional(literals(['zh-cn', 'en'])),
  }),
  reply: Type.Unknown(),
});

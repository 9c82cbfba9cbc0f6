import { fieldLabel } from '@tradehouse/contract';
import type { ReplyOf, Sheet, SheetField, sheetFields } from '@tradehouse/contract';
import { headingFactor, headingNames, isHeadingRow } from '@tradehouse/domain';
import type { Measure, NamedField } from '@tradehouse/domain';
import { refuse, seesAmounts } from '../../kernel/index.ts';
import type { Language, Scope } from '../../kernel/index.ts';
import { columnName } from './read/cells.ts';
import type { Cell, SheetRow } from './read/cells.ts';

/** A column of a spreadsheet that is read: where it stands and what it holds. */
export interface SheetColumn {
  /** From 0. */
  readonly column: number;
  /** A field of the sheet, or `stock:<id of a warehouse>`. */
  readonly field: string;
  readonly label: string;
  readonly definition: SheetField;
  /** Turns numbers in the unit of the heading into the field's own; '1' where they have it. */
  readonly factor: string;
}

export interface Headings {
  readonly columns: readonly SheetColumn[];
  /** Headings that mean nothing here, or whose amounts are not the reader's to write. */
  readonly ignored: readonly string[];
}

/** A warehouse whose opening stock has a column of its own. */
export interface WarehouseName {
  readonly id: string;
  readonly name: string;
}

const LANGUAGES = ['zh-cn', 'en'] as const;

/** Names by which a field is known in headings. */
const namesOf = (sheet: Sheet, field: string): readonly string[] => [
  ...LANGUAGES.map((language) => fieldLabel(language, sheet.labels, field)),
  ...(sheet.fields[field]?.headings ?? []),
];

export const openingQuantity: SheetField = { type: 'amount', example: ['', ''] };

interface KnownField extends NamedField {
  readonly definition: SheetField;
}

/** Fields of a sheet, and behind them those of warehouses, whose names may be alike. */
const knownFields = (sheet: Sheet, warehouses: readonly WarehouseName[]): readonly KnownField[] => [
  ...Object.entries(sheet.fields).map(([field, definition]) => ({
    field,
    names: namesOf(sheet, field),
    definition,
  })),
  ...warehouses.map(({ id, name }) => ({
    field: `stock:${id}`,
    names: [name],
    definition: openingQuantity,
  })),
];

/** Fields that are read, and whose amounts the reader may see. */
const isBrought = ({ definition: { mask, ignored } }: KnownField, scope: Scope): boolean =>
  ignored !== true && (mask === undefined || seesAmounts(scope, mask));

/** Fields that a reader may bring, with the names that headings may have for them. */
export const broughtFields = (
  { sheet, warehouses, scope }: SheetReader,
  language: Language,
): ReplyOf<typeof sheetFields> =>
  knownFields(sheet, warehouses)
    .filter((one) => isBrought(one, scope))
    .map(({ field, names, definition }) => ({
      field,
      names: [...names],
      label: field in sheet.fields ? fieldLabel(language, sheet.labels, field) : (names[0] ?? ''),
      isRequired: definition.required === 'column',
    }));

/** A sheet with what its reader has and may see. */
export interface SheetReader {
  readonly sheet: Sheet;
  readonly warehouses: readonly WarehouseName[];
  readonly scope: Scope;
  /** The company's own. */
  readonly currency: string;
}

/** Columns as the user chose them: the row of their headings, 0 for none, and the field of each column. */
export interface ColumnChoice {
  readonly headingRow: number;
  readonly fields: readonly (string | null)[];
}

const requiredFields = ({ fields }: Sheet): readonly string[] =>
  Object.keys(fields).filter((field) => fields[field]?.required === 'column');

/**
 * Finds the headings among the first rows: the row that is chosen, else the first that names enough. Null while a row is
 * none. Refuses a sheet that lacks a required column or has one twice.
 */
export function headingsOf(
  reader: SheetReader,
  choice?: ColumnChoice,
): (row: SheetRow) => Headings | null {
  const { sheet, warehouses, scope, currency } = reader;
  const fields = knownFields(sheet, warehouses);
  const byName = new Map(fields.map((one) => [one.field, one]));
  const names = headingNames(fields);
  const columnFor = (column: number, label: string, field: string): SheetColumn | null => {
    const known = byName.get(field);
    if (known === undefined || !isBrought(known, scope)) return null;
    return { column, label, field, definition: known.definition, factor: '1' };
  };
  const withUnit = (column: SheetColumn): SheetColumn =>
    inOwnUnit(column, names.isNameOf(column.label, column.field), currency);
  const checked = (columns: readonly SheetColumn[], ignored: readonly string[]): Headings => {
    refuseMissing(
      sheet,
      requiredFields(sheet).filter((field) => !columns.some((one) => one.field === field)),
    );
    refuseTwice(columns);
    return { columns: columns.map(withUnit), ignored };
  };
  if (choice !== undefined)
    return ({ row, cells }) => {
      if (row !== choice.headingRow) return null;
      const chosen = choice.fields.flatMap((field, at) => {
        if (field === null) return [];
        const cell = cells.get(at);
        const label = cell === undefined ? '' : labelOf(cell);
        return columnFor(at, label, field) ?? refuse('sheet.mapping', {}, { field: 'columns' });
      });
      const others = [...cells].flatMap(([at, cell]) =>
        (choice.fields[at] ?? null) === null ? [labelOf(cell)] : [],
      );
      return checked(chosen, others);
    };
  return ({ cells }) => {
    const columns: SheetColumn[] = [];
    const ignored: string[] = [];
    for (const [column, cell] of cells) {
      const label = labelOf(cell);
      const found = columnFor(column, label, names.fieldOf(label) ?? '');
      if (found === null) ignored.push(label);
      else columns.push(found);
    }
    return isHeadingRow(
      columns.map(({ field }) => field),
      requiredFields(sheet),
    )
      ? checked(columns, ignored)
      : null;
  };
}

/** What the numbers of a field count. */
const measureOf = ({ type, mask, measure }: SheetField): Measure | undefined =>
  measure ?? (type !== 'amount' ? undefined : mask === undefined ? 'quantity' : 'money');

/** A column with the factor of its heading's unit; refuses a unit that has none. */
function inOwnUnit(column: SheetColumn, isOwnName: boolean, currency: string): SheetColumn {
  const measure = measureOf(column.definition);
  if (measure === undefined || isOwnName) return column;
  const factor = headingFactor(column.label, measure, currency);
  if (factor !== null) return { ...column, factor };
  return refuse(
    'sheet.unit',
    { column: `${columnName(column.column)} ${column.label}` },
    { field: 'file' },
  );
}

function refuseMissing(sheet: Sheet, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const columns = missing.map((field) =>
    [...new Set(namesOf(sheet, field).slice(0, 2))].join(' / '),
  );
  refuse('sheet.columns', { columns: columns.join(', ') }, { field: 'file' });
}

function refuseTwice(columns: readonly SheetColumn[]): void {
  const twice = columns.find(
    ({ field, column }) => columns.find((other) => other.field === field)?.column !== column,
  );
  if (twice !== undefined)
    refuse(
      'sheet.columnTwice',
      { column: `${columnName(twice.column)} ${twice.label}` },
      { field: 'file' },
    );
}

function labelOf(cell: Cell): string {
  const text = 'text' in cell ? cell.text : 'number' in cell ? cell.number : '';
  return text
    .trim()
    .slice(0, 100)
    .replace(/\s*[*＊]$/, '')
    .trim();
}

/** Rows that may stand above the headings. */
export const NO_HEADINGS = 1_000;

/** Refuses a sheet without a row of headings among its first rows. */
export function noHeadings(sheet: Sheet): never {
  refuseMissing(sheet, requiredFields(sheet));
  return refuse('sheet.empty', {}, { field: 'file' });
}

import { fieldLabel } from '@tradehouse/contract';
import type { Sheet, SheetField } from '@tradehouse/contract';
import { headingFactor, titleParts, withoutBrackets } from '@tradehouse/domain';
import type { Measure } from '@tradehouse/domain';
import { refuse, seesAmounts } from '../../kernel/index.ts';
import type { Scope } from '../../kernel/index.ts';
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

/** Headings are compared without case, blanks, stars and the width of their brackets. */
const key = (heading: string): string =>
  heading.normalize('NFKC').toLowerCase().replaceAll(/[\s*]/g, '');

/** What a field may be headed by. */
const namesOf = (sheet: Sheet, field: string): readonly string[] => [
  ...LANGUAGES.map((language) => fieldLabel(language, sheet.labels, field)),
  ...(sheet.fields[field]?.headings ?? []),
];

export const openingQuantity: SheetField = { type: 'amount', example: ['', ''] };

type Meaning = Pick<SheetColumn, 'field' | 'definition'>;

/** What each heading means to this reader: fields first, then the warehouses' names. */
function meanings(
  sheet: Sheet,
  warehouses: readonly WarehouseName[],
  scope: Scope,
): ReadonlyMap<string, Meaning | null> {
  const known = new Map<string, Meaning | null>();
  for (const [field, definition] of Object.entries(sheet.fields)) {
    const sees = definition.mask === undefined || seesAmounts(scope, definition.mask);
    for (const name of namesOf(sheet, field))
      known.set(key(name), sees ? { field, definition } : null);
  }
  for (const { id, name } of warehouses)
    if (!known.has(key(name)))
      known.set(key(name), { field: `stock:${id}`, definition: openingQuantity });
  for (const [name, meaning] of known)
    if (!known.has(withoutBrackets(name))) known.set(withoutBrackets(name), meaning);
  return known;
}

/**
 * Finds the headings among the first rows: the row that means most. Null while this row is none. Refuses a sheet that
 * lacks a required column or has one twice.
 */
export function headingsOf(
  sheet: Sheet,
  warehouses: readonly WarehouseName[],
  scope: Scope,
  currency: string,
): (row: SheetRow) => Headings | null {
  const known = meanings(sheet, warehouses, scope);
  const required = Object.keys(sheet.fields).filter(
    (field) => sheet.fields[field]?.required === 'column',
  );
  return ({ cells }) => {
    const columns: SheetColumn[] = [];
    const ignored: string[] = [];
    for (const [column, cell] of cells) {
      const label = labelOf(cell);
      const meaning = meaningOf(label, known);
      if (meaning === undefined || meaning === null || meaning.definition.ignored === true)
        ignored.push(label);
      else columns.push({ ...meaning, column, label, factor: '1' });
    }
    const has = (field: string): boolean => columns.some((one) => one.field === field);
    if (!required.some(has)) return null;
    const missing = required.filter((field) => !has(field));
    // A lone word that happens to be a heading makes no row of headings.
    if (missing.length > 0 && columns.length < 2) return null;
    refuseMissing(sheet, missing);
    refuseTwice(columns);
    return { columns: columns.map((one) => inOwnUnit(one, known, currency)), ignored };
  };
}

type Meanings = ReturnType<typeof meanings>;

/** Brackets hold a unit or a note; a heading in two languages means what both of them say. */
function meaningOf(label: string, known: Meanings): ReturnType<Meanings['get']> {
  const bare = withoutBrackets(label);
  const whole = known.get(key(label)) ?? known.get(key(bare));
  if (whole !== undefined) return whole;
  const [first, ...others] = titleParts(bare).map((part) => known.get(key(part)));
  return others.length > 0 && others.every((other) => other?.field === first?.field)
    ? first
    : undefined;
}

/** What the numbers of a field count. */
const measureOf = ({ type, mask, measure }: SheetField): Measure | undefined =>
  measure ?? (type !== 'amount' ? undefined : mask === undefined ? 'quantity' : 'money');

/** A column with the factor of its heading's unit; refuses a unit that has none. */
function inOwnUnit(column: SheetColumn, known: Meanings, currency: string): SheetColumn {
  const measure = measureOf(column.definition);
  if (measure === undefined || known.get(key(column.label))?.field === column.field) return column;
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
  const required = Object.keys(sheet.fields).filter(
    (field) => sheet.fields[field]?.required === 'column',
  );
  refuseMissing(sheet, required);
  return refuse('sheet.empty', {}, { field: 'file' });
}

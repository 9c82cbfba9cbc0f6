import { fieldLabel } from '@tradehouse/contract';
import type { ReplyOf, ImportSheet, SheetField, sheetFields } from '@tradehouse/contract';
import { headingFactor, headingNames, isHeadingRow } from '@tradehouse/domain';
import type { UnitMeasure, NamedField } from '@tradehouse/domain';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Language, Scope } from '../../kernel/access/index.ts';
import { columnName } from './read/cells.ts';
import type { SheetCell, SheetRow } from './read/cells.ts';

/** Column read from a spreadsheet: position and content. */
export interface SheetColumn {
  /** From 0. */
  readonly column: number;
  /** A field of the sheet, or `stock:<id of a warehouse>`. */
  readonly field: string;
  readonly label: string;
  readonly definition: SheetField;
  /** Factor from the heading's unit to the field's own; '1' if equal. */
  readonly factor: string;
  /** The heading says the opposite of the field: Disabled for enabled. */
  readonly isOpposite?: true;
}

export interface SheetHeadings {
  readonly columns: readonly SheetColumn[];
  /** Headings without meaning, or with amounts that the reader may not write. */
  readonly ignored: readonly string[];
}

/** Warehouse with a column for opening stock. */
export interface WarehouseName {
  readonly id: string;
  readonly name: string;
}

const LANGUAGES = ['zh-cn', 'en'] as const;

/** Names of a field in headings. */
const listFieldHeadings = (sheet: ImportSheet, field: string): readonly string[] => [
  ...LANGUAGES.map((language) => fieldLabel(language, sheet.labels, field)),
  ...(sheet.fields[field]?.headings ?? []),
  ...(sheet.fields[field]?.opposites ?? []),
];

const isOppositeHeading = ({ opposites = [] }: SheetField, label: string): boolean =>
  opposites.some((opposite) => opposite.toLowerCase() === label.toLowerCase());

export const openingQuantity: SheetField = { type: 'amount', example: ['', ''] };

interface KnownField extends NamedField {
  readonly definition: SheetField;
}

/** Fields of a sheet, then warehouses: names may be equal. */
const knownFields = (
  sheet: ImportSheet,
  warehouses: readonly WarehouseName[],
): readonly KnownField[] => [
  ...Object.entries(sheet.fields).map(([field, definition]) => ({
    field,
    names: listFieldHeadings(sheet, field),
    definition,
  })),
  ...warehouses.map(({ id, name }) => ({
    field: `stock:${id}`,
    names: [name],
    definition: openingQuantity,
  })),
];

/** Returns true for an importable field with amounts visible to the reader. */
const isBrought = ({ definition: { mask, ignored } }: KnownField, scope: Scope): boolean =>
  ignored !== true && (mask === undefined || seesAmounts(scope, mask));

/** Lists the fields that a reader may import, with the accepted heading names. */
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

/** Sheet, with the reader's data and rights. */
export interface SheetReader {
  readonly sheet: ImportSheet;
  readonly warehouses: readonly WarehouseName[];
  readonly scope: Scope;
  /** The company's own. */
  readonly currency: string;
  /** Sign of the currency by the settings. */
  readonly ownSign: string;
}

/** Column choice of the user: the heading row, 0 for none, and the field of each column. */
export interface ChosenSheetColumns {
  readonly headingRow: number;
  readonly fields: readonly (string | null)[];
}

const requiredFields = ({ fields }: ImportSheet): readonly string[] =>
  Object.keys(fields).filter((field) => fields[field]?.required === 'column');

/**
 * Finds the headings among the first rows: the chosen row, else the first row with enough known names. Null
 * until found. Refuses a sheet with a missing or repeated required column.
 */
export function headingsOf(
  reader: SheetReader,
  choice?: ChosenSheetColumns,
): (row: SheetRow) => SheetHeadings | null {
  const { sheet, warehouses, scope, currency } = reader;
  const fields = knownFields(sheet, warehouses);
  const byName = new Map(fields.map((one) => [one.field, one]));
  const names = headingNames(fields);
  const columnFor = (column: number, label: string, field: string): SheetColumn | null => {
    const known = byName.get(field);
    if (known === undefined || !isBrought(known, scope)) return null;
    const { definition } = known;
    const opposite = isOppositeHeading(definition, label) ? ({ isOpposite: true } as const) : {};
    return { column, label, field, definition, factor: '1', ...opposite };
  };
  const withUnit = (column: SheetColumn): SheetColumn =>
    applyHeadingUnit(column, names.isNameOf(column.label, column.field), currency);
  const checked = (columns: readonly SheetColumn[], ignored: readonly string[]): SheetHeadings => {
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
        const label = cell === undefined ? '' : headingFromCell(cell);
        return columnFor(at, label, field) ?? refuseWith('sheet.mapping', {}, { field: 'columns' });
      });
      const others = [...cells].flatMap(([at, cell]) =>
        (choice.fields[at] ?? null) === null ? [headingFromCell(cell)] : [],
      );
      return checked(chosen, others);
    };
  return ({ cells }) => {
    const columns: SheetColumn[] = [];
    const ignored: string[] = [];
    for (const [column, cell] of cells) {
      const label = headingFromCell(cell);
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

/** Measure of a field's numbers. */
const measureOf = ({ type, mask, measure }: SheetField): UnitMeasure | undefined =>
  measure ?? (type !== 'amount' ? undefined : mask === undefined ? 'quantity' : 'money');

/** Adds the heading unit's factor to a column; refuses a unit without a factor. */
function applyHeadingUnit(column: SheetColumn, isOwnName: boolean, currency: string): SheetColumn {
  const measure = measureOf(column.definition);
  if (measure === undefined || isOwnName) return column;
  const factor = headingFactor(column.label, measure, currency);
  if (factor !== null) return { ...column, factor };
  return refuseWith(
    'sheet.unit',
    { column: `${columnName(column.column)} ${column.label}` },
    { field: 'file' },
  );
}

function refuseMissing(sheet: ImportSheet, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const columns = missing.map((field) =>
    [...new Set(listFieldHeadings(sheet, field).slice(0, 2))].join(' / '),
  );
  refuseWith('sheet.columns', { columns: columns.join(', ') }, { field: 'file' });
}

function refuseTwice(columns: readonly SheetColumn[]): void {
  const twice = columns.find(
    ({ field, column }) => columns.find((other) => other.field === field)?.column !== column,
  );
  if (twice !== undefined)
    refuseWith(
      'sheet.columnTwice',
      { column: `${columnName(twice.column)} ${twice.label}` },
      { field: 'file' },
    );
}

function headingFromCell(cell: SheetCell): string {
  const text = 'text' in cell ? cell.text : 'number' in cell ? cell.number : '';
  return text
    .trim()
    .slice(0, 100)
    .replace(/\s*[*＊]$/, '')
    .trim();
}

/** Most rows above the headings. */
export const NO_HEADINGS = 1_000;

/** Refuses a sheet without a heading row among the first rows. */
export function noHeadings(sheet: ImportSheet): never {
  refuseMissing(sheet, requiredFields(sheet));
  return refuseWith('sheet.empty', {}, { field: 'file' });
}

// Columns of a foreign table: found below headings, whatever stands above and whatever names are used.
import { hasScaledUnit } from './headingUnit.ts';

/** Columns of the table by position; null: a column not taken. */
export type ColumnMapping<Column extends string> = readonly (Column | null)[];

/**
 * Column names in lower case, without blanks, brackets and signs. The first of several patterns that
 * matches any heading wins.
 */
export type ColumnTitles<Column extends string> = Readonly<
  Record<Column, RegExp | readonly RegExp[]>
>;

interface FoundHeadings<Column extends string> {
  /** Rows up to and including the headings; 0 if not found. */
  readonly above: number;
  readonly mapping: ColumnMapping<Column>;
}

type TableCells = readonly (readonly string[])[];

/** Characters read of a title: headings are short, notes above may be long. */
const READ_SIGNS = 200;
const readSigns = (title: string): string => title.slice(0, READ_SIGNS).normalize('NFKC');

const withoutSigns = (title: string): string =>
  title.replaceAll(/[\s*()[\]【】〔〕_.:;,、#%/\\|-]/gu, '').toLowerCase();

/** Strips blanks, signs, currency (Saldo in CHF) and bracketed text from a heading. */
export const normalizeTitle = (title: string): string =>
  withoutSigns(
    readSigns(title).replaceAll(/\(.*?\)|\[.*?\]|【.*?】|〔.*?〕|\sin\s\p{Lu}{3}$/gu, ''),
  );

/** The parts of a heading in two languages, or with breaks and slashes. */
export const titleParts = (title: string): readonly string[] =>
  title
    .replaceAll(/[(（].*?[)）]/gu, '')
    .split(/[\n/|]|(?<=\p{Script=Han})\s*(?=[A-Za-z])|(?<=[A-Za-z])\s*(?=\p{Script=Han})/u);

/**
 * Returns the readings of a heading: first whole, with or without brackets, then the part in each language.
 */
function titleReadings(title: string): readonly (readonly string[])[] {
  const normal = readSigns(title);
  // A column in 万元 or cartons does not hold plain amounts or quantities.
  if (hasScaledUnit(normal)) return [[withoutSigns(normal)], []];
  const inBrackets = [...normal.matchAll(/[([](.*?)[)\]]/g)].map(([, inside]) =>
    withoutSigns(inside ?? ''),
  );
  return [
    [withoutSigns(normal), normalizeTitle(normal)],
    [...titleParts(normal).map(normalizeTitle), ...inBrackets],
  ];
}

type TitleReadings = ReturnType<typeof titleReadings>;

/**
 * Maps a row of headings to columns. Headings that differ only in brackets, or not at all, stay unmapped
 * for the user to choose, unless a name with brackets decides.
 */
export function mapHeadings<Column extends string>(
  row: readonly string[],
  titles: ColumnTitles<Column>,
): ColumnMapping<Column> {
  // SAFETY: the keys of the titles are the columns.
  const columns = Object.keys(titles) as Column[];
  const readings = row.map(titleReadings);
  const mapping: (Column | null)[] = row.map(() => null);
  const settled = new Set<Column>();
  // A whole title is more specific than a part, and is assigned first.
  for (const rank of [0, 1])
    for (const column of columns) {
      if (settled.has(column)) continue;
      const others = columns.filter((other) => other !== column && !settled.has(other));
      const free = readings.map((all, at) => (mapping[at] === null ? all : []));
      const place = [titles[column]]
        .flat()
        .map((shape) =>
          indexOfHeading(
            free,
            rank,
            shape,
            others.flatMap((other) => [titles[other]].flat()),
          ),
        )
        .find((found) => found !== undefined);
      if (place === undefined) continue;
      settled.add(column);
      if (place !== 'unclear') mapping[place] = column;
    }
  return mapping;
}

/** Finds the heading that matches a shape; unclear if more headings match than columns share the name. */
function indexOfHeading(
  readings: readonly TitleReadings[],
  rank: number,
  shape: RegExp,
  others: readonly RegExp[],
): number | 'unclear' | undefined {
  const matched = readings.map((all) =>
    all[rank]?.find((reading) => reading !== '' && shape.test(reading)),
  );
  const reading = matched.find((one) => one !== undefined);
  if (reading === undefined) return undefined;
  const wholeAt = (at: number): string => readings[at]?.[0]?.[0] ?? '';
  const isOfOther = (whole: string): boolean =>
    whole !== reading && others.some((other) => other.test(whole));
  const alike = [...matched.keys()].filter(
    (at) => matched[at] === reading && !isOfOther(wholeAt(at)),
  );
  const own = alike.filter((at) => !FOREIGN.test(wholeAt(at)));
  const left = own.length > 0 ? own : alike;
  const namesakes = others.filter((other) => other.test(reading));
  return left.length > 1 + namesakes.length ? 'unclear' : left[0];
}

/** Titles of amounts in a foreign currency, beside the account's own. */
const FOREIGN = /foreigncurrency|originalcurrency|外币|原币/;

/** Does the cell hold an amount, a day or a code? Headings have no such digits. */
const isNumericCell = (cell: string): boolean => /^\W*\d|\d{2}/.test(cell.trim());

const countMapped = (mapping: ColumnMapping<string>): number =>
  mapping.filter((column) => column !== null).length;

/** Joins headings over two rows: lower titles alone, or after the group title (借方 over 金额). */
function joinRows(
  upper: readonly string[],
  lower: readonly string[],
): readonly TableCells[number][] {
  const width = Math.max(upper.length, lower.length);
  const groups: string[] = [];
  for (let at = 0; at < width; at += 1) groups.push(upper[at]?.trim() || (groups.at(-1) ?? ''));
  const each = (join: (above: string, below: string, at: number) => string) =>
    groups.map((_, at) => join(upper[at]?.trim() ?? '', lower[at]?.trim() ?? '', at));
  return [
    each((above, below) => below || above),
    each((above, below, at) =>
      below === '' ? above : `${(groups[at] ?? '').replace(OWN_CURRENCY, '')}${below}`,
    ),
  ];
}

/** Group of amounts in the account's own currency, the amounts to read. */
const OWN_CURRENCY = /^\s*(本币|本位币|local currency|own currency)\s*$/i;

/**
 * Does the upper row name groups, and the lower the columns? A merged name has blanks to the right and
 * titles below.
 */
function isGroupHeading(upper: readonly string[], lower: readonly string[]): boolean {
  const isFilled = (row: readonly string[], at: number): boolean => (row[at] ?? '').trim() !== '';
  return (
    !lower.some(isNumericCell) &&
    lower.some((_, at) => {
      const start = upper.slice(0, at).findLastIndex((_title, on) => isFilled(upper, on));
      return start >= 0 && !isFilled(upper, at) && isFilled(lower, at) && isFilled(lower, start);
    })
  );
}

/** Merges headings in two languages: the upper row fills gaps of the lower. */
const filledUp = <Column extends string>(
  lower: ColumnMapping<Column>,
  upper: ColumnMapping<Column>,
): ColumnMapping<Column> =>
  Array.from({ length: Math.max(lower.length, upper.length) }, (_, at) => {
    const [below = null, above = null] = [lower[at], upper[at]];
    return below ?? (lower.includes(above) ? null : above);
  });

/**
 * Finds the headings of a table below any rows. If the headings appear twice, one row per language, the
 * last wins. Groups are read with the row below, or not at all.
 */
export function findHeadings<Column extends string>(
  cells: TableCells,
  titles: ColumnTitles<Column>,
  isEnough: (mapping: ColumnMapping<Column>) => boolean,
): FoundHeadings<Column> {
  for (const [at, row] of cells.entries()) {
    const mapping = mapHeadings(row, titles);
    const below = cells[at + 1] ?? [];
    const isGroup = isGroupHeading(row, below);
    if (isEnough(mapping) && !isGroup) {
      const again = mapHeadings(below, titles);
      return isEnough(again) && !below.some(isNumericCell)
        ? { above: at + 2, mapping: filledUp(again, mapping) }
        : { above: at + 1, mapping };
    }
    if (
      below.length === 0 ||
      below.some(isNumericCell) ||
      mapping.every((column) => column === null)
    )
      continue;
    if (isEnough(mapHeadings(below, titles))) continue;
    const joined = joinRows(row, below).map((titlesOf) => mapHeadings(titlesOf, titles));
    // A title below groups is ambiguous alone: 金额 below 借方 is outgoing money.
    const [enough] = (isGroup ? joined.toReversed() : joined)
      .filter(isEnough)
      .toSorted((one, two) => countMapped(two) - countMapped(one));
    if (enough !== undefined) return { above: at + 2, mapping: enough };
  }
  const width = Math.max(0, ...cells.map((row) => row.length));
  return { above: 0, mapping: Array.from({ length: width }, () => null) };
}

/** Assigns a file column to a field; the field's previous column becomes unassigned. */
export const remapColumn = <Column extends string>(
  mapping: ColumnMapping<Column>,
  place: number,
  column: Column | null,
): ColumnMapping<Column> =>
  mapping.map((before, at) => (at === place ? column : before === column ? null : before));

/** The text of a row in a column; '' where the table has none. */
export const cellUnder = <Column extends string>(
  row: readonly string[],
  mapping: ColumnMapping<Column>,
  column: Column,
): string => row[mapping.indexOf(column)]?.trim() ?? '';

/**
 * Finds text to the right of all headings: a delimiter inside a value split the row, and its cells no
 * longer match the headings. '' is none.
 */
export function surplusFinder(
  cells: TableCells,
  { above, mapping }: FoundHeadings<string>,
): (row: readonly string[]) => string {
  const titles = cells.slice(Math.max(0, above - 2), above);
  const ends = [...titles, mapping.map((column) => column ?? '')].map((row) =>
    row.findLastIndex((title) => title.trim() !== ''),
  );
  const width = above === 0 ? Number.POSITIVE_INFINITY : Math.max(...ends) + 1;
  return (row) => row.slice(width).find((cell) => cell.trim() !== '') ?? '';
}

// Columns of someone else's table: found below headings, whatever stands above them and whatever they call their columns.
import { hasScaledUnit } from './headingUnit.ts';

/** The columns that are taken, by their place; null: a column that is not. */
export type ColumnMapping<Column extends string> = readonly (Column | null)[];

/**
 * Names of columns, without blanks, brackets and signs, in small letters. Of several patterns, the first that any heading
 * matches is meant.
 */
export type ColumnTitles<Column extends string> = Readonly<
  Record<Column, RegExp | readonly RegExp[]>
>;

interface FoundHeadings<Column extends string> {
  /** Rows that end with the headings; 0 where none were found. */
  readonly above: number;
  readonly mapping: ColumnMapping<Column>;
}

type Cells = readonly (readonly string[])[];

/** Signs of a title that are read: headings are short, and notes above them may be long. */
const READ_SIGNS = 200;
const readSigns = (title: string): string => title.slice(0, READ_SIGNS).normalize('NFKC');

const withoutSigns = (title: string): string =>
  title.replaceAll(/[\s*()[\]【】〔〕_.:;,、#%/\\|-]/gu, '').toLowerCase();

/** A heading without blanks, signs, its currency (Saldo in CHF), and what stands in brackets. */
export const plainTitle = (title: string): string =>
  withoutSigns(
    readSigns(title).replaceAll(/\(.*?\)|\[.*?\]|【.*?】|〔.*?〕|\sin\s\p{Lu}{3}$/gu, ''),
  );

/** The parts of a heading in two languages, or with breaks and slashes. */
export const titleParts = (title: string): readonly string[] =>
  title
    .replaceAll(/[(（].*?[)）]/gu, '')
    .split(/[\n/|]|(?<=\p{Script=Han})\s*(?=[A-Za-z])|(?<=[A-Za-z])\s*(?=\p{Script=Han})/u);

/** Ways to read a heading: as a whole, with its brackets or without, and then each of its two languages. */
function titleReadings(title: string): readonly (readonly string[])[] {
  const normal = readSigns(title);
  // A column of 万元 or cartons is none of the amounts or quantities that it looks like.
  if (hasScaledUnit(normal)) return [[withoutSigns(normal)], []];
  const inBrackets = [...normal.matchAll(/[([](.*?)[)\]]/g)].map(([, inside]) =>
    withoutSigns(inside ?? ''),
  );
  return [
    [withoutSigns(normal), plainTitle(normal)],
    [...titleParts(normal).map(plainTitle), ...inBrackets],
  ];
}

type Readings = ReturnType<typeof titleReadings>;

/**
 * The columns that a row of headings names. Of headings that differ in brackets alone, or not at all, none is taken: the user
 * chooses, unless a name with its brackets decides.
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
  // A whole title says more than its parts: whole titles are given out before parts.
  for (const rank of [0, 1])
    for (const column of columns) {
      if (settled.has(column)) continue;
      const others = columns.filter((other) => other !== column && !settled.has(other));
      const free = readings.map((all, at) => (mapping[at] === null ? all : []));
      const place = [titles[column]]
        .flat()
        .map((shape) =>
          placeOf(
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

/** The place of the heading that a shape matches; unclear where more are alike than there are columns of that name. */
function placeOf(
  readings: readonly Readings[],
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

/** Amounts in another currency than the account's, beside amounts in its own. */
const FOREIGN = /foreigncurrency|originalcurrency|外币|原币/;

/** Holds an amount, a day or a code; headings have no such digits. */
const isNumeric = (cell: string): boolean => /^\W*\d|\d{2}/.test(cell.trim());

const countMapped = (mapping: ColumnMapping<string>): number =>
  mapping.filter((column) => column !== null).length;

/** Headings over two rows as one: the lower ones alone, or behind the group above them (借方 over 金额). */
function joinRows(upper: readonly string[], lower: readonly string[]): readonly Cells[number][] {
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

/** A group of amounts in the account's own currency, which are the amounts that are meant. */
const OWN_CURRENCY = /^\s*(本币|本位币|local currency|own currency)\s*$/i;

/** The upper row names groups of columns, and the lower one the columns: a merged name has blanks behind it, and titles below. */
function isGrouped(upper: readonly string[], lower: readonly string[]): boolean {
  const isFilled = (row: readonly string[], at: number): boolean => (row[at] ?? '').trim() !== '';
  return (
    !lower.some(isNumeric) &&
    lower.some((_, at) => {
      const start = upper.slice(0, at).findLastIndex((_title, on) => isFilled(upper, on));
      return start >= 0 && !isFilled(upper, at) && isFilled(lower, at) && isFilled(lower, start);
    })
  );
}

/** Headings of two languages as one: what the lower row leaves open, the upper one says. */
const filledUp = <Column extends string>(
  lower: ColumnMapping<Column>,
  upper: ColumnMapping<Column>,
): ColumnMapping<Column> =>
  Array.from({ length: Math.max(lower.length, upper.length) }, (_, at) => {
    const [below = null, above = null] = [lower[at], upper[at]];
    return below ?? (lower.includes(above) ? null : above);
  });

/**
 * Finds the headings of a table below any number of other rows. Of headings that are written twice, one row each language, the
 * last are meant. Groups over columns are read with the row below them, or not at all.
 */
export function findHeadings<Column extends string>(
  cells: Cells,
  titles: ColumnTitles<Column>,
  isEnough: (mapping: ColumnMapping<Column>) => boolean,
): FoundHeadings<Column> {
  for (const [at, row] of cells.entries()) {
    const mapping = mapHeadings(row, titles);
    const below = cells[at + 1] ?? [];
    const isGroup = isGrouped(row, below);
    if (isEnough(mapping) && !isGroup) {
      const again = mapHeadings(below, titles);
      return isEnough(again) && !below.some(isNumeric)
        ? { above: at + 2, mapping: filledUp(again, mapping) }
        : { above: at + 1, mapping };
    }
    if (below.length === 0 || below.some(isNumeric) || mapping.every((column) => column === null))
      continue;
    if (isEnough(mapHeadings(below, titles))) continue;
    const joined = joinRows(row, below).map((titlesOf) => mapHeadings(titlesOf, titles));
    // Below groups, a title alone says too little: 金额 below 借方 is money that went out.
    const [enough] = (isGroup ? joined.toReversed() : joined)
      .filter(isEnough)
      .toSorted((one, two) => countMapped(two) - countMapped(one));
    if (enough !== undefined) return { above: at + 2, mapping: enough };
  }
  const width = Math.max(0, ...cells.map((row) => row.length));
  return { above: 0, mapping: Array.from({ length: width }, () => null) };
}

/** Gives a column another meaning; the column that had it before has none. */
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
 * Finds the text right of all headings in a row of a text: a delimiter inside a value has split it, so that its cells no longer
 * stand below their headings. '' is none.
 */
export function surplusFinder(
  cells: Cells,
  { above, mapping }: FoundHeadings<string>,
): (row: readonly string[]) => string {
  const titles = cells.slice(Math.max(0, above - 2), above);
  const ends = [...titles, mapping.map((column) => column ?? '')].map((row) =>
    row.findLastIndex((title) => title.trim() !== ''),
  );
  const width = above === 0 ? Number.POSITIVE_INFINITY : Math.max(...ends) + 1;
  return (row) => row.slice(width).find((cell) => cell.trim() !== '') ?? '';
}

// Rows of someone else's file: below headings, whatever these call the columns that are taken.
import { plainTitle } from '@tradehouse/domain';

/** What each column holds; null: nothing that is taken. */
export type Meaning<Column extends string> = readonly (Column | null)[];
/** What columns are called, without blanks and signs; of several names that which stands first is meant before the others. */
export type Headings<Column extends string> = Readonly<Record<Column, RegExp | readonly RegExp[]>>;

/** What stands below the headings, and what those say; without headings that tell enough all of it, and nothing said. */
export function belowHeadings<Column extends string>(
  cells: readonly (readonly string[])[],
  headings: Headings<Column>,
  tells: (meaning: Meaning<Column>) => boolean,
): { readonly above: number; readonly meaning: Meaning<Column> } {
  // SAFETY: the keys are the columns.
  const columns = Object.keys(headings) as Column[];
  for (const [at, row] of cells.entries()) {
    const titles = row.map(plainTitle);
    // Of two that are called alike the first is meant.
    const places = columns.map(
      (column) =>
        [headings[column]]
          .flat()
          .map((called) => titles.findIndex((title) => called.test(title)))
          .find((place) => place !== -1) ?? -1,
    );
    const meaning = titles.map((_, place) => columns[places.indexOf(place)] ?? null);
    if (tells(meaning)) return { above: at + 1, meaning };
  }
  const width = Math.max(0, ...cells.map((row) => row.length));
  return { above: 0, meaning: Array.from({ length: width }, () => null) };
}

/** What a row says in a column. */
export const textUnder = <Column extends string>(
  row: readonly string[],
  meaning: Meaning<Column>,
  column: Column,
): string => row[meaning.indexOf(column)]?.trim() ?? '';

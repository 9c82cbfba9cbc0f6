// Column mappings that a user made by hand, remembered for the next file of the same source.
import type { ColumnMapping } from '@tradehouse/domain';
import type { SourceRow } from './importSource.ts';

/** A mapping with the headings it belongs to, and the account, carrier or shop that the file is of; '' is none. */
export interface RememberedMapping {
  readonly source: string;
  readonly headings: string;
  readonly columns: readonly (string | null)[];
}

interface Recalled<Column extends string> {
  /** Rows that end with the headings. */
  readonly above: number;
  readonly mapping: ColumnMapping<Column>;
}

/** Signs that a page setting may have, with room for its last entry. */
const MOST_SIGNS = 18_000;
/** Rows among which headings are looked for again. */
const MOST_ROWS = 200;

/** Headings as a key: equal for files of one source, whatever blanks and widths of signs they have. */
export const headingsKey = (row: readonly string[]): string =>
  row
    .map((title) => title.slice(0, 100).normalize('NFKC').replaceAll(/\s+/g, ' ').trim())
    .join('|')
    .replace(/\|+$/, '')
    .toLowerCase();

/** The mapping that was made for a row of headings: the one of this source, else the latest of any. */
function mappingFor<Column extends string>(
  memory: readonly RememberedMapping[],
  row: readonly string[],
  source: string,
  columns: readonly Column[],
): ColumnMapping<Column> | undefined {
  const headings = headingsKey(row);
  const same = memory.filter((one) => one.headings === headings && headings !== '');
  const found = same.find((one) => one.source === source) ?? same[0];
  return found?.columns.map((name) => columns.find((column) => column === name) ?? null);
}

/** Finds the headings of an earlier file again, and the mapping that was made for them. */
export function recallMapping<Column extends string>(
  memory: readonly RememberedMapping[],
  rows: readonly SourceRow[],
  source: string,
  columns: readonly Column[],
): Recalled<Column> | null {
  if (memory.length === 0) return null;
  for (const [at, { cells }] of rows.slice(0, MOST_ROWS).entries()) {
    const mapping = mappingFor(memory, cells, source, columns);
    if (mapping !== undefined) return { above: at + 1, mapping };
  }
  return null;
}

const isOf =
  ({ source, headings }: Pick<RememberedMapping, 'source' | 'headings'>) =>
  (other: RememberedMapping): boolean =>
    other.source === source && other.headings === headings;

/** Puts a mapping in front of the others; the oldest go where the setting is full. */
export function withMapping(
  memory: readonly RememberedMapping[],
  entry: RememberedMapping,
): readonly RememberedMapping[] {
  const isSame = isOf(entry);
  const all = [entry, ...memory.filter((other) => !isSame(other))];
  let signs = 0;
  return all.filter((one) => {
    signs += JSON.stringify(one).length + 1;
    return signs <= MOST_SIGNS;
  });
}

/** Forgets what was remembered for these headings, whatever its source. */
export const withoutMapping = (
  memory: readonly RememberedMapping[],
  headings: string,
): readonly RememberedMapping[] => memory.filter((one) => one.headings !== headings);

// Column mappings made by a user, remembered for the source's next file.
import { asOneLine } from '@tradehouse/domain';
import type { ColumnMapping } from '@tradehouse/domain';
import type { SourceRow } from './importSource.ts';

/** Mapping with its headings and the file's account, carrier or shop; '' is none. */
export interface RememberedMapping {
  readonly source: string;
  readonly headings: string;
  readonly columns: readonly (string | null)[];
}

/** Mappings remembered for all users of the company, beside those of the user. */
export interface SharedMappings {
  readonly entries: readonly RememberedMapping[];
  readonly remember: (entry: RememberedMapping) => void;
  readonly forget: (headings: string) => void;
}

interface Recalled<Column extends string> {
  /** Number of rows up to and including the headings. */
  readonly above: number;
  readonly mapping: ColumnMapping<Column>;
}

/** Characters allowed in a page setting, with room for its last entry. */
const MOST_SIGNS = 18_000;
/** Number of rows searched for known headings. */
const MOST_ROWS = 200;

/** Returns a key of headings: equal for files of one source, despite blanks and character widths. */
export const headingsKey = (row: readonly string[]): string =>
  row
    .map((title) => asOneLine(title.slice(0, 100).normalize('NFKC')).replaceAll(/\s+/g, ' '))
    .join('|')
    .replace(/\|+$/, '')
    .toLowerCase();

/** Returns a heading row's remembered mapping: from this source, else the latest. */
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

/** Finds known headings and the mapping remembered for these headings. */
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

const isForSameHeadings =
  ({ source, headings }: Pick<RememberedMapping, 'source' | 'headings'>) =>
  (other: RememberedMapping): boolean =>
    other.source === source && other.headings === headings;

/** Puts a mapping first; the oldest mappings are dropped when the setting is full. */
export function withMapping(
  memory: readonly RememberedMapping[],
  entry: RememberedMapping,
): readonly RememberedMapping[] {
  const isSame = isForSameHeadings(entry);
  const all = [entry, ...memory.filter((other) => !isSame(other))];
  let signs = 0;
  return all.filter((one) => {
    signs += JSON.stringify(one).length + 1;
    return signs <= MOST_SIGNS;
  });
}

/** Deletes remembered mappings for these headings, of any source. */
export const withoutMapping = (
  memory: readonly RememberedMapping[],
  headings: string,
): readonly RememberedMapping[] => memory.filter((one) => one.headings !== headings);

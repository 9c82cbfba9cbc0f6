// User's choices for one file, and the part that applies to the next file.
import type { ColumnMapping, DayOrder, DecimalMark } from '@tradehouse/domain';
import { headingsKey } from './columnMemory.ts';
import { readGiven } from './importSource.ts';
import type { ImportSourceInput, ReadOptions, SourceRow } from './importSource.ts';

/** Answers about ambiguous texts of a file; absent: the columns decide. */
export interface ImportAnswers {
  readonly mark?: DecimalMark;
  readonly order?: DayOrder;
}

/** Takes an answer; undefined: the columns decide again. */
export type AnswerGiver = <Name extends keyof ImportAnswers>(
  name: Name,
  value: ImportAnswers[Name] | undefined,
) => void;

export const decimalMarks = ['.', ','] as const satisfies readonly DecimalMark[];

/** Heading row and columns chosen by the user; null: the file decides. */
export interface SaidColumns<Column extends string> {
  readonly above: number | null;
  readonly mapping: ColumnMapping<Column> | null;
}

export interface FileChoices<Column extends string> {
  readonly options: ReadOptions;
  readonly answers: ImportAnswers;
  readonly said: SaidColumns<Column>;
}

export const NOTHING_SAID: SaidColumns<never> = { above: null, mapping: null };
export const NO_CHOICES: FileChoices<never> = { options: {}, answers: {}, said: NOTHING_SAID };

/** Number of rows searched for known headings. */
const MOST_ROWS = 200;

const widthOfRows = (rows: readonly SourceRow[]): number =>
  Math.max(0, ...rows.map(({ cells }) => cells.length));

/** File already read: name ('' for pasted text), rows, and number of rows up to the headings. */
interface ReadTable {
  readonly name: string;
  readonly rows: readonly SourceRow[];
  readonly above: number;
}

/** Counts rows of the next file up to equal headings; 0 without headings, undefined if files differ. */
function sameHeadings(
  { rows, above }: Omit<ReadTable, 'name'>,
  next: readonly SourceRow[],
): number | undefined {
  if (above === 0) return widthOfRows(rows) === widthOfRows(next) ? 0 : undefined;
  const headings = headingsKey(rows[above - 1]?.cells ?? []);
  const found = next.slice(0, MOST_ROWS).findIndex(({ cells }) => headingsKey(cells) === headings);
  return found === -1 ? undefined : found + 1;
}

/**
 * Returns the choices of the last file for a next file with equal headings. Choices about ambiguous numbers
 * and days are kept only for a file of equal name, because equal headings do not imply equal notation.
 */
export function choicesForNext<Column extends string>(
  next: ImportSourceInput,
  choices: FileChoices<Column>,
  last: ReadTable,
): FileChoices<Column> {
  const { name, rows } = readGiven(next, choices.options);
  const above = last.rows.length === 0 ? undefined : sameHeadings(last, rows);
  if (above === undefined) return NO_CHOICES;
  const { said } = choices;
  const answers = name !== '' && name === last.name ? choices.answers : {};
  return { ...choices, answers, said: said.above === null ? said : { ...said, above } };
}

// Table cells from text: the whole text decides the delimiter.

export type Delimiter = ',' | ';' | '\t' | '|';

interface TableRow {
  /** Line number in the table, from 1. */
  readonly place: number;
  readonly cells: readonly string[];
}

/**
 * Reads a text into non-empty table rows. A quoted cell may hold line breaks; ="00123" and '00123 are the
 * text 00123.
 */
export const splitTable = (text: string, delimiter?: Delimiter): readonly TableRow[] => [
  ...readTableText(text, Number.POSITIVE_INFINITY, delimiter),
];

/** Returns the delimiter that a text declares or shows; null if none. */
export const delimiterOf = (text: string): Delimiter | null => {
  const whole = text.replace(/^\uFEFF/, '');
  const [, said] = DECLARED.exec(whole) ?? [];
  return isDelimiter(said) ? said : decideDelimiter(whole);
};

const DECLARED = /^sep=([,;|\t])\r?\n/i;

/** Reads a text like `splitTable`, row by row; of rows wider than `most`, one cell more is read. */
export function readTableText(
  text: string,
  most = Number.POSITIVE_INFINITY,
  chosen?: Delimiter,
): Iterable<TableRow> {
  const whole = text.replace(/^\uFEFF/, '');
  const first = DECLARED.test(whole) ? 2 : 1;
  return skipBlankRows(splitRows(whole, chosen ?? delimiterOf(whole) ?? '\t', most), first, most);
}

/** Yields non-empty rows from a position on; a row that is too wide is not skipped. */
function* skipBlankRows(
  rows: Iterable<readonly string[]>,
  first: number,
  most: number,
): Generator<TableRow> {
  let place = 0;
  for (const row of rows) {
    place += 1;
    if (place < first || (row.length === 1 && row[0] === '')) continue;
    const cells = row.map(plainCell);
    if (cells.length > most || cells.some((cell) => cell !== '')) yield { place, cells };
  }
}

const isDelimiter = (sign: string | undefined): sign is Delimiter =>
  sign === ',' || sign === ';' || sign === '\t' || sign === '|';

/** Removes the marks that keep a spreadsheet from reading digits as a number. */
const plainCell = (cell: string): string => {
  const [, shielded] = /^="((?:[^"]|"")*)"$/s.exec(cell.trim()) ?? [];
  const plain = shielded?.replaceAll('""', '"') ?? cell;
  // WeChat Pay puts ` in front of every value, texts too.
  return plain.trim().replace(/^(?:`(?=\S)|'(?=[\d+-]))/, '');
};

/** Characters that decide the delimiter: the files of a whole year are read, but not twice. */
const SAMPLE = 256 * 1024;

/** Returns the first non-empty lines, whole, without quoted text. */
const bareLines = (text: string): readonly string[] =>
  sampleOf(text)
    .replaceAll(/(^|[,;|\t\r\n])[ ]*=?"(?:[^"]|"")*"(?=[ \t]*(?:[,;|\t\r\n]|$))/g, '$1')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');

function sampleOf(text: string): string {
  const begin = text.lastIndexOf('\n', text.search(/\S/)) + 1;
  const end = text.lastIndexOf('\n', begin + SAMPLE);
  if (text.length - begin <= SAMPLE) return text.slice(begin);
  return text.slice(begin, end > begin ? end : begin + SAMPLE);
}

function decideDelimiter(text: string): Delimiter | null {
  const lines = bareLines(text);
  const delimited = lines.filter((line) => /[,;|\t]/.test(line));
  if (delimited.length === 0) return null;
  // Tabs after values, before another sign, are padding only.
  const tabbed = delimited.filter(
    (line) => /\t[^\t,;|]/.test(line) || /^\t*\S[^,;|]*\t$/.test(line),
  );
  const [best, other] = ([';', '|', ','] as const)
    .map((sign) => ({ sign, ...measureRegularity(lines, sign) }))
    .filter(({ rows }) => rows > 0)
    .toSorted((one, two) => cellsBeside(two) - cellsBeside(one));
  // A tab before some values does not outweigh a sign found in more lines.
  const tabCells = measureRegularity(tabbed, '\t');
  const isTabbed = tabbed.length * 2 >= delimited.length && tabbed.length >= (best?.rows ?? 0);
  if (isTabbed || cellsBeside(tabCells) > cellsBeside(best ?? tabCells)) return '\t';
  if (best === undefined) return tabbed.length > 0 ? '\t' : null;
  const isDecimalComma =
    best.sign === ',' &&
    other !== undefined &&
    other.rows >= best.rows &&
    lines.every((line) => !/,(?!\d)|(?<!\d),/.test(line));
  return isDecimalComma ? other.sign : best.sign;
}

/** Counts cells after each line's first: notes above a table have as many lines, but fewer cells. */
const cellsBeside = ({ rows, width }: { rows: number; width: number }): number =>
  rows * (width - 1);

/** Returns the commonest width of lines split at a sign, and its number of lines. */
function measureRegularity(
  lines: readonly string[],
  sign: Delimiter,
): { rows: number; width: number } {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const width = line.split(sign).length;
    if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const [[width, rows] = [0, 0]] = [...counts].toSorted(
    (one, two) => two[1] - one[1] || two[0] - one[0],
  );
  return { rows, width };
}

/** Splits a text into cells; a line break inside quotes stays in its cell, a final break adds no row. */
export const splitCells = (text: string, between: Delimiter): readonly (readonly string[])[] => [
  ...splitRows(text, between, Number.POSITIVE_INFINITY),
];

function* splitRows(text: string, between: Delimiter, most: number): Generator<readonly string[]> {
  let row: string[] = [];
  let isFirst = true;
  const sign = between === '|' ? '\\|' : between;
  const padding = between === '\t' ? ' ' : ' \\t';
  // A lone quote between tabs is a spreadsheet's ditto mark: spreadsheets copy cells unchanged.
  const opening = between === '\t' ? '"(?![\\t\\r\\n]|$)' : '"';
  const field = new RegExp(
    `[ ]*(=?${opening}(?:[^"]|"")*")[${padding}]*(?=[${sign}\\r\\n]|$)|[^${sign}\\r\\n]*`,
    'y',
  );
  let at = 0;
  while (at <= text.length) {
    // Blank lines are many in some files, and are passed over in time.
    if (row.length === 0 && text[at] === '\n') {
      yield [''];
      isFirst = false;
      at += 1;
      continue;
    }
    field.lastIndex = at;
    const found = field.exec(text);
    if (found === null) break;
    if (row.length <= most) row.push(found[1] === undefined ? found[0] : unquoteField(found[1]));
    at = field.lastIndex;
    if (at >= text.length) break;
    if (text[at] !== between) {
      yield row;
      row = [];
      isFirst = false;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  if (isFirst || row.length !== 1 || row[0] !== '') yield row;
}

const unquoteField = (field: string): string =>
  field.startsWith('=') ? field : field.slice(1, -1).replaceAll('""', '"');

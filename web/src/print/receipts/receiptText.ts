// Texts in the cells of a receipt printer: Chinese characters take two.
import { encodeGbk } from './gbk.ts';

/** Characters of a printer: Chinese, or Western by code page. */
export const printerCharacters = ['chinese', 'western'] as const;
export type PrinterCharacters = (typeof printerCharacters)[number];

/** Cells per line of paper of 58 and 80 mm. */
export const receiptColumns = { 58: 32, 80: 48 } as const;
export type ReceiptWidth = keyof typeof receiptColumns;

/** Paper as the printer sees it. */
export interface ReceiptPaper {
  readonly columns: number;
  readonly characters: PrinterCharacters;
}

/** Replaces control characters: a name may hold none that the printer would obey. */
export const printableText = (text: string): string =>
  // oxlint-disable-next-line eslint/no-control-regex -- control characters are commands of the printer
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ');

/** Counts the cells of a text. */
export const countCells = (text: string, { characters }: ReceiptPaper): number =>
  characters === 'chinese' ? encodeGbk(text).length : [...text].length;

/** Splits a text into lines of at most some cells, at blanks where possible. */
export function wrapText(text: string, cells: number, paper: ReceiptPaper): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const sign of printableText(text).trim()) {
    if (countCells(line + sign, paper) <= cells) {
      line += sign;
      continue;
    }
    const blank = line.lastIndexOf(' ');
    const isWord = sign !== ' ' && blank > 0 && isLatin(line.slice(blank + 1) + sign);
    lines.push((isWord ? line.slice(0, blank) : line).trimEnd());
    line = isWord ? line.slice(blank + 1) + sign : sign.trimStart();
  }
  return line === '' ? lines : [...lines, line];
}

/** Words of letters and digits stay whole; Chinese breaks anywhere. */
const isLatin = (text: string): boolean => /^[\u0021-\u024f]+$/.test(text);

const blankCells = (cells: number): string => ' '.repeat(Math.max(0, cells));

export const centredText = (text: string, { columns, ...paper }: ReceiptPaper): readonly string[] =>
  wrapText(text, columns, { columns, ...paper }).map(
    (line) =>
      blankCells(Math.floor((columns - countCells(line, { columns, ...paper })) / 2)) + line,
  );

/**
 * A text on the left and a figure at the right end. A text too long for the rest of the line is wrapped, and
 * the figure stands on the last line, or on a line of its own.
 */
export function spreadText(left: string, right: string, paper: ReceiptPaper): readonly string[] {
  const { columns } = paper;
  const figure = printableText(right);
  const width = countCells(figure, paper);
  const lines = wrapText(left, columns, paper);
  const last = lines.at(-1) ?? '';
  const free = columns - countCells(last, paper) - width;
  const gap = last === '' ? 0 : 1;
  if (free >= gap) return [...lines.slice(0, -1), last + blankCells(free) + figure];
  return [
    ...lines,
    ...wrapText(figure, columns, paper).map((part) => alignRight(part, columns, paper)),
  ];
}

const alignRight = (text: string, cells: number, paper: ReceiptPaper): string =>
  blankCells(cells - countCells(text, paper)) + text;

/** Right-aligned figures in columns of some widths; null: a figure is too wide. */
export function alignFigures(
  figures: readonly string[],
  widths: readonly number[],
  paper: ReceiptPaper,
): string | null {
  const parts = figures.map((figure, at) =>
    alignRight(printableText(figure), widths[at] ?? 0, paper),
  );
  return parts.some((part, at) => countCells(part, paper) > (widths[at] ?? 0))
    ? null
    : parts.join('');
}

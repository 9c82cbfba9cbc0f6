/** How wide a text is in letters of one millimetre. */
export type Measure = (text: string, bold: boolean) => number;

export interface Fitted {
  /** In points. */
  readonly fontSize: number;
  readonly lines: readonly string[];
}

const MILLIMETRES = 25.4 / 72;
/** How high a line of letters is, by their size. */
const LINE = 1.25;
/** Letters shrink to this part of their size, and no further than can be read. */
const SHRINKS = 0.6;
const SMALLEST = 5;

export const letterHeight = (fontSize: number): number => fontSize * MILLIMETRES;
export const lineHeight = (fontSize: number): number => letterHeight(fontSize) * LINE;

/** What stays together on a line: a word with the space behind it; of Chinese, each letter. */
const words = (text: string): readonly string[] =>
  text.match(
    /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]\s*|[^\s\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]+\s*|\s+/gu,
  ) ?? [];

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Lines no wider than the box; null where a word alone is. */
function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of words(text)) {
    if (line !== '' && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
    if (widthOf(line.trimEnd()) > width) return null;
  }
  return [...lines, line.trimEnd()];
}

/** As many of the letters as stand in a line with dots behind them. */
function cut(text: string, width: number, widthOf: (text: string) => number): string {
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Letters line by line, wherever they break; what is too much ends in dots. */
function filled(
  text: string,
  width: number,
  most: number,
  widthOf: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let rest = [...text];
  while (rest.length > 0 && lines.length < most) {
    let taken = rest.length;
    while (taken > 1 && widthOf(rest.slice(0, taken).join('')) > width) taken -= 1;
    lines.push(rest.slice(0, taken).join('').trim());
    rest = rest.slice(taken);
  }
  if (rest.length > 0) lines.push(cut((lines.pop() ?? '') + rest.join(''), width, widthOf));
  return lines;
}

/**
 * How a text stands in its box: in lines of whole words, in letters of its size; where that is too much, in smaller ones, down to
 * three fifths; and where that is too much as well, cut, with dots at its end.
 */
export function fitted(
  text: string,
  { width, height }: Box,
  { fontSize, bold }: { readonly fontSize: number; readonly bold: boolean },
  measure: Measure,
): Fitted {
  const smallest = Math.min(fontSize, Math.max(SMALLEST, fontSize * SHRINKS));
  const fitsIn = (size: number): number =>
    Math.max(1, Math.floor(height / lineHeight(size) + 0.01));
  const widthIn = (size: number) => (part: string) => measure(part, bold) * letterHeight(size);
  for (let size = fontSize; size >= smallest; size -= 0.5) {
    const lines = wrapped(text, width, widthIn(size));
    if (lines !== null && lines.length <= fitsIn(size)) return { fontSize: size, lines };
  }
  return { fontSize: smallest, lines: filled(text, width, fitsIn(smallest), widthIn(smallest)) };
}

/** Returns a text's width in letters of one millimetre. */
export type TextMeasure = (text: string, bold: boolean) => number;

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

/** Splits a text into unbreakable parts: words with the space behind; Chinese characters. */
const splitWords = (text: string): readonly string[] =>
  text.match(
    /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]\s*|[^\s\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]+\s*|\s+/gu,
  ) ?? [];

interface TextBox {
  readonly width: number;
  readonly height: number;
}

/** Lines no wider than the box; null where a word alone is. */
function wrapWords(
  text: string,
  width: number,
  widthOf: (text: string) => number,
): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of splitWords(text)) {
    if (line !== '' && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
    if (widthOf(line.trimEnd()) > width) return null;
  }
  return [...lines, line.trimEnd()];
}

/** Returns the letters that fit in a line with an ellipsis. */
function truncateText(text: string, width: number, widthOf: (text: string) => number): string {
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Breaks letters into lines anywhere; overflow ends in an ellipsis. */
function breakLetters(
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
  if (rest.length > 0)
    lines.push(truncateText((lines.pop() ?? '') + rest.join(''), width, widthOf));
  return lines;
}

/**
 * Fits a text into its box: whole words at full size; otherwise smaller, down to three fifths; otherwise
 * cut with an ellipsis.
 */
export function fitText(
  text: string,
  { width, height }: TextBox,
  { fontSize, bold }: { readonly fontSize: number; readonly bold: boolean },
  measure: TextMeasure,
): Fitted {
  const smallest = Math.min(fontSize, Math.max(SMALLEST, fontSize * SHRINKS));
  const fitsIn = (size: number): number =>
    Math.max(1, Math.floor(height / lineHeight(size) + 0.01));
  const widthIn = (size: number) => (part: string) => measure(part, bold) * letterHeight(size);
  for (let size = fontSize; size >= smallest; size -= 0.5) {
    const lines = wrapWords(text, width, widthIn(size));
    if (lines !== null && lines.length <= fitsIn(size)) return { fontSize: size, lines };
  }
  return {
    fontSize: smallest,
    lines: breakLetters(text, width, fitsIn(smallest), widthIn(smallest)),
  };
}

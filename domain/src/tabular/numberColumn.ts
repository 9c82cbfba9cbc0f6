import { parseNumberText, plainValue } from './numberText.ts';
import type { DecimalMark, NumberText } from './numberText.ts';

/** Notation of numbers in a column, or the cell that leaves it unclear. */
export type NumberFormat =
  | { readonly kind: 'clear'; readonly mark: DecimalMark }
  | { readonly kind: 'unclear'; readonly at: number };

export interface NumberSource {
  /** Cells of a spreadsheet, whose numbers always have a point: 1.234 is no thousand there. */
  readonly isSheet?: boolean;
}

/**
 * Decides the decimal mark of a column from all of its rows. Cells that only one mark can read decide it; it is unclear
 * where two contradict each other, or where each cell has two readings. Texts that are no numbers say nothing.
 */
export function decideNumberFormat(
  texts: readonly string[],
  { isSheet = false }: NumberSource = {},
): NumberFormat {
  let decided: DecimalMark | null = null;
  let doubted: number | null = null;
  for (const [at, text] of texts.entries()) {
    const mark = markOf(text, isSheet);
    if (mark === 'either') doubted ??= at;
    else if (mark !== null) {
      if (decided !== null && decided !== mark) return { kind: 'unclear', at };
      decided = mark;
    }
  }
  if (decided === null && doubted !== null) return { kind: 'unclear', at: doubted };
  return { kind: 'clear', mark: decided ?? '.' };
}

/** The one decimal mark under which a text is a number; null where it has no mark or is no number. */
function markOf(text: string, isSheet: boolean): DecimalMark | 'either' | null {
  const read = parseNumberText(text);
  if (read.kind === 'none') return null;
  if (read.kind === 'ambiguous') return isSheet && read.mark === '.' ? '.' : 'either';
  const [point, comma] = [parseNumberText(text, '.'), parseNumberText(text, ',')];
  if (point.kind === 'number' && comma.kind === 'number') return null;
  return point.kind === 'number' ? '.' : ',';
}

/** Reads the numbers of a column by the one mark that all of its rows decide; without one, each doubtful cell is ambiguous. */
export function parseNumberColumn(
  texts: readonly string[],
  source: NumberSource = {},
): readonly NumberText[] {
  const format = decideNumberFormat(texts, source);
  return texts.map((text) =>
    format.kind === 'clear' ? parseNumberText(text, format.mark) : parseNumberText(text),
  );
}

/** Texts of a column with its numbers as plain decimals, where all rows together say how they are written; others as they are. */
export const plainNumberColumn = (
  texts: readonly string[],
  source: NumberSource = {},
): readonly string[] =>
  parseNumberColumn(texts, source).map((read, at) => plainValue(read) ?? texts[at] ?? '');

import { sheetFor } from '@tradehouse/domain';
import type { LabelElement, LabelField, LabelKind, LabelTemplate } from './label.ts';

type Part = Readonly<{
  /** How much of its row, among the parts of the row. */
  share: number;
  bold?: boolean;
  right?: boolean;
  /** What the field is called stands with it. */
  named?: boolean;
}> &
  (
    | { readonly field: LabelField; readonly lines?: number }
    | { readonly code: 'code128' | 'qr'; readonly of: LabelField }
  );
interface Row {
  /** How much of the label, among its rows. */
  readonly share: number;
  readonly parts: readonly Part[];
}

const barcode: Part = { share: 1, code: 'code128', of: 'barcode', named: true };
const name: Part = { share: 1, field: 'productName', lines: 2, bold: true };

/** What stands on each kind of label, from top to bottom, whatever its size. */
const designs: Readonly<Record<LabelKind, readonly Row[]>> = {
  product: [
    { share: 7, parts: [name] },
    { share: 3, parts: [{ share: 1, field: 'standard' }] },
    {
      share: 4,
      parts: [
        { share: 2, field: 'price', bold: true },
        { share: 1, field: 'unit', right: true },
      ],
    },
    { share: 9, parts: [barcode] },
  ],
  shelf: [
    { share: 6, parts: [name] },
    {
      share: 3,
      parts: [
        { share: 2, field: 'standard' },
        { share: 1, field: 'unit', right: true },
      ],
    },
    { share: 8, parts: [{ share: 1, field: 'price', bold: true, right: true }] },
    { share: 3, parts: [{ share: 1, field: 'shelfPosition', named: true }] },
    { share: 7, parts: [barcode] },
  ],
  carton: [
    { share: 3, parts: [{ share: 1, field: 'company' }] },
    { share: 7, parts: [name] },
    {
      share: 3,
      parts: [
        { share: 1, field: 'standard' },
        { share: 1, field: 'contents', bold: true, right: true },
      ],
    },
    {
      share: 3,
      parts: [
        { share: 1, field: 'lot', named: true },
        { share: 1, field: 'expiry', right: true },
      ],
    },
    { share: 9, parts: [barcode] },
  ],
  serial: [
    { share: 6, parts: [name] },
    { share: 3, parts: [{ share: 1, field: 'standard' }] },
    {
      share: 12,
      parts: [
        { share: 2, code: 'code128', of: 'serial', named: true },
        { share: 1, code: 'qr', of: 'serial' },
      ],
    },
  ],
};

/** Down to the grid of half a millimetre. */
const onGrid = (millimetres: number): number => Math.floor(millimetres * 2) / 2;

const POINTS = 72 / 25.4;
/** How high a line of letters is, by their size. */
const LINE = 1.25;

/** The largest letters of which so many lines stand in so many millimetres, and not too large to be read at once. */
const fontFor = (height: number, lines: number): number =>
  Math.max(5, Math.min(40, onGrid((height * POINTS) / lines / LINE)));

/** How a kind of label of this size comes from the product. */
export function defaultLabel(
  kind: LabelKind,
  { width, height }: { readonly width: number; readonly height: number },
): LabelTemplate {
  const margin = Math.min(width, height) >= 80 ? 4 : 1.5;
  const rows = designs[kind];
  const whole = rows.reduce((sum, { share }) => sum + share, 0);
  let top = margin;
  const elements = rows.flatMap(({ share, parts }) => {
    const given = onGrid(((height - 2 * margin) * share) / whole);
    const row = placed(parts, { top, height: given, margin, width });
    top += given;
    return row;
  });
  return { kind, width, height, onSheet: false, sheet: sheetFor({ width, height }), elements };
}

interface Band {
  readonly top: number;
  readonly height: number;
  readonly margin: number;
  readonly width: number;
}

/** The parts of a row, side by side. */
function placed(parts: readonly Part[], { top, height, margin, width }: Band): LabelElement[] {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  let left = margin;
  return parts.map((part) => {
    const { share, bold = false, right = false, named = false } = part;
    const own = onGrid(((width - 2 * margin) * share) / whole);
    const place = { left, top, width: own, height };
    left += own;
    if ('code' in part) {
      const letters = { fontSize: fontFor(height / 4, 1), bold, align: 'center' as const };
      return { is: part.code, text: '', field: part.of, named, ...place, ...letters };
    }
    const letters = { fontSize: fontFor(height, part.lines ?? 1), bold };
    const align = right ? ('right' as const) : ('left' as const);
    return {
      is: 'field' as const,
      text: '',
      field: part.field,
      named,
      ...place,
      ...letters,
      align,
    };
  });
}

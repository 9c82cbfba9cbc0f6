import { sheetFor } from '@tradehouse/domain';
import type { LabelElement, LabelField, LabelKind, LabelTemplate } from './label.ts';

type DefaultLabelPart = Readonly<{
  /** Share of the row's width. */
  share: number;
  bold?: boolean;
  right?: boolean;
  /** Prints the title, too. */
  named?: boolean;
}> &
  (
    | { readonly field: LabelField; readonly lines?: number }
    | { readonly code: 'code128' | 'qr'; readonly of: LabelField }
  );
interface DefaultLabelRow {
  /** Share of the label's height. */
  readonly share: number;
  readonly parts: readonly DefaultLabelPart[];
}

const barcode: DefaultLabelPart = { share: 1, code: 'code128', of: 'barcode', named: true };
const name: DefaultLabelPart = { share: 1, field: 'productName', lines: 2, bold: true };

/** Label designs from top to bottom, for every size. */
const designs: Readonly<Record<LabelKind, readonly DefaultLabelRow[]>> = {
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
const floorToLabelGrid = (millimetres: number): number => Math.floor(millimetres * 2) / 2;

const POINTS = 72 / 25.4;
/** How high a line of letters is, by their size. */
const LINE = 1.25;

/** Returns the largest legible font for a number of lines in a height in millimetres. */
const fontFor = (height: number, lines: number): number =>
  Math.max(5, Math.min(40, floorToLabelGrid((height * POINTS) / lines / LINE)));

/** Returns the built-in template of a label kind in the given size. */
export function defaultLabel(
  kind: LabelKind,
  { width, height }: { readonly width: number; readonly height: number },
): LabelTemplate {
  const margin = Math.min(width, height) >= 80 ? 4 : 1.5;
  const rows = designs[kind];
  const whole = rows.reduce((sum, { share }) => sum + share, 0);
  let top = margin;
  const elements = rows.flatMap(({ share, parts }) => {
    const given = floorToLabelGrid(((height - 2 * margin) * share) / whole);
    const row = layOutLabelRow(parts, { top, height: given, margin, width });
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
function layOutLabelRow(
  parts: readonly DefaultLabelPart[],
  { top, height, margin, width }: Band,
): LabelElement[] {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  let left = margin;
  return parts.map((part) => {
    const { share, bold = false, right = false, named = false } = part;
    const own = floorToLabelGrid(((width - 2 * margin) * share) / whole);
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

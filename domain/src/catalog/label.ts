/** Code types of a label, readable by a scanner. */
export const labelCodes = ['code128', 'ean13', 'qr'] as const;
export type LabelCode = (typeof labelCodes)[number];

/** Checks for a valid EAN-13: thirteen digits, the last a check digit. */
export function isEan13(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const weighed = [...text].reduce(
    (sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return weighed % 10 === 0;
}

/** Reason against encoding a text; null: encodable. A code reading differently is worse than none. */
export function codeProblem(code: LabelCode, text: string): 'empty' | 'ean13' | 'code128' | null {
  if (text === '') return 'empty';
  if (code === 'ean13') return isEan13(text) ? null : 'ean13';
  // Code 128 encodes printable ASCII only.
  if (code === 'code128') return /^[ -~]+$/.test(text) ? null : 'code128';
  return null;
}

/** Labels side by side on a sheet of A4, in millimetres. */
export interface LabelSheet {
  readonly columns: number;
  readonly rows: number;
  /** Where the first label begins. */
  readonly left: number;
  readonly top: number;
  readonly gapAcross: number;
  readonly gapDown: number;
}

interface LabelDimensions {
  readonly width: number;
  readonly height: number;
}

export const a4: LabelDimensions = { width: 210, height: 297 };

/** Top left corners of a sheet's labels, row by row. */
export const placesOn = (sheet: LabelSheet, { width, height }: LabelDimensions) =>
  Array.from({ length: sheet.columns * sheet.rows }, (_, at) => ({
    left: sheet.left + (at % sheet.columns) * (width + sheet.gapAcross),
    top: sheet.top + Math.floor(at / sheet.columns) * (height + sheet.gapDown),
  }));

/** A hundredth of a millimetre too much is none: sizes in inches don't come out even. */
const WITHIN = 0.01;

const extentOfLabels = (
  places: readonly { readonly left: number; readonly top: number }[],
  size: LabelDimensions,
) => ({
  right: Math.max(...places.map(({ left }) => left)) + size.width,
  bottom: Math.max(...places.map(({ top }) => top)) + size.height,
});

/** Checks if the labels of this size fit on an A4 sheet. */
export function fitsSheet(sheet: LabelSheet, size: LabelDimensions): boolean {
  const { right, bottom } = extentOfLabels(placesOn(sheet, size), size);
  return right <= a4.width + WITHIN && bottom <= a4.height + WITHIN;
}

/** Fills an A4 sheet with labels of this size side by side, centred. */
export function sheetFor({ width, height }: LabelDimensions): LabelSheet {
  const columns = Math.max(1, Math.min(10, Math.floor(a4.width / width)));
  const rows = Math.max(1, Math.min(30, Math.floor(a4.height / height)));
  const before = (paper: number, used: number): number => Math.floor(Math.max(0, paper - used)) / 2;
  return {
    columns,
    rows,
    left: before(a4.width, columns * width),
    top: before(a4.height, rows * height),
    gapAcross: 0,
    gapDown: 0,
  };
}

/** Number of the first element outside the label, counted from 1; null: all fit. */
export function elementOutside(
  { width, height }: LabelDimensions,
  elements: readonly (LabelDimensions & { readonly left: number; readonly top: number })[],
): number | null {
  const at = elements.findIndex(
    (one) => one.left + one.width > width + WITHIN || one.top + one.height > height + WITHIN,
  );
  return at < 0 ? null : at + 1;
}

/** Codes that a scanner reads off a label. */
export const labelCodes = ['code128', 'ean13', 'qr'] as const;
export type LabelCode = (typeof labelCodes)[number];

/** Whether these are the thirteen digits of an EAN-13: the last of them follows from the others. */
export function isEan13(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const weighed = [...text].reduce(
    (sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return weighed % 10 === 0;
}

/** Why a text can't be such a code; null: it can. A code that reads otherwise than its text is worse than none. */
export function codeProblem(code: LabelCode, text: string): 'empty' | 'ean13' | 'code128' | null {
  if (text === '') return 'empty';
  if (code === 'ean13') return isEan13(text) ? null : 'ean13';
  // Code 128 has the letters that a keyboard without an input method has.
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

interface Size {
  readonly width: number;
  readonly height: number;
}

export const a4: Size = { width: 210, height: 297 };

/** Where on its page each label of a sheet begins, row by row. */
export const placesOn = (sheet: LabelSheet, { width, height }: Size) =>
  Array.from({ length: sheet.columns * sheet.rows }, (_, at) => ({
    left: sheet.left + (at % sheet.columns) * (width + sheet.gapAcross),
    top: sheet.top + Math.floor(at / sheet.columns) * (height + sheet.gapDown),
  }));

/** A hundredth of a millimetre too much is none: sizes in inches don't come out even. */
const WITHIN = 0.01;

const reaches = (
  places: readonly { readonly left: number; readonly top: number }[],
  size: Size,
) => ({
  right: Math.max(...places.map(({ left }) => left)) + size.width,
  bottom: Math.max(...places.map(({ top }) => top)) + size.height,
});

/** Whether as many labels of that size lie on a sheet of A4. */
export function fitsSheet(sheet: LabelSheet, size: Size): boolean {
  const { right, bottom } = reaches(placesOn(sheet, size), size);
  return right <= a4.width + WITHIN && bottom <= a4.height + WITHIN;
}

/** As many labels of that size as lie side by side on a sheet of A4, in its middle. */
export function sheetFor({ width, height }: Size): LabelSheet {
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

/** The first element that does not lie on a label of that size, counted from 1; null: all do. */
export function elementOutside(
  { width, height }: Size,
  elements: readonly (Size & { readonly left: number; readonly top: number })[],
): number | null {
  const at = elements.findIndex(
    (one) => one.left + one.width > width + WITHIN || one.top + one.height > height + WITHIN,
  );
  return at < 0 ? null : at + 1;
}

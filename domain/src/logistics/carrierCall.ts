/** Actions of the protocol between the product and carriers. */
export const carrierActions = ['ping', 'rate', 'label', 'void', 'track'] as const;
export type CarrierAction = (typeof carrierActions)[number];

/** Results of a call: answered, refused with words of the carrier, or without a readable answer. */
export const carrierResults = ['ok', 'refused', 'unreachable'] as const;
export type CarrierResult = (typeof carrierResults)[number];

/** Programs behind a carrier's API: a gateway with the protocol of this product, or FedEx. */
export const carrierAdapters = ['gateway', 'fedex'] as const;
export type CarrierAdapter = (typeof carrierAdapters)[number];

/** Label sheets: 100 × 150 mm for a label printer, or A4. */
export const labelFormats = ['label', 'a4'] as const;
export type LabelFormat = (typeof labelFormats)[number];

export const MOST_CARRIER_TEXT = 300;

/** Returns a carrier's words on one line, without invisible characters, limited in length. */
export function carrierText(text: string): string {
  const line = text
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  const letters = [...line];
  return letters.length <= MOST_CARRIER_TEXT
    ? line
    : `${letters.slice(0, MOST_CARRIER_TEXT - 1).join('')}…`;
}

/** Types of label files, by the name in the protocol. */
export const labelTypes = {
  pdf: 'application/pdf',
  png: 'image/png',
  zpl: 'application/zpl',
} as const;
export type LabelType = keyof typeof labelTypes;

/** Checks the beginning of a label file, and of ZPL the end, too: the announced type proves nothing. */
export function isLabelContent(type: LabelType, bytes: Uint8Array): boolean {
  const text = (from: number, to: number): string =>
    String.fromCodePoint(...bytes.subarray(Math.max(from, 0), to));
  if (type === 'pdf') return text(0, 5) === '%PDF-';
  if (type === 'png') return text(0, 8) === '\u0089PNG\r\n\u001A\n';
  const isPrinted = bytes.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13);
  const end = text(bytes.length - 64, bytes.length).trimEnd();
  return isPrinted && /^\s*(?:\^|~)[A-Z]/.test(text(0, 64)) && end.endsWith('^XZ');
}

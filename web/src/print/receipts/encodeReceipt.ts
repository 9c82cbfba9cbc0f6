import type { ReceiptLine } from './receiptLines.ts';
import { encodeGbk } from './gbk.ts';
import { printableText } from './receiptText.ts';
import type { ReceiptPaper } from './receiptText.ts';

/** Choice of Chinese characters (FS &); the encoder starts printers with single bytes (FS .). */
const CHINESE_MODE = [0x1c, 0x26];
/** Lines before the cut: the knife is above the print head. */
const FEED_BEFORE_CUT = 4;
/** Size of a QR code's squares in dots. */
const CODE_SIZE = 6;

export interface ReceiptJob extends ReceiptPaper {
  /** Opens the cash drawer. */
  readonly opensDrawer: boolean;
}

/** Encodes lines as ESC/POS commands; the encoder is loaded with the first receipt. */
export async function encodeReceipt(
  lines: readonly ReceiptLine[],
  { columns, characters, opensDrawer }: ReceiptJob,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: ReceiptPrinterEncoder } = await import('@point-of-sale/receipt-printer-encoder');
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    newline: '\n',
    feedBeforeCut: FEED_BEFORE_CUT,
  });
  encoder.initialize();
  if (characters === 'chinese') encoder.raw(CHINESE_MODE);
  else encoder.codepage('auto');
  for (const line of lines) {
    if ('code' in line) {
      encoder.align('center').qrcode(line.code, { size: CODE_SIZE, errorlevel: 'm' }).align('left');
      continue;
    }
    encoder.bold(line.style !== 'plain').height(line.style === 'tall' ? 2 : 1);
    const text = printableText(line.text);
    if (characters === 'chinese') encoder.raw(encodeGbk(text));
    else encoder.text(text);
    encoder.newline();
  }
  encoder.bold(false).height(1).cut('partial');
  if (opensDrawer) encoder.pulse();
  return Uint8Array.from(encoder.encode());
}

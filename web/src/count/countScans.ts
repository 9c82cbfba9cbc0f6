import type { CountEntry } from '@tradehouse/contract';
import type { ScanContent } from '@tradehouse/domain';
import { expiryFrom } from '../document/draft/lineDraft.ts';
import { explainUnknownScan, lookUpGoodsByCode } from '../document/scan/goodsOfCode.ts';
import type { ScannedGoods } from '../document/scan/goodsOfCode.ts';
import { readOwnScan } from '../document/scan/readOwnScan.ts';

/** Longest code of an entry. */
const LONGEST_CODE = 99;

/** Tests for a code with no more than a barcode or serial: the server finds the goods. */
const isPlainContent = ({ alternatives, lot, serial, quantity }: ScanContent): boolean =>
  alternatives.length === 0 && lot + serial + quantity === '';

/** Count entry of a scan, or the reason of a refusal. */
export async function countEntryOfScan(
  code: string,
): Promise<CountEntry | { readonly refused: string }> {
  const content = readOwnScan(code);
  if ('fault' in content) return { refused: explainUnknownScan(code) };
  if (isPlainContent(content))
    return content.code.length > LONGEST_CODE
      ? { refused: explainUnknownScan(code) }
      : { code: content.code };
  const goods = await lookUpGoodsByCode(code);
  if ('refused' in goods)
    // A serial may look like a code with further barcodes.
    return content.weight + content.amount + content.lot + content.serial === ''
      ? { code: content.code }
      : goods;
  return countEntryOfGoods(goods);
}

/** Entry of goods with a quantity, lot or serial. Serials are counted by their own number. */
export function countEntryOfGoods({ product, quantity, content }: ScannedGoods): CountEntry {
  const { barcode, serialManaged, lotManaged, shelfLifeDays } = product;
  if (serialManaged && content.serial !== '') return { code: content.serial };
  const entry = { code: barcode, add: quantity };
  if (!lotManaged || content.lot === '') return entry;
  const { lot, produced, expiry: read } = content;
  const { expiry = '' } = read === '' ? expiryFrom(produced, shelfLifeDays) : { expiry: read };
  return { ...entry, lot, ...(expiry === '' ? {} : { expiry }) };
}

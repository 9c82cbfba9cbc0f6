import { barcodesForLine } from '@tradehouse/contract';
import { decimal, readScan, toPlainDecimal } from '@tradehouse/domain';
import type { ScanContent } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';
import { todayOfBrowser } from '../draft/parts.ts';

/** Goods of a scanned code; `units` are base units. */
export interface ScannedGoods {
  readonly skuId: string;
  readonly units: string;
  readonly content: ScanContent;
}

/** Resolves a scanned barcode or GS1 code to a SKU and the number of base units; null: unknown code. */
export async function lookUpGoodsByCode(code: string): Promise<ScannedGoods | null> {
  const content = readScan(code, todayOfBrowser());
  if ('fault' in content) return null;
  try {
    const [found] = await callEndpoint(barcodesForLine, { barCode: content.code }, { quiet: true });
    if (found === undefined) return null;
    const { skuId, ratio } = found;
    const pieces = content.quantity === '' ? '1' : content.quantity;
    return { skuId, units: toPlainDecimal(decimal(ratio).times(pieces)), content };
  } catch {
    // A failed request counts as not found; the scanner reports the failure, and rescanning works.
    return null;
  }
}

/** Explains a code without goods: an unknown code, or a GS1 code that cannot be used. */
export function explainUnknownScan(code: string): string {
  const reading = readScan(code, todayOfBrowser());
  return 'fault' in reading ? t(`editor.scan.fault.${reading.fault}`) : t('editor.scan.unknown');
}

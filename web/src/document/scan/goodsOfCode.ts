import { barcodesForLine } from '@tradehouse/contract';
import {
  barcodeFinder,
  barcodesOfScan,
  decimal,
  hasRightCheckDigit,
  resolveScan,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { GoodsFault, ScanContent } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';
import type { LineProduct } from '../draft/lineDraft.ts';
import { readOwnScan } from './readOwnScan.ts';

/** Goods of a scanned code; `units` are base units, `quantity` is in the unit of the barcode. */
export interface ScannedGoods {
  readonly skuId: string;
  readonly units: string;
  readonly quantity: string;
  readonly product: LineProduct;
  readonly content: ScanContent;
}

interface RefusedScan {
  readonly refused: string;
}

/** Resolves a scanned code to a SKU and a quantity, or explains the refusal. */
export async function lookUpGoodsByCode(code: string): Promise<ScannedGoods | RefusedScan> {
  const content = readOwnScan(code);
  const unknown = { refused: explainUnknownScan(code) };
  if ('fault' in content) return unknown;
  try {
    const barCode = barcodesOfScan(content).join(',');
    const rows = await callEndpoint(barcodesForLine, { barCode }, { quiet: true });
    const resolved = resolveScan(
      content,
      barcodeFinder(rows, ({ barcode }) => barcode),
    );
    if (resolved === undefined) return unknown;
    if ('fault' in resolved) return { refused: explainGoodsFault(resolved.fault, resolved.goods) };
    const { goods: product, quantity: read } = resolved;
    const quantity = read === '' ? '1' : read;
    const units = toPlainDecimal(decimal(product.ratio).times(quantity));
    return { skuId: product.skuId, units, quantity, product, content };
  } catch {
    // A failed request counts as not found; the scanner reports the failure, and rescanning works.
    return unknown;
  }
}

/** Explains a code without goods: a refused, unknown or probably misread code. */
export function explainUnknownScan(code: string): string {
  const reading = readOwnScan(code);
  if ('fault' in reading) return t(`editor.scan.fault.${reading.fault}`);
  const isMakersCode = /^\d{8}(\d{4,6})?$/.test(reading.code);
  return isMakersCode && !hasRightCheckDigit(reading.code) && reading.alternatives.length === 0
    ? t('editor.scan.unknownCheckDigit')
    : t('editor.scan.unknown');
}

/** Explains why goods of a scale's code have no quantity. */
export const explainGoodsFault = (
  fault: GoodsFault,
  { productName, unit }: Pick<LineProduct, 'productName' | 'unit'>,
): string => t(`editor.scan.fault.${fault}`, { name: productName, unit });

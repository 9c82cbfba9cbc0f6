import { barcodesForLine } from '@tradehouse/contract';
import { callEndpoint } from '../../app/net/client.ts';

/** Resolves a scanned code to a SKU and the number of base units; null: unknown code. */
export async function lookUpGoodsByCode(
  code: string,
): Promise<{ readonly skuId: string; readonly ratio: string } | null> {
  try {
    const [found] = await callEndpoint(barcodesForLine, { barCode: code }, { quiet: true });
    return found === undefined ? null : { skuId: found.skuId, ratio: found.ratio };
  } catch {
    // A failed request counts as not found; the scanner reports the failure, and rescanning works.
    return null;
  }
}

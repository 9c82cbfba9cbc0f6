import { barcodesForLine } from '@tradehouse/contract';
import { call } from '../../app/net/client.ts';

/** What a scanned code means of a product: its SKU, and how many base units the code stands for; null: no code of ours. */
export async function goodsOfCode(
  code: string,
): Promise<{ readonly skuId: string; readonly ratio: string } | null> {
  try {
    const [found] = await call(barcodesForLine, { barCode: code }, { quiet: true });
    return found === undefined ? null : { skuId: found.skuId, ratio: found.ratio };
  } catch {
    // What can't be asked for is not found; the scanner says so and the code can be scanned again.
    return null;
  }
}

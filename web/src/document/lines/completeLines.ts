import { refusedField } from '../draft/refusals.ts';
import type { SaveRefusal } from '../draft/refusals.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { completeLineProducts } from './lineService.ts';
import type { BarcodeLookUps } from './lineService.ts';
import { unpricedText } from './priceConversion.ts';
import type { PriceConversion } from './priceConversion.ts';

/** Completes lines before a save: products of new codes, then prices in the document's currency. */
export async function completeGoodsLines(
  store: GridStore<LineDraft>,
  lookUps: BarcodeLookUps,
  conversion: PriceConversion | null,
): Promise<SaveRefusal | null> {
  const lacking = await completeLineProducts(store, lookUps);
  if (lacking !== null) return lacking;
  const cause = (await conversion?.settle()) ?? null;
  return cause === null ? null : refusedField(cause, unpricedText(cause));
}

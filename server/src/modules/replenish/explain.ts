import type { InputOf, ReplyOf, explainProposal } from '@tradehouse/contract';
import { toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { idsFromList, trimTrailingZeros } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { estimateText, readProposals, stockPosition } from './proposals.ts';

/** Computes one SKU like the list; further SKUs of the product share the minimum stock. */
export async function explainOne(
  context: Context,
  { skuId, warehouses, ...asked }: InputOf<typeof explainProposal>,
): Promise<ReplyOf<typeof explainProposal>> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ product_id: string }>`
    select product_id from sku where tenant_id = ${tenantId} and id = ${skuId}`.execute(tx);
  const { product_id: productId } = orRefuseMissing(rows[0]);
  const { frame, proposals } = await readProposals(context, {
    ...asked,
    productId,
    warehouseIds: warehouses === undefined ? undefined : idsFromList(warehouses),
  });
  const found = orRefuseMissing(proposals.find(({ figures }) => figures.skuId === skuId));
  const { figures, forecast, levels } = found;
  const exact = (value: string | null) => (value === null ? null : trimTrailingZeros(value));
  return {
    months: frame.months.map((month, at) => ({
      month: month.slice(0, 7),
      sold: estimateText(figures.sold[at] ?? 0),
    })),
    method: forecast.method,
    monthly: estimateText(forecast.monthly),
    deviation: estimateText(forecast.deviation),
    season: forecast.season === null ? null : [...forecast.season],
    leadDays: found.leadDays,
    reviewDays: frame.reviewDays,
    coverDays: frame.coverDays,
    minimumStock: estimateText(found.minimumStock),
    onHand: trimTrailingZeros(figures.onHand),
    reserved: trimTrailingZeros(figures.reserved),
    onOrder: trimTrailingZeros(figures.onOrder),
    drafted: trimTrailingZeros(figures.drafted),
    position: toPlainDecimal(stockPosition(figures)),
    reorderDemand: estimateText(levels.reorderDemand),
    safetyStock: estimateText(levels.safetyStock),
    reorderPoint: estimateText(levels.reorderPoint),
    orderUpTo: estimateText(levels.orderUpTo),
    minimumOrder: exact(figures.minimumOrder),
    packSize: exact(figures.packSize),
    proposed: toPlainDecimal(found.proposed),
  };
}

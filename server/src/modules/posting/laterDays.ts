import { stockCrossingOf, decimal } from '@tradehouse/domain';
import type { MoveToPost, SkuDay } from '@tradehouse/domain';
import { sql } from 'kysely';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { LockedSku, LockedSkus } from './skuLock.ts';

/**
 * Adds the daily changes from the first affected day on to the locked SKUs, because backdated postings are
 * valued by them. Needs no query if every SKU moves on or after its last day.
 */
export async function withLaterDays(
  context: Context,
  moves: readonly MoveToPost[],
  locked: LockedSkus,
): Promise<LockedSkus> {
  const firstDays = new Map<string, string>();
  for (const move of moves.filter((one) => stockCrossingOf(one) !== 'none')) {
    const first = firstDays.get(move.skuId) ?? move.businessDate;
    firstDays.set(move.skuId, first < move.businessDate ? first : move.businessDate);
  }
  const late = [...firstDays].flatMap(([skuId, since]) =>
    isPast(since, locked.get(skuId)) ? [{ sku_id: skuId, since }] : [],
  );
  if (late.length === 0) return locked;
  const days = await readDaysAfter(context, late);
  return new Map(
    [...locked].map(([skuId, sku]) => [skuId, { ...sku, days: days.get(skuId) ?? [] }]),
  );
}

const isPast = (day: string, sku: LockedSku | undefined): boolean =>
  sku !== undefined && (sku.lastDay === null ? sku.lastPosting > 0n : day < sku.lastDay);

async function readDaysAfter(
  { tx, tenantId }: Context,
  late: readonly { readonly sku_id: string; readonly since: string }[],
): Promise<ReadonlyMap<string, readonly SkuDay[]>> {
  const { rows } = await sql<{
    sku_id: string;
    starts_on: string;
    quantity: string;
    value: string;
  }>`
    select period.sku_id, period.starts_on, sum(period.quantity) as quantity, sum(period.value) as value
    from ${rowsAsTable(late, 'sku_id bigint, since date')}
    join whole_sku_period period on period.tenant_id = ${tenantId} and period.sku_id = given.sku_id
      and period.grain = 'd' and period.starts_on > given.since
    group by period.sku_id, period.starts_on
    order by period.sku_id, period.starts_on`.execute(tx);
  return Map.groupBy(
    rows.map((row) => ({
      skuId: row.sku_id,
      businessDate: row.starts_on,
      quantity: decimal(row.quantity),
      value: decimal(row.value),
    })),
    ({ skuId }) => skuId,
  );
}

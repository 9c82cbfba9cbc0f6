import type { Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { given } from './recordset.ts';

interface Lot {
  readonly sku_id: string;
  readonly lot: string;
  readonly expiry: string | null;
}

/**
 * Makes the lots of these documents known. A lot has one expiry: the first that is named holds, another is refused.
 * Runs under the locks of the SKUs.
 */
export async function recordLots(
  { tx, tenantId }: Context,
  documents: readonly Document[],
): Promise<void> {
  const lots = distinctLots(documents);
  if (lots.length === 0) return;
  const { rows } = await sql<Lot>`
    insert into lot (tenant_id, sku_id, lot, expiry)
    select ${tenantId}::bigint, given.* from ${given(lots, 'sku_id bigint, lot text, expiry date')}
    on conflict (tenant_id, sku_id, lot) do update set expiry = coalesce(lot.expiry, excluded.expiry)
    returning sku_id, lot, expiry`.execute(tx);
  const known = new Map(rows.map((row) => [`${row.sku_id} ${row.lot}`, row.expiry]));
  for (const { sku_id, lot, expiry } of lots) {
    const held = known.get(`${sku_id} ${lot}`) ?? null;
    if (expiry !== null && held !== expiry) refuse('lot.otherExpiry', { lot, expiry: held ?? '' });
  }
}

function distinctLots(documents: readonly Document[]): Lot[] {
  const lots = new Map<string, Lot>();
  for (const { skuId, allocations } of documents.flatMap(({ goodsLines }) => goodsLines)) {
    for (const { lot, expiry } of allocations) {
      if (lot === null || lot === '') continue;
      const key = `${skuId} ${lot}`;
      const before = lots.get(key);
      if (before?.expiry && expiry !== null && before.expiry !== expiry)
        refuse('lot.otherExpiry', { lot, expiry: before.expiry });
      lots.set(key, { sku_id: skuId, lot, expiry: expiry ?? before?.expiry ?? null });
    }
  }
  return [...lots.values()];
}

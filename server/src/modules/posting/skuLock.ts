import { decimal } from '@tradehouse/domain';
import type { SkuCost } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { together } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

type Books = Pick<Context, 'tx' | 'tenantId'>;

/** What a SKU is worth, the number of its last posting, and the last day that changed what it is worth. */
export interface LockedSku extends SkuCost {
  readonly lastPosting: bigint;
  /** Null: nothing did, or it isn't known yet. */
  readonly lastDay: string | null;
}

export type LockedSkus = ReadonlyMap<string, LockedSku>;

interface Row {
  sku_id: string;
  quantity: string;
  value: string;
  basis_quantity: string;
  basis_value: string;
  last_posting: string;
  last_day: string | null;
}

/**
 * Locks SKUs for the rest of the transaction, in id order and in one statement, so that postings of overlapping
 * goods wait instead of deadlocking. Whatever moves a SKU or locks its stock comes through here first. `read` asks for
 * what stays true under the locks; its statements share the trip.
 */
export async function lockSkus<T>(
  context: Books,
  skuIds: readonly string[],
  read: () => Promise<T>,
): Promise<readonly [LockedSkus, T]> {
  if (skuIds.length === 0) return [new Map(), await read()];
  let [rows, found] = await together([locked(context, skuIds), read()]);
  if (rows.length < skuIds.length) {
    await addMissing(context, skuIds);
    [rows, found] = await together([locked(context, skuIds), read()]);
  }
  return [new Map(rows.map((row) => [row.sku_id, costOf(row)])), found];
}

async function locked({ tx, tenantId }: Books, skuIds: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select sku_id, quantity, value, basis_quantity, basis_value, last_posting, last_day
    from sku_cost
    where tenant_id = ${tenantId} and sku_id = any(${skuIds}::bigint[])
    order by sku_id
    for update`.execute(tx);
  return rows;
}

async function addMissing({ tx, tenantId }: Books, skuIds: readonly string[]): Promise<void> {
  await sql`
    insert into sku_cost (tenant_id, sku_id)
    select ${tenantId}::bigint, id from unnest(${skuIds}::bigint[]) as given(id) order by id
    on conflict do nothing`.execute(tx);
}

/**
 * Forgets what SKUs cost that were never posted, before they go. Of one that was, its cost stays and keeps it: the ledger
 * names it for ever. A posting that is under way holds the cost, so it is waited for.
 */
export async function forgetCosts(
  { tx, tenantId }: Books,
  skuIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    delete from sku_cost where tenant_id = ${tenantId} and sku_id in (
      select sku_id from sku_cost
      where tenant_id = ${tenantId} and sku_id = any(${skuIds}) and last_posting = 0
      order by sku_id for update)`.execute(tx);
}

const costOf = (row: Row): LockedSku => ({
  quantity: decimal(row.quantity),
  value: decimal(row.value),
  basisQuantity: decimal(row.basis_quantity),
  basisValue: decimal(row.basis_value),
  days: [],
  lastPosting: BigInt(row.last_posting),
  lastDay: row.last_day,
});

import { decimal } from '@tradehouse/domain';
import type { SkuCost } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

type SkuLockContext = Pick<Context, 'tx' | 'tenantId'>;

/** Cost of a SKU, the number of the last posting, and the last day with a cost change. */
export interface LockedSku extends SkuCost {
  readonly lastPosting: bigint;
  /** Last day with a cost change; null: none, or not known yet. */
  readonly lastDay: string | null;
}

export type LockedSkus = ReadonlyMap<string, LockedSku>;

interface SkuCostRow {
  sku_id: string;
  quantity: string;
  value: string;
  basis_quantity: string;
  basis_value: string;
  last_posting: string;
  last_day: string | null;
}

/**
 * Locks SKUs until the end of the transaction, in id order and in a single statement: overlapping postings
 * wait instead of deadlocking. Every stock move and every stock lock starts here. `read` runs queries valid
 * under the locks; the queries share the round trip.
 */
export async function lockSkus<T>(
  context: SkuLockContext,
  skuIds: readonly string[],
  read: () => Promise<T>,
): Promise<readonly [LockedSkus, T]> {
  if (skuIds.length === 0) return [new Map(), await read()];
  let [rows, found] = await runTogether([lockSkuCostRows(context, skuIds), read()]);
  if (rows.length < skuIds.length) {
    await openCosts(context, skuIds);
    [rows, found] = await runTogether([lockSkuCostRows(context, skuIds), read()]);
  }
  return [new Map(rows.map((row) => [row.sku_id, lockedSkuFromRow(row)])), found];
}

async function lockSkuCostRows(
  { tx, tenantId }: SkuLockContext,
  skuIds: readonly string[],
): Promise<SkuCostRow[]> {
  const { rows } = await sql<SkuCostRow>`
    select sku_id, quantity, value, basis_quantity, basis_value, last_posting, last_day
    from sku_cost
    where tenant_id = ${tenantId} and sku_id = any(${skuIds}::bigint[])
    order by sku_id
    for update`.execute(tx);
  return rows;
}

/** Creates cost rows with value 0 for SKUs without a cost row. */
export async function openCosts(
  { tx, tenantId }: SkuLockContext,
  skuIds: readonly string[],
): Promise<void> {
  await sql`
    insert into sku_cost (tenant_id, sku_id)
    select ${tenantId}::bigint, id from unnest(${skuIds}::bigint[]) as given(id) order by id
    on conflict do nothing`.execute(tx);
}

/**
 * Deletes the costs of never posted SKUs, before the SKUs. A posted SKU keeps the cost, and therefore
 * exists for ever: the ledger names the SKU, also as a kit. A running posting holds the cost row, therefore
 * the deletion waits.
 */
export async function forgetCosts(
  { tx, tenantId }: SkuLockContext,
  skuIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    delete from sku_cost where tenant_id = ${tenantId} and sku_id in (
      select sku_id from sku_cost
      where tenant_id = ${tenantId} and sku_id = any(${skuIds}) and last_posting = 0
        and not exists (
          select from stock_move where tenant_id = ${tenantId} and kit_sku_id = sku_cost.sku_id)
      order by sku_id for update)`.execute(tx);
}

const lockedSkuFromRow = (row: SkuCostRow): LockedSku => ({
  quantity: decimal(row.quantity),
  value: decimal(row.value),
  basisQuantity: decimal(row.basis_quantity),
  basisValue: decimal(row.basis_value),
  days: [],
  lastPosting: BigInt(row.last_posting),
  lastDay: row.last_day,
});

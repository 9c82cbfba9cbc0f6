import type { ReplyOf, checkProductStock } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { idsFromList } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';

type Checked = ReplyOf<typeof checkProductStock>;

/** Selects quantities that moves of the requested SKUs bring to each place, and take away. */
const skuFlowsSql = (tenantId: string) => sql`
  select move.sku_id, move.to_place as place, move.to_id as place_id, move.lot, move.stock_type, move.quantity, move.value
  from stock_move as move join asked on asked.sku_id = move.sku_id where move.tenant_id = ${tenantId}
  union all
  select move.sku_id, move.from_place, move.from_id, move.lot, move.stock_type, -move.quantity, -move.value
  from stock_move as move join asked on asked.sku_id = move.sku_id where move.tenant_id = ${tenantId}`;

/** Selects SKUs whose balances differ from the ledger: invariant S1, for a few products. */
const wrongStock = (tenantId: string): RawBuilder<unknown> => sql`
  select sku_id from (
    select sku_id, place_id as warehouse_id, lot, stock_type, sum(quantity) as quantity
    from flow where place = 'warehouse' group by 1, 2, 3, 4) as ledger
  full join (
    select held.sku_id, held.warehouse_id, held.lot, held.stock_type, held.quantity
    from stock_balance as held join asked on asked.sku_id = held.sku_id
    where held.tenant_id = ${tenantId}) as balance using (sku_id, warehouse_id, lot, stock_type)
  where coalesce(balance.quantity, 0) <> coalesce(ledger.quantity, 0)`;

/** Selects SKUs whose cost differs from the ledger: invariant V4. */
const wrongCost = (tenantId: string): RawBuilder<unknown> => sql`
  select sku_id from (
    select sku_id, sum(value) as value from flow
    where place in ('warehouse', 'transit', 'regrade') group by 1) as ledger
  full join (
    select cost.sku_id, cost.value from sku_cost as cost join asked on asked.sku_id = cost.sku_id
    where cost.tenant_id = ${tenantId}) as cost using (sku_id)
  where coalesce(cost.value, 0) <> coalesce(ledger.value, 0)`;

/**
 * Compares stored values of products with their ledger. Nothing is corrected: only postings write balances,
 * and a difference is a defect to find, not a number to overwrite.
 */
const createProductCheck =
  (wrong: (tenantId: string) => RawBuilder<unknown>) =>
  async ({ tx, tenantId }: Context, ids: string): Promise<Checked> => {
    const wanted = idsFromList(ids);
    const { rows } = await sql<{ name: string; differs: boolean }>`
      with asked as (
        select id as sku_id, product_id from sku
        where tenant_id = ${tenantId} and product_id = any(${wanted}::bigint[])),
      flow as (${skuFlowsSql(tenantId)}),
      wrong as (${wrong(tenantId)})
      select product.name, exists (
        select from wrong join asked on asked.sku_id = wrong.sku_id where asked.product_id = product.id) as differs
      from product where product.tenant_id = ${tenantId} and product.id = any(${wanted}::bigint[])
      order by product.name`.execute(tx);
    if (rows.length < wanted.length) refuseWith('record.missing');
    return {
      checked: rows.length,
      differing: rows.filter(({ differs }) => differs).map(({ name }) => name),
    };
  };

export const stockOfProducts = createProductCheck(wrongStock);
export const costOfProducts = createProductCheck(wrongCost);

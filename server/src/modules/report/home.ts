import type { ReplyOf, StockTiles, WaitingTile, home } from '@tradehouse/contract';
import { MOST_WAITING, maskOfKind, stockOnHandTable } from '@tradehouse/contract';
import {
  billOf,
  decimal,
  documentKinds,
  isPlan,
  kindCodes,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { KindCode, OpenPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  grantedWarehouses,
  mayOpen,
  seesAmounts,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { bookedBetween } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { isOpenOrder } from '../document/index.ts';
import { tenantTerms } from '../identity/index.ts';
import { newestUnread } from '../message/index.ts';
import { belowMinimum, expiryLevel } from '../stock/index.ts';
import { readCompanyToday } from '../system/index.ts';
import { worthOfStock } from './goods/stockAt.ts';
import { tradeBeside, tradeByMonth } from './trade/trade.ts';

type HomePageReply = ReplyOf<typeof home>;

/** Number of newest messages displayed. */
const NOTICES = 5;

/** Reads the home page; each part is a single query, over balances, roll-ups and open documents. */
export async function homePage(context: Context): Promise<HomePageReply> {
  const day = await readCompanyToday(context);
  return {
    money: await tradeBeside(context, day),
    months: [...(await tradeByMonth(context, day))],
    stock: await stockTiles(context, day),
    waiting: await waitingTiles(context, day),
    today: day,
    notices: await newestUnread(context, NOTICES),
    company: await tenantTerms(context),
  };
}

/**
 * Stock tiles, equal to the stock-on-hand page; null: hidden from the caller. SKUs are summed by product
 * only if a SKU is negative: no further product can have zero or less.
 */
async function stockTiles(context: Context, day: string): Promise<StockTiles | null> {
  const { tx, tenantId, scope } = context;
  if (!mayOpen(scope, String(stockOnHandTable.access.page))) return null;
  const seen = (alias: string) =>
    sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId} and ${grantedWarehouses(scope, `${alias}.warehouse_id`)}`;
  const { rows } = await sql<StockTiles>`
    with dated as materialized (
      select ${expiryLevel(sql`${day}::date`)} as level
      from stock_balance as held
      join lot on lot.tenant_id = ${tenantId} and lot.sku_id = held.sku_id and lot.lot = held.lot
      join sku on sku.tenant_id = ${tenantId} and sku.id = held.sku_id
      join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
      where held.lot <> '' and held.quantity > 0 and ${seen('held')}),
    stocked as materialized (
      select sku.product_id, stock.quantity, stock.value
      from ${worthOfStock(['sku_id'], context, {})} as stock
      join sku on sku.tenant_id = ${tenantId} and sku.id = stock.sku_id),
    short as materialized (
      select sum(quantity) as quantity from stocked
      where product_id in (select product_id from stocked where quantity < 0) group by product_id)
    select ((count(distinct product_id) filter (where quantity <> 0)) - (select count(*) from short where quantity = 0))::int
        as products,
      (select count(*) from short where quantity < 0)::int as negative,
      coalesce(sum(quantity), 0)::text as quantity, coalesce(sum(value), 0)::text as value,
      (select count(*) from stock_lock as locked where locked.quantity > 0 and ${seen('locked')})::int as locked,
      (select count(*) from (${belowMinimum(tenantId, seen('safety'))}) as below)::int as "belowSafety",
      (select count(*) from dated where level = 'expired')::int as expired,
      (select count(*) from dated where level = 'soon')::int as "soonExpired"
    from stocked`.execute(tx);
  const { quantity, value, ...counts } = orRefuseMissing(rows[0]);
  return {
    ...counts,
    quantity: toPlainDecimal(decimal(quantity)),
    value: seesAmounts(scope, 'cost') && value !== null ? toPlainDecimal(decimal(value)) : null,
  };
}

/** Kinds with open debts in a purse, without returns; only for readers of their amounts. */
const listHomeBillKinds = (purse: OpenPurse, scope: Scope): readonly KindCode[] =>
  kindCodes.filter((kind) => {
    const bill = billOf(kind);
    const { amounts } = documentKinds[kind];
    const isBill = bill?.purse === purse && bill.sign === 1 && amounts.includes('debt');
    return isBill && seesAmounts(scope, maskOfKind(documentKinds[kind]));
  });

/** Waiting tiles by kind: counted among open documents, and no further than people read. */
async function waitingTiles(context: Context, day: string): Promise<HomePageReply['waiting']> {
  const { tx, tenantId, scope } = context;
  const opened = (kinds: readonly KindCode[]): readonly KindCode[] =>
    kinds.filter((kind) => mayOpen(scope, documentKinds[kind].url ?? ''));
  const open = isOpenOrder('document');
  const owed = sql`document.in_force and document.debt <> document.settled`;
  const late = sql`${owed} and document.due_on < ${day}::date`;
  const draft = sql`document.approval = 'draft'`;
  // Each tile names the kinds of a partial index.
  const tiles: readonly (readonly [WaitingTile, readonly KindCode[], RawBuilder<unknown>])[] = [
    [
      'orderedToday',
      ['saleOrder'],
      sql`document.kind = 'saleOrder' and ${bookedBetween('document', day, day)}`,
    ],
    [
      'toApprove',
      kindCodes.filter((kind) => !isPlan(kind)),
      sql`${draft} and not document.in_force`,
    ],
    [
      'toApprove',
      ['purchaseRequest', 'purchaseOrder'],
      sql`${draft} and document.kind in ('purchaseRequest', 'purchaseOrder')`,
    ],
    ['toApprove', ['saleOrder'], sql`${draft} and document.kind = 'saleOrder'`],
    ['toBuy', ['purchaseRequest'], sql`document.kind = 'purchaseRequest' and ${open}`],
    ['toShip', ['saleOrder'], sql`document.kind = 'saleOrder' and ${open}`],
    ['toReceive', ['purchaseOrder'], sql`document.kind = 'purchaseOrder' and ${open}`],
    ['toCollect', listHomeBillKinds('receivable', scope), owed],
    ['toPay', listHomeBillKinds('payable', scope), owed],
    ['overdueIn', listHomeBillKinds('receivable', scope), late],
    ['overdueOut', listHomeBillKinds('payable', scope), late],
  ];
  const parts = tiles.map(
    ([tile, kinds, which]) => sql`
      select ${tile}::text as tile, waiting.kind, count(*)::int as count from (
        select document.kind from document
        where document.tenant_id = ${tenantId} and document.deleted_at is null and ${which}
          and document.kind = any(${opened(kinds)}::text[]) and ${visibleDocuments(scope, 'document')}
        limit ${sql.lit(MOST_WAITING)}) as waiting
      group by waiting.kind`,
  );
  const { rows } = await sql<
    HomePageReply['waiting'][number]
  >`${sql.join(parts, sql` union all `)}`.execute(tx);
  const place = new Map(kindCodes.map((kind, at) => [kind, at]));
  return rows.toSorted((one, other) => (place.get(one.kind) ?? 0) - (place.get(other.kind) ?? 0));
}

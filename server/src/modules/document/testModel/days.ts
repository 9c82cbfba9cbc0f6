// Stock, value and purses of every day, on the server and in the reference.
import { ZERO, decimal, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { State } from './books.ts';
import { flowsOf } from './money.ts';
import { TODAY, timeOf } from './papers.ts';
import { dayChanges } from './stock.ts';
import { purseName } from './world.ts';
import type { World } from './world.ts';

/** Returns the daily state of the reference as text, a fact per line. */
export function daysTold({ papers, worth }: State): string[] {
  const stock = [...dayChanges(papers)].flatMap(([key, changes]) =>
    [...changes].flatMap(([day, pieces]) => (pieces === 0 ? [] : [`day ${day} ${key} ${pieces}`])),
  );
  const values = [...worth].flatMap(([product, { days }]) =>
    [...days].flatMap(([day, { quantity, value }]) =>
      quantity.isZero() && value.isZero()
        ? []
        : [`day worth ${product}|${day} ${toPlainDecimal(quantity)} at ${toPlainDecimal(value)}`],
    ),
  );
  return [...stock, ...values, ...papers.flatMap((_, at) => purseDays(papers, at))];
}

/** Returns a paper's changes of purses on its day, in both currencies. */
function purseDays(papers: State['papers'], at: number): string[] {
  const paper = papers[at];
  if (paper === undefined) return [];
  const flows = Map.groupBy(flowsOf(paper), ({ purse }) => purse);
  return [...flows].flatMap(([purse, own]) => {
    if (followsGoods(purse)) return [];
    const amount = own.reduce((all, flow) => all.plus(flow.amount), ZERO);
    const original = own.reduce((all, flow) => all.plus(flow.original), ZERO);
    if (amount.isZero() && original.isZero()) return [];
    return [flowText(at, paper.day, purse, paper.currency, amount, original)];
  });
}

const followsGoods = (purse: string): boolean => purse === 'inventory' || purse === 'costOfSales';

const flowText = (
  at: number,
  day: number,
  purse: string,
  currency: string,
  amount: Decimal,
  original: Decimal,
): string =>
  `paper ${at} day ${day} ${purse} ${toPlainDecimal(amount)}, ${currency} ${toPlainDecimal(original)}`;

/** Returns the reference's number of a day. */
const dayOf = (date: string): number =>
  [0, 1, 2, 3].find((day) => timeOf(day).time?.startsWith(date)) ?? TODAY;

interface FlowRow {
  readonly id: string;
  readonly purse: string;
  readonly holder: string;
  readonly currency: string;
  readonly day: string;
  readonly amount: string;
  readonly original: string;
}
interface StockRow {
  readonly sku: string;
  readonly spot: string;
  readonly lot: string;
  readonly type: string;
  readonly day: string;
  readonly pieces: string;
}
interface WorthRow {
  readonly sku: string;
  readonly day: string;
  readonly pieces: string;
  readonly value: string;
}

/** Reads the daily state from the server's ledgers, in the text form of the reference. */
export async function daysRead({ shop, goods, saved, names, currency }: World): Promise<string[]> {
  const { tenantId } = shop.company;
  const skus = goods.map(({ skuId }) => skuId);
  const papers = saved.map(({ id }) => id);
  const [stock, worth, flows] = await shop.server.arrange(
    shop.company,
    async (tx) =>
      [
        (
          await sql<StockRow>`
        select sku_id as sku, place_id as spot, lot, stock_type as type, business_date::text as day,
          trim_scale(sum(pieces))::text as pieces
        from (
          select sku_id, to_place as place, to_id as place_id, lot, stock_type, business_date, quantity as pieces
          from stock_move where tenant_id = ${tenantId} and sku_id = any(${skus}::bigint[])
          union all
          select sku_id, from_place, from_id, lot, stock_type, business_date, -quantity
          from stock_move where tenant_id = ${tenantId} and sku_id = any(${skus}::bigint[])) side
        where place = 'warehouse' group by 1, 2, 3, 4, 5 having sum(pieces) <> 0`.execute(tx)
        ).rows,
        (
          await sql<WorthRow>`
        select sku_id as sku, starts_on::text as day, trim_scale(sum(quantity))::text as pieces, trim_scale(sum(value))::text as value
        from whole_sku_period
        where tenant_id = ${tenantId} and sku_id = any(${skus}::bigint[]) and grain = 'd'
        group by 1, starts_on having sum(quantity) <> 0 or sum(value) <> 0
        order by 1, 2`.execute(tx)
        ).rows,
        (
          await sql<FlowRow>`
        select document_id as id, purse, holder, currency, business_date::text as day,
          trim_scale(sum(amount))::text as amount, trim_scale(sum(original))::text as original
        from (
          select document_id, to_purse as purse, to_id as holder, currency, business_date, amount, original_amount as original
          from money_entry where tenant_id = ${tenantId} and document_id = any(${papers}::bigint[])
          union all
          select document_id, from_purse, from_id, currency, business_date, -amount, -original_amount
          from money_entry where tenant_id = ${tenantId} and document_id = any(${papers}::bigint[])) side
        where purse not in ('inventory', 'costOfSales')
        group by 1, 2, 3, 4, 5 having sum(amount) <> 0 or sum(original) <> 0`.execute(tx)
        ).rows,
      ] as const,
  );
  const productOf = (sku: string): number => skus.indexOf(sku);
  return [
    ...stock.map(
      ({ sku, spot, lot, type, day, pieces }) =>
        `day ${dayOf(day)} ${names.get(`warehouse ${spot}`)}|${productOf(sku)}|${lot}|${type} ${pieces}`,
    ),
    ...worth.map(
      ({ sku, day, pieces, value }) =>
        `day worth ${productOf(sku)}|${dayOf(day)} ${pieces} at ${value}`,
    ),
    ...absurd(worth).map(({ sku, day }) => `absurd value ${productOf(sku)}|${dayOf(day)}`),
    ...flows.map((flow) =>
      flowText(
        papers.indexOf(flow.id),
        dayOf(flow.day),
        purseName(flow.purse, flow.holder, names) ?? `${flow.purse} of somebody`,
        flow.currency === currency ? 'own' : flow.currency,
        decimal(flow.amount),
        decimal(flow.original),
      ),
    ),
  ];
}

/** Finds days ending with value without goods, or with a value of the opposite sign (V3, V5). */
function absurd(rows: readonly WorthRow[]): WorthRow[] {
  let [pieces, value] = [ZERO, ZERO];
  return rows.filter((row, at) => {
    const fresh = rows[at - 1]?.sku !== row.sku;
    pieces = (fresh ? ZERO : pieces).plus(row.pieces);
    value = (fresh ? ZERO : value).plus(row.value);
    if (pieces.isZero() || value.isZero()) return !value.isZero();
    return pieces.isNegative() !== value.isNegative();
  });
}

// Server state and reference state as comparable texts.
import { ZERO, decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { allPurses } from './books.ts';
import type { State } from './books.ts';
import { daysRead, daysTold } from './days.ts';
import { depositTaken, progressOf, settledOf, takenOf } from './links.ts';
import { keptOf } from './money.ts';
import { amountsOf, inForce, isMoney, isOrder } from './papers.ts';
import type { Paper } from './papers.ts';
import { lyingSerials } from './serials.ts';
import { stockOf } from './stock.ts';
import { pursesNow } from './world.ts';
import type { World } from './world.ts';

/** Returns the state of server and reference as texts, a fact per line. */
export async function bothBooks(
  state: State,
  world: World,
): Promise<{ readonly model: readonly string[]; readonly server: readonly string[] }> {
  const { shop, goods, saved, names, activities } = world;
  const ids = goods.map(({ skuId }) => skuId);
  const productOf = (skuId: string) => String(ids.indexOf(skuId));
  const spotOf = (id: string) => names.get(`warehouse ${id}`) ?? id;
  const { tenantId } = shop.company;
  const documents = saved.map(({ id }) => id);
  const paperOf = (id: string) => documents.indexOf(id);
  const server = await shop.server.arrange(shop.company, async (tx) => {
    const read = async (
      query: ReturnType<typeof sql>,
      show: (row: Record<string, string>) => string,
    ) => (await query.execute(tx)).rows.map((row) => show(row as Record<string, string>));
    const all = sql`any(${ids}::bigint[])`;
    const own = sql`any(${documents}::bigint[])`;
    return [
      ...(await read(
        sql`select warehouse_id as spot, sku_id as sku, lot, stock_type as type, trim_scale(quantity)::text as quantity
          from stock_balance where tenant_id = ${tenantId} and sku_id = ${all} and quantity <> 0`,
        ({ spot = '', sku = '', lot, type, quantity }) =>
          `stock ${spotOf(spot)}|${productOf(sku)}|${lot}|${type} ${quantity}`,
      )),
      ...(await read(
        sql`select serial, warehouse_id as spot, stock_type as type from serial_number
          where tenant_id = ${tenantId} and sku_id = ${all} and warehouse_id is not null`,
        ({ serial, spot = '', type }) => `serial ${serial} ${spotOf(spot)} ${type}`,
      )),
      ...(await read(
        sql`select lot, coalesce(expiry::text, 'open') as expiry from lot where tenant_id = ${tenantId} and sku_id = ${all}`,
        ({ lot, expiry }) => `lot ${lot} ${expiry}`,
      )),
      ...(await read(
        sql`select sku_id as sku, trim_scale(quantity)::text as quantity, trim_scale(value)::text as value
          from sku_cost where tenant_id = ${tenantId} and sku_id = ${all} and (quantity <> 0 or value <> 0)`,
        ({ sku = '', quantity, value }) => `worth ${productOf(sku)} ${quantity} at ${value}`,
      )),
      ...(await read(
        sql`select warehouse_id as spot, sku_id as sku, trim_scale(quantity)::text as quantity
          from stock_lock where tenant_id = ${tenantId} and sku_id = ${all} and quantity <> 0`,
        ({ spot = '', sku = '', quantity }) =>
          `locked ${spotOf(spot)} ${productOf(sku)} ${quantity}`,
      )),
      ...(await read(
        sql`select id, case when deleted_at is not null then 'deleted' else approval end as approval, closed::text, in_force::text as force,
            progress, purchase_progress as purchased, trim_scale(settled)::text as settled,
            trim_scale(deposit_taken)::text as deposit, trim_scale(debt)::text as debt, trim_scale(payable)::text as payable,
            trim_scale(bonus)::text as bonus
          from document where tenant_id = ${tenantId} and id = ${own}`,
        ({
          id = '',
          approval,
          closed,
          force,
          progress,
          purchased,
          settled,
          deposit,
          debt,
          payable,
          bonus,
        }) =>
          `paper ${paperOf(id)} ${approval} ${closed} ${force} ${progress} ${purchased} settled ${settled} deposit ${deposit} owes ${debt} of ${payable} bonus ${bonus}`,
      )),
      ...(await read(
        sql`select l.document_id as id, l.line::text, trim_scale(linked_quantity)::text as linked, trim_scale(done_quantity)::text as done
          from document_line l join document d on d.tenant_id = ${tenantId} and d.id = l.document_id and d.deleted_at is null
          where l.tenant_id = ${tenantId} and l.document_id = ${own} and (linked_quantity <> 0 or done_quantity <> 0)`,
        ({ id = '', line, linked, done }) =>
          `line ${paperOf(id)} ${line} linked ${linked} done ${done}`,
      )),
      ...(await read(
        sql`select activity_id as id, warehouse_id as spot, sku_id as sku, trim_scale(sold)::text as sold
          from activity_line where tenant_id = ${tenantId} and activity_id = any(${activities}::bigint[]) and sold <> 0`,
        ({ id = '', spot = '', sku = '', sold }) =>
          `sold ${activities.indexOf(id)} ${spotOf(spot)} ${productOf(sku)} ${sold}`,
      )),
    ];
  });
  const money = [...(await pursesNow(shop, names))].flatMap(([purse, amount]) => {
    const change = amount.minus(world.purses.get(purse) ?? ZERO);
    return change.isZero() ? [] : [`purse ${purse} ${toPlainDecimal(change)}`];
  });
  const days = await daysRead(world);
  return {
    model: [...factsOfState(state), ...daysTold(state)].toSorted(),
    server: [...server, ...money, ...days].toSorted(),
  };
}

function factsOfState(state: State): string[] {
  const { papers, serials, expiries, worth, reservations, activities } = state;
  const locked = Map.groupBy(reservations, ({ spot, product }) => `${spot} ${product}`);
  return [
    ...[...stockOf(papers)].map(([key, pieces]) => `stock ${key} ${pieces}`),
    ...lyingSerials(serials).map(
      ([serial, { place, stockType }]) => `serial ${serial} ${place} ${stockType}`,
    ),
    ...[...expiries].map(([lot, expiry]) => `lot ${lot} ${expiry ?? 'open'}`),
    ...[...worth].flatMap(([product, { quantity, value }]) =>
      quantity.isZero() && value.isZero()
        ? []
        : [`worth ${product} ${toPlainDecimal(quantity)} at ${toPlainDecimal(value)}`],
    ),
    ...[...locked].map(
      ([spot, own]) => `locked ${spot} ${own.reduce((all, { pieces }) => all + pieces, 0)}`,
    ),
    ...papers.map((paper, at) => paperText(state, paper, at)),
    ...papers.flatMap((paper, at) => linesText(papers, paper, at)),
    ...activities.flatMap(({ lines, deleted }, at) =>
      lines.flatMap(({ spot, product, sold }) =>
        sold === 0 || deleted ? [] : [`sold ${at} ${spot} ${product} ${sold}`],
      ),
    ),
    ...[...allPurses(state)].map(([purse, amount]) => `purse ${purse} ${toPlainDecimal(amount)}`),
  ];
}

function paperText({ papers }: State, paper: Paper, at: number): string {
  const approval = paper.deleted ? 'deleted' : paper.approved ? 'approved' : 'draft';
  const { debt, payable } = amountsOf(paper);
  const live = papers.filter((one) => one.settles === at && inForce(one));
  const settled = isOrder(paper) ? ZERO : settledOf(live, at);
  const bonus = paper.kind.startsWith('advance') ? decimal(paper.bonus) : paper.bonusUsed;
  const owed = isMoney(paper) ? decimal(paper.amount).minus(keptOf(paper)) : payable;
  return `paper ${at} ${approval} ${String(paper.closed)} ${String(inForce(paper))} ${progressOf(papers, at, 'other')} ${progressOf(papers, at, 'purchased')} settled ${toPlainDecimal(settled)} deposit ${toPlainDecimal(depositTaken(papers, at))} owes ${toPlainDecimal(debt)} of ${toPlainDecimal(owed)} bonus ${toPlainDecimal(bonus)}`;
}

function linesText(papers: readonly Paper[], paper: Paper, at: number): string[] {
  if (paper.deleted) return [];
  return paper.lines.flatMap(({ line }) => {
    const linked = takenOf(papers, at, line, 'other');
    const done = takenOf(papers, at, line, 'other', inForce);
    return linked === 0 && done === 0 ? [] : [`line ${at} ${line} linked ${linked} done ${done}`];
  });
}

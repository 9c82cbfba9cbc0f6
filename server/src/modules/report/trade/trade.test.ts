import { monthlyFigures, statistics } from '@tradehouse/contract';
import { decimal, documentKinds, kindCodes, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAgo, someBooks } from '../testBooks.ts';
import type { Books } from '../testBooks.ts';

let books: Books;
beforeAll(async () => {
  books = await someBooks();
});
afterAll(() => books.server.stop());

/** Kinds whose goods leave. */
const outwards = kindCodes.filter((code) => documentKinds[code].goods.item?.from === 'warehouse');

interface Traded {
  readonly kind: KindCode;
  readonly amount: string;
  readonly tax: string;
  readonly cost: string;
}

/** Counted by hand: lines less their share of the discount from the documents, cost from the stock ledger. */
async function counted(since: string, until: string) {
  const rows = await books.count(sql<Traded>`
    select kind, sum(total_amount - discount) as amount, sum(tax_amount) as tax, sum(coalesce((
      select sum(case when (move.from_place = 'warehouse') = (kind = any(${outwards}::text[])) then move.value else -move.value end)
      from stock_move as move where move.document_id = document.id), 0)) as cost
    from document
    where deleted_at is null and in_force and business_date between ${since}::date and ${until}::date
    group by kind`);
  const sum = (side: string, of: (row: Traded) => Decimal) =>
    toPlainDecimal(
      rows.reduce((all, row) => {
        const { trade } = documentKinds[row.kind];
        return trade?.side === side ? all.plus(of(row).times(trade.sign)) : all;
      }, decimal(0)),
    );
  const amount = ({ amount: value }: Traded) => decimal(value);
  const earned = (row: Traded) => amount(row).minus(decimal(row.tax)).minus(decimal(row.cost));
  return {
    buy: sum('purchase', amount),
    sale: sum('sale', amount),
    retailSale: sum('retail', amount),
    profit: toPlainDecimal(decimal(sum('sale', earned)).plus(decimal(sum('retail', earned)))),
  };
}

test('the home page totals today, yesterday, this month and this year', async () => {
  const figures = await books.server.call(statistics, {});
  const today = daysAgo(0);
  expect(figures).toEqual({
    today: await counted(today, today),
    yesterday: await counted(daysAgo(1), daysAgo(1)),
    month: await counted(`${today.slice(0, 7)}-01`, today),
    year: await counted(`${today.slice(0, 4)}-01-01`, today),
  });
  expect(figures.today.sale).toBe('50');
  expect(figures.yesterday.retailSale).toBe('26');
});

test('the home page shows six months, oldest first', async () => {
  const months = await books.server.call(monthlyFigures, {});
  expect(months).toHaveLength(6);
  expect(months.at(-1)?.month).toBe(daysAgo(0).slice(0, 7));
  for (const { month, ...figures } of months) {
    const [year = 0, number = 0] = month.split('-').map(Number);
    const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
    expect(figures, month).toEqual(await counted(`${month}-01`, last));
  }
});

test('a seller counts their own trade and sees no purchases and no profit', async () => {
  const { server, shop, cups } = books;
  await server.addUser({ loginName: 'seller', role: 'salesperson' });
  const seller = await server.signIn('seller');
  const nothing = { buy: null, sale: '0', retailSale: '0', profit: null };
  expect((await server.call(statistics, {}, seller)).year).toEqual(nothing);
  const retail = shop.input('retailOut', [
    { barcode: cups.barcode, quantity: '2', unitPrice: '7' },
  ]);
  const reply = await server.request('POST', '/depotHead/addDepotHeadAndDetail', retail, seller);
  expect(reply.statusCode).toBe(200);
  expect((await server.call(statistics, {}, seller)).today).toEqual({
    ...nothing,
    retailSale: '14',
  });
});

test('statistics hide amounts without rights, and another company sees only its own', async () => {
  const { server } = books;
  await server.addUser({
    loginName: 'blind',
    roleId: server.company.roleIds.manager,
    hideAmounts: true,
  });
  const hidden = { buy: null, sale: null, retailSale: null, profit: null };
  expect((await server.call(statistics, {}, await server.signIn('blind'))).year).toEqual(hidden);
  const none = { buy: '0', sale: '0', retailSale: '0', profit: '0' };
  expect((await server.call(statistics, {}, await server.signIn('other'))).year).toEqual(none);
});

test('monthly figures of a single-warehouse user count only goods of the warehouse', async () => {
  const { server, shop } = books;
  const userId = await server.addUser({
    loginName: 'branchClerk',
    roleId: server.company.roleIds.manager,
  });
  await server.arrange(server.company, (tx) =>
    tx
      .insertInto('user_warehouse')
      .values({ tenant_id: server.company.tenantId, user_id: userId, warehouse_id: shop.branch })
      .execute(),
  );
  await shop.set({ warehouse_grants: true });
  // Six months hold all of it, whatever day it is; a year may have begun yesterday.
  const months = await server.call(monthlyFigures, {}, await server.signIn('branchClerk'));
  const all = (figure: 'buy' | 'sale' | 'retailSale'): string =>
    toPlainDecimal(months.reduce((sum, month) => sum.plus(month[figure] ?? '0'), decimal(0)));
  expect([all('buy'), all('sale'), all('retailSale')]).toEqual(['86.38', '84', '0']);
});

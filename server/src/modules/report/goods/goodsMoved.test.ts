// Lines of received and issued goods, and totals by product, compared with documents and ledger.
import {
  allocationDetailTable,
  inDetailTable,
  inMaterialCountTable,
  outDetailTable,
  outMaterialCountTable,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyNth } from '../../../testing.ts';
import { asRole } from '../../document/testShop.ts';
import { daysAgo } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';
import { movingBooks } from './testMoves.ts';

let books: Books;
const all = { dates: [daysAgo(400), daysAgo(0)] };
beforeAll(async () => {
  books = await movingBooks();
});
afterAll(() => books.server.stop());

const text = (value: unknown): string => toPlainDecimal(decimal(String(value ?? 0)));
const total = (rows: readonly Row[], column: string): string =>
  toPlainDecimal(rows.reduce((sum, row) => sum.plus(text(row[column])), decimal(0)));

const sides = {
  in: { detail: inDetailTable, count: inMaterialCountTable, sign: 1 },
  out: { detail: outDetailTable, count: outMaterialCountTable, sign: -1 },
} as const;

/** By product, what each document brought (or took) by the stock ledger, without what only moves inside. */
const movedByHand = (sign: number, since = daysAgo(400), until = daysAgo(0)) =>
  books.count(sql<{ product: string; quantity: string }>`
    select product_id::text as product, sum(net) as quantity
    from (
      select document.id, sku.product_id, sum(spot.sign * move.quantity) * ${sign} as net
      from stock_move move join document on document.id = move.document_id join sku on sku.id = move.sku_id
      cross join lateral (values (move.to_place, 1), (move.from_place, -1)) as spot(place, sign)
      where spot.place = 'warehouse' and document.kind not in ('transfer', 'transferIn', 'regrade', 'openingStock')
        and document.business_date between ${since}::date and ${until}::date
      group by 1, 2) each_document
    where net > 0 group by 1`);

/** What trade and the other documents come to, each of trade converted once. */
const amountByHand = async (side: 'in' | 'out') => {
  const trade =
    side === 'in'
      ? ['purchaseIn', 'saleBack', 'retailBack']
      : ['purchaseBack', 'saleOut', 'retailOut'];
  const [row] = await books.count(sql<{ amount: string; tax: string }>`
    select sum(amount) as amount, sum(tax) as tax from (
      select round(sum(line.total - line.discount_share) * rate, 2) - round(sum(line.tax) * rate, 2)
          + round(sum(line.discount_share) * rate, 2) as amount, round(sum(line.tax) * rate, 2) as tax
      from (select *, exchange_rate as rate from document where in_force and kind = any(${trade}::text[])) document
      join document_line line on line.document_id = document.id
      group by document.id, rate
      union all
      select line.amount, line.tax from document join document_line line on line.document_id = document.id
      where document.in_force and (
        document.kind = ${side === 'in' ? 'otherIn' : 'otherOut'}
        or document.kind = 'assemble' and line.role = ${side === 'in' ? 'composite' : 'part'}
        or document.kind = 'disassemble' and line.role = ${side === 'in' ? 'part' : 'composite'}
        or document.kind = 'stockRecount' and sign(line.quantity) = ${side === 'in' ? 1 : -1})) parts`);
  return [text(row?.amount), text(row?.tax)];
};

describe.each(['in', 'out'] as const)('goods moving %s', (side) => {
  const { detail, count, sign } = sides[side];

  test('report lines of moved goods add up to the stock ledger and to document amounts', async () => {
    const { rows, total: found, totals } = await books.report(detail, all);
    expect(found).toBe(rows.length);
    const byName = Map.groupBy(rows, ({ name }) => name);
    const products = await books.count(
      sql<{ id: string; name: string }>`select id::text, name from product`,
    );
    for (const { product, quantity } of await movedByHand(sign)) {
      const name = products.find(({ id }) => id === product)?.name;
      expect(total(byName.get(name) ?? [], 'quantity')).toBe(text(quantity));
    }
    expect([total(rows, 'amount'), total(rows, 'tax')]).toEqual(await amountByHand(side));
    for (const column of ['quantity', 'amount', 'tax'])
      expect(text(totals[column])).toBe(total(rows, column));
    expect(rows.every(({ documentId, number }) => documentId !== null && number !== '')).toBe(true);
  });

  test('reports of moved goods are empty for a range ending before its start', async () => {
    const dates = [daysAgo(1), daysAgo(90)];
    expect(await books.report(detail, { dates })).toMatchObject({ rows: [], total: 0 });
    expect(await books.report(count, { dates })).toMatchObject({ rows: [], total: 0 });
  });

  const filters = [
    {},
    { warehouses: 'branch' },
    { organId: 'supplier' },
    { organId: 'otherCustomer' },
    { dates: [daysAgo(90), daysAgo(7)] },
    { dates: [daysAgo(30), daysAgo(30)] },
  ];
  test.each(everyNth(filters, 2, side === 'in' ? 0 : 1))(
    'pages and totals of moved goods equal the unpaged report, with the filter %o',
    async (asked) => {
      const { shop } = books;
      const { warehouses, organId } = asked as Readonly<Record<string, 'branch' | 'supplier'>>;
      const search = {
        ...all,
        ...asked,
        ...(warehouses === undefined ? {} : { warehouses: [shop[warehouses]] }),
        ...(organId === undefined ? {} : { organId: shop[organId] }),
      };
      // Asks for nothing less, but for more than days and months know.
      const asWhole = JSON.stringify([{ field: 'quantity', rule: 'gt', val: '0' }]);
      const whole = await books.report(detail, search, undefined, {
        pageSize: 500,
        superQueryParams: asWhole,
      });
      for (const currentPage of [1, 2, 4]) {
        const query = { pageSize: 10, currentPage };
        const page = await books.report(detail, search, undefined, query);
        expect(page.rows).toEqual(whole.rows.slice((currentPage - 1) * 10, currentPage * 10));
        expect(page.total).toBe(whole.total);
        expect(page.totals).toEqual(whole.totals);
      }
    },
  );

  test('moved goods by product include the quantities of transfers', async () => {
    const { rows, totals } = await books.report(count, all);
    const moved = await movedByHand(sign);
    const lines = await books.report(allocationDetailTable, all);
    const column = side === 'in' ? 'arrived' : 'quantity';
    for (const row of rows) {
      const own = moved.find(({ product }) => product === row['id']);
      const transferred = total(
        lines.rows.filter(({ name }) => name === row['name']),
        column,
      );
      expect(text(row['quantity'])).toBe(
        toPlainDecimal(decimal(text(own?.quantity)).plus(transferred)),
      );
    }
    expect(text(totals['quantity'])).toBe(
      toPlainDecimal(decimal(total(moved, 'quantity')).plus(text(lines.totals[column]))),
    );
    const [amount = '0'] = await amountByHand(side);
    if (side === 'out')
      expect(text(totals['amount'])).toBe(
        toPlainDecimal(decimal(amount).plus(text(lines.totals['amount']))),
      );
  });

  test('reports of moved goods cover the requested days, goods, partner and remark', async () => {
    const { tea, shop } = books;
    const dates = [daysAgo(90), daysAgo(20)] as const;
    const { rows } = await books.report(count, {
      dates,
      keyword: tea.barcode,
      organId: shop.supplier,
    });
    const lines = await books.report(detail, {
      dates,
      keyword: tea.barcode,
      organId: shop.supplier,
    });
    expect(text(rows[0]?.['quantity'])).toBe(total(lines.rows, 'quantity'));
    expect(lines.rows.every(({ partnerName }) => partnerName === 'Ada Supplies')).toBe(true);
    const marked = await books.report(detail, { ...all, remark: 'fragile' });
    expect(marked.rows.length).toBeGreaterThan(0);
    expect(marked.rows.every(({ remark }) => String(remark).includes('fragile'))).toBe(true);
  });

  test('moved goods hide amounts without price rights, and documents outside own data', async () => {
    const pages = [...detail.access.page];
    const blind = await asRole(books.shop, `keeps-${side}`, { pages, hidden: ['sale'] });
    for (const table of [detail, count]) {
      const { rows, totals } = await books.report(table, all, blind);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(({ amount, quantity }) => amount === null && quantity !== null)).toBe(true);
      expect(totals['amount']).toBeNull();
    }
    const own = await asRole(books.shop, `alone-${side}`, { pages, scope: 'own' });
    expect((await books.report(detail, all, own)).total).toBe(0);
    expect((await books.report(count, all, own)).rows).toEqual([]);
  });
});

test('transfers are listed line by line, from warehouse to warehouse', async () => {
  const { shop } = books;
  const { rows, totals } = await books.report(allocationDetailTable, all);
  const [hand] = await books.count(sql<{ lines: string; quantity: string; arrived: string }>`
    select count(*) as lines, sum(line.base_quantity) as quantity, (
      select sum(move.quantity) from stock_move move join document on document.id = move.document_id
      where document.kind in ('transfer', 'transferIn') and move.to_place = 'warehouse' and document.in_force) as arrived
    from document join document_line line on line.document_id = document.id
    where document.kind = 'transfer' and document.in_force`);
  expect(rows.length).toBe(Number(hand?.lines));
  expect([text(totals['quantity']), text(totals['arrived'])]).toEqual([
    text(hand?.quantity),
    text(hand?.arrived),
  ]);
  const there = await books.report(allocationDetailTable, {
    ...all,
    targetWarehouses: [shop.branch],
  });
  expect(new Set(there.rows.map(({ targetWarehouseName }) => targetWarehouseName))).toEqual(
    new Set(['Branch']),
  );
  expect(there.rows.length).toBeLessThan(rows.length);
});

test('a user granted a single warehouse sees only its lines and totals', async () => {
  const { server, shop } = books;
  const userId = await server.addUser({
    loginName: 'branchKeeper',
    roleId: server.company.roleIds.manager,
  });
  await shop.set({ warehouse_grants: true });
  await server.arrange(server.company, (tx) =>
    tx
      .insertInto('user_warehouse')
      .values({ tenant_id: server.company.tenantId, user_id: userId, warehouse_id: shop.branch })
      .execute(),
  );
  try {
    const keeper = await server.signIn('branchKeeper');
    for (const { detail, count } of Object.values(sides)) {
      const mine = await books.report(detail, all, keeper);
      const asked = await books.report(detail, { ...all, warehouses: [shop.branch] });
      expect(mine.rows).toEqual(asked.rows);
      expect(mine.totals).toEqual(asked.totals);
      expect((await books.report(count, all, keeper)).rows).toEqual(
        (await books.report(count, { ...all, warehouses: [shop.branch] })).rows,
      );
    }
  } finally {
    await shop.set({ warehouse_grants: false });
  }
});

test('every invariant of the books holds after all reports of goods movements', async () => {
  expect(await books.shop.broken()).toEqual([]);
});

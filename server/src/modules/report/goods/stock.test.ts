import {
  costLedgerTable,
  stockByWarehouseTable,
  stockLedgerTable,
  stockOnHandTable,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAgo, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
let teaId: string;
beforeAll(async () => {
  books = await someBooks();
  teaId = await books.productId(books.tea);
});
afterAll(() => books.server.stop());

const text = (value: unknown) => toPlainDecimal(decimal(String(value ?? '0')));

/** What the ledger itself says lay in the warehouses at the end of a day, by product. */
const counted = (day: string, warehouseIds: readonly string[]) =>
  books.count(sql<{ product_id: string; quantity: string; weight: string }>`
    select sku.product_id, trim_scale(sum(
      case when move.to_place = 'warehouse' and move.to_id = any(${warehouseIds}::bigint[]) then move.quantity else 0 end
      - case when move.from_place = 'warehouse' and move.from_id = any(${warehouseIds}::bigint[]) then move.quantity else 0 end)) as quantity
    from stock_move as move join sku on sku.id = move.sku_id
    where move.business_date <= ${day}::date group by sku.product_id`);
/** What the company's goods were worth then. */
const countedValue = async (day: string) => {
  const [row] = await books.count(sql<{ value: string }>`
    select trim_scale(coalesce(sum(
      case when move.to_place in ('warehouse', 'transit', 'regrade') then 0 else -move.value end
      + case when move.from_place in ('warehouse', 'transit', 'regrade') then 0 else move.value end), 0)) as value
    from stock_move as move where move.business_date <= ${day}::date`);
  return text(row?.value);
};
const byId = (rows: readonly Row[], column: string) =>
  Object.fromEntries(rows.map((row) => [row['id'], text(row[column])]));

describe('stock on hand at the end of a day', () => {
  test.each([0, 1, 8, 9, 20, 21, 32, 59, 60, 61, 90, 95, 100, 101, 120, 150, 200, 201, 400])(
    '%i days ago equals the moves of the ledger up to the day',
    async (days) => {
      const { main, branch } = books.shop;
      const day = daysAgo(days);
      for (const warehouses of [[main], [branch], [main, branch]]) {
        const expected = (await counted(day, warehouses)).filter(
          ({ quantity }) => text(quantity) !== '0',
        );
        const { rows, total, totals } = await books.report(stockOnHandTable, {
          date: day,
          warehouses,
        });
        const stock = Object.fromEntries(
          expected.map((row) => [row.product_id, text(row.quantity)]),
        );
        expect(byId(rows, 'stock')).toEqual(stock);
        expect(total).toBe(rows.length);
        const sum = expected.reduce((all, { quantity }) => all.plus(decimal(quantity)), decimal(0));
        expect(text(totals['stock'])).toBe(toPlainDecimal(sum));
      }
      const all = await books.report(stockOnHandTable, { date: day });
      expect(text(all.totals['stockValue'])).toBe(await countedValue(day));
    },
  );

  test('of today equals the balance, and products without stock are listed only on request', async () => {
    const empty = await books.productId(await books.shop.product());
    const now = await books.report(stockOnHandTable);
    expect(byId(now.rows, 'stock')).toEqual(
      byId((await books.report(stockOnHandTable, { date: daysAgo(0) })).rows, 'stock'),
    );
    expect(now.rows.map(({ id }) => id)).not.toContain(empty);
    expect(
      (await books.report(stockOnHandTable, { zeroStock: true })).rows.map(({ id }) => id),
    ).toContain(empty);
  });

  test('is found by keyword, and spread over its warehouses', async () => {
    const { rows } = await books.report(stockOnHandTable, {
      keyword: books.tea.barcode,
      date: daysAgo(30),
    });
    expect(rows.map(({ id }) => id)).toEqual([teaId]);
    const spread = await books.report(stockByWarehouseTable, {
      materialId: teaId,
      date: daysAgo(30),
    });
    expect(spread.rows.map(({ warehouseName }) => warehouseName)).toEqual(['Branch', 'Shelf']);
    expect(text(spread.totals['stock'])).toBe(text(rows[0]?.['stock']));
    const value = decimal(String(spread.totals['stockValue'])).minus(
      decimal(String(rows[0]?.['stockValue'])),
    );
    expect(value.abs().lessThan('0.00001')).toBe(true);
  });
});

describe('the stock ledger of a product', () => {
  test('starts at zero and ends at the balance, with a running balance in each row', async () => {
    const { rows, totals } = await books.report(stockLedgerTable, { materialId: teaId });
    const oldestFirst = rows.toReversed();
    let held = decimal(0);
    for (const row of oldestFirst) {
      expect(text(row['before'])).toBe(toPlainDecimal(held));
      held = held.plus(decimal(String(row['change'])));
      expect(text(row['after'])).toBe(toPlainDecimal(held));
    }
    const [{ stock } = { stock: null }] = (
      await books.report(stockOnHandTable, { keyword: books.tea.barcode })
    ).rows;
    expect(toPlainDecimal(held)).toBe(text(stock));
    expect(text(totals['change'])).toBe(text(stock));
  });

  test('of a date range and a warehouse begins with the stock before the range', async () => {
    const { branch } = books.shop;
    const search = { materialId: teaId, warehouses: [branch], dates: [daysAgo(110), daysAgo(35)] };
    const { rows } = await books.report(stockLedgerTable, search);
    expect(rows.map(({ before, change, after, kind }) => [kind, before, change, after])).toEqual([
      ['saleOut', '27', '-4', '23'],
      ['transfer', '7', '20', '27'],
      ['opening', null, null, '7'],
    ]);
  });

  test('a stock ledger without moves in its range shows stock and cost at the start', async () => {
    const { rows: before } = await books.report(stockLedgerTable, { materialId: teaId });
    const of = { materialId: teaId, dates: [daysAgo(-1), daysAgo(-1)] };
    const { rows, total, totals } = await books.report(stockLedgerTable, of);
    expect(rows.map(({ kind, after }) => [kind, after])).toEqual([
      ['opening', before[0]?.['after']],
    ]);
    expect([total, totals['change']]).toEqual([1, '0']);
    const cost = await books.report(costLedgerTable, of);
    const all = await books.report(costLedgerTable, { materialId: teaId });
    const told = (row: Row | undefined) => [row?.['after'], row?.['valueAfter'], row?.['cost']];
    expect(cost.rows.map(({ kind }) => kind)).toEqual(['opening']);
    expect(told(cost.rows[0])).toEqual(told(all.rows[0]));
  });

  test('keeps its running figures when filtered', async () => {
    const { rows } = await books.report(stockLedgerTable, {
      materialId: teaId,
      kinds: ['saleBack'],
    });
    const whole = await books.report(stockLedgerTable, { materialId: teaId });
    expect(rows).toEqual(whole.rows.filter(({ kind }) => kind === 'saleBack'));
    expect(rows).toHaveLength(1);
  });

  test('shows an undone document with its counter-entry', async () => {
    const { rows } = await books.report(stockLedgerTable, {
      materialId: teaId,
      dates: [daysAgo(10), daysAgo(10)],
    });
    const undone = rows.filter(({ kind }) => kind !== 'opening');
    expect(undone.map(({ change }) => change)).toEqual(['1', '-1']);
    expect(new Set(undone.map(({ documentId }) => documentId)).size).toBe(1);
  });

  test('is empty for a product of another company', async () => {
    const other = await books.server.signIn('other');
    expect((await books.report(stockLedgerTable, { materialId: teaId }, other)).rows).toEqual([]);
    expect((await books.report(stockByWarehouseTable, { materialId: teaId }, other)).rows).toEqual(
      [],
    );
  });
});

describe('the stock ledger of all goods', () => {
  /** Moves through warehouses: as many ends as rows. */
  const countEnds = async (condition: RawBuilder<unknown>) => {
    const [row] = await books.count(sql<{ ends: string; value: string }>`
      select count(*) as ends, trim_scale(coalesce(sum(sign * value), 0)) as value
      from (select 1 as sign, * from stock_move where to_place = 'warehouse'
        union all select -1, * from stock_move where from_place = 'warehouse') as move
      where ${condition}`);
    return { ends: Number(row?.ends), value: text(row?.value) };
  };

  test('shows every move of a month, with a total of the value and no running quantities', async () => {
    const dates = [daysAgo(28), daysAgo(0)] as const;
    const { rows, total, totals } = await books.report(stockLedgerTable, { dates });
    const moved = await countEnds(
      sql`business_date between ${dates[0]}::date and ${dates[1]}::date`,
    );
    expect(total).toBe(moved.ends);
    expect(text(totals['value'])).toBe(moved.value);
    expect(totals['change']).toBeNull();
    expect(new Set(rows.map(({ productName }) => productName)).size).toBeGreaterThan(1);
    for (const row of rows) expect(row).toMatchObject({ before: null, after: null });
  });

  test('shows the moves of a warehouse only, and agrees with the ledgers of the products', async () => {
    const [last] = await books.count(sql<{ day: string }>`
      select max(business_date)::text as day from stock_move
      where to_place = 'warehouse' and to_id = ${books.shop.branch}`);
    const of = { dates: [last?.day, last?.day], warehouses: [books.shop.branch] };
    const all = await books.report(stockLedgerTable, of);
    const ofTea = await books.report(stockLedgerTable, { ...of, materialId: teaId });
    expect(new Set(all.rows.map(({ warehouseName }) => warehouseName))).toEqual(
      new Set(['Branch']),
    );
    const moves = (rows: readonly Row[]) =>
      rows.filter(({ kind }) => kind !== 'opening').map(({ id, change }) => [id, change]);
    const ids = new Set(ofTea.rows.map(({ id }) => id));
    expect(moves(all.rows.filter(({ id }) => ids.has(id)))).toEqual(moves(ofTea.rows));
  });

  test('shows the moves of a whole document number in any history', async () => {
    const [document] = await books.count(sql<{ number: string; id: string }>`
      select document.number, document.id from document
      join stock_move as move on move.document_id = document.id and move.from_place = 'warehouse'
      where document.number <> '' order by document.business_date limit 1`);
    const { number = '', id = '' } = document ?? {};
    const { rows, total } = await books.report(stockLedgerTable, { number });
    expect(total).toBe((await countEnds(sql`document_id = ${id}`)).ends);
    expect(new Set(rows.map((row) => row['number']))).toEqual(new Set([number]));
  });

  test.each([
    ['without dates', {}],
    ['over more than a month', { dates: [daysAgo(32), daysAgo(0)] }],
    ['without a first day', { dates: [null, daysAgo(0)] }],
    ['for a part of a number', { number: 'XS' }],
  ])('is refused %s', async (_, search) => {
    expect(await books.status(stockLedgerTable, search)).toBe(400);
  });
});

describe('a reader with limited rights', () => {
  test('gets no cost and no value where costs are hidden, and no totals of them', async () => {
    await books.server.addUser({ loginName: 'seller', role: 'salesperson' });
    const seller = await books.server.signIn('seller');
    const { rows, totals } = await books.report(stockOnHandTable, {}, seller);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ cost: null, stockValue: null });
    expect(totals).toMatchObject({ stockValue: null });
    // The effect of other people's documents is seen, their numbers and partners are not.
    const ledger = await books.report(stockLedgerTable, { materialId: teaId }, seller);
    for (const row of ledger.rows)
      expect(row).toMatchObject({ number: null, partnerName: null, documentId: null, value: null });
  });

  test('counts granted warehouses only, and none without a grant', async () => {
    const { server, shop } = books;
    const userId = await server.addUser({
      loginName: 'branchClerk',
      roleId: server.company.roleIds.manager,
    });
    await shop.set({ warehouse_grants: true });
    try {
      const clerk = await server.signIn('branchClerk');
      expect((await books.report(stockOnHandTable, {}, clerk)).rows).toEqual([]);
      await server.arrange(server.company, (tx) =>
        tx
          .insertInto('user_warehouse')
          .values({
            tenant_id: server.company.tenantId,
            user_id: userId,
            warehouse_id: shop.branch,
          })
          .execute(),
      );
      await expect
        .poll(async () =>
          (await books.report(stockOnHandTable, {}, clerk)).rows.map(({ stock }) => stock),
        )
        .toEqual(
          (await books.report(stockOnHandTable, { warehouses: [shop.branch] })).rows.map(
            ({ stock }) => stock,
          ),
        );
      const chosen = await books.report(
        stockByWarehouseTable,
        { materialId: teaId, warehouses: [shop.main] },
        clerk,
      );
      expect(chosen.rows).toEqual([]);
      const ledger = await books.report(stockLedgerTable, { materialId: teaId }, clerk);
      expect(new Set(ledger.rows.map(({ warehouseName }) => warehouseName))).toEqual(
        new Set(['Branch']),
      );
    } finally {
      await shop.set({ warehouse_grants: false });
    }
  });
});

test('every invariant of the books holds after all stock reports', async () => {
  expect(await books.shop.broken()).toEqual([]);
});

// People of a company who try what goes with its goods: agreed prices, services, photos, gradings, counts, imports taken back.
import {
  applySheet,
  auditCount,
  countLineTable,
  currentSettings,
  enterCount,
  finishCount,
  goodsDocuments,
  reopenCount,
  startCount,
  undoSheet,
  updateSettings,
  warehouses,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aStockedServer, lineOf } from '../modules/document/testShop.ts';
import type { Shop, TestProduct } from '../modules/document/testShop.ts';
import { compared, settled, stepTo } from '../modules/sheet/testSheets.ts';
import type { TestServer } from '../testing.ts';
import { aVisitor } from './testVisitors.ts';

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  ({ server, shop } = await aStockedServer('100'));
});
afterAll(() => server.stop());
afterEach(async () => {
  const broken = await shop.broken();
  if (broken.length > 0) throw new Error(`the books are broken: ${broken.join('; ')}`);
});

const every = ['1', '2', '3', '7'] as const;
const stocked = async (quantity: string): Promise<TestProduct> => {
  const goods = await shop.product();
  await shop.goods('purchaseIn', [lineOf(goods, quantity, '10')]);
  return goods;
};
/** How many of several calls at once succeeded. */
const won = async (calls: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

/** Whether warehouses and customers are granted one by one. */
const grant = async (warehouseGrants: boolean, customerGrants: boolean) => {
  const { version } = await server.call(currentSettings, {});
  await server.call(updateSettings, { version, warehouseGrants, customerGrants });
};

/** Until so many wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      server.database.admin,
    );
    if (rows.length >= count) return;
  }
}

describe('two counts of one shelf', () => {
  const counted = async (goods: TestProduct, quantity: string): Promise<string> => {
    const { id } = await server.call(startCount, {
      warehouseId: shop.main,
      keyword: goods.barcode,
    });
    await server.call(enterCount, { id, entries: [{ code: goods.barcode, quantity }] });
    await server.call(finishCount, { id });
    return id;
  };
  const audited = (id: string) => server.call(auditCount, { ids: id });
  /** Does work while nobody can post a count of the shelf. */
  const held = (work: () => Promise<void>) =>
    server.arrange(shop.company, async (tx) => {
      await sql`select from warehouse where tenant_id = ${shop.company.tenantId} and id = ${shop.main}
        for no key update`.execute(tx);
      await work();
    });

  test('posted in the same instant take what is missing out once', async () => {
    const goods = await stocked('10');
    const [first, second] = [await counted(goods, '8'), await counted(goods, '8')];
    let ends: Promise<number> = Promise.resolve(0);
    await held(async () => {
      ends = won([audited(first), audited(second)]);
      await waiting(2);
    });
    expect([await ends, await shop.stock(goods)]).toEqual([1, '8']);
  });

  test('one made while the other was being posted takes nothing out again', async () => {
    const goods = await stocked('10');
    const first = await counted(goods, '8');
    let [posting, second] = [Promise.resolve(0), ''];
    await held(async () => {
      posting = won([audited(first)]);
      await waiting(1);
      second = await counted(goods, '8');
    });
    expect([await posting, await shop.stock(goods)]).toEqual([1, '8']);
    expect((await server.refusal(auditCount, { ids: second })).key).toBe('count.overtaken');
    expect(await shop.stock(goods)).toBe('8');
  });
});

describe('an import that is taken back', () => {
  const nameOf = async (id: string) => (await server.call(warehouses.infoCall, { id })).name;
  const brought = async (name: string, code: string, stock: string | null, token?: string) => {
    const at = await compared(
      server,
      'products',
      [
        ['Name', 'Base unit', 'Barcode', await nameOf(shop.main)],
        [name, 'piece', code, stock],
      ],
      token,
    );
    return stepTo(server, applySheet, at, 'applied', token);
  };
  const skuOf = async (code: string): Promise<string> => {
    const { rows } = await server.arrange(shop.company, (tx) =>
      sql<{ id: string }>`select sku_id as id from barcode
        where tenant_id = ${shop.company.tenantId} and code = ${code}`.execute(tx),
    );
    return rows[0]?.id ?? '';
  };

  test('leaves alone the stock and the customers that its bringer may no longer go to', async () => {
    const pages = { '/material/material': ['1'], '/system/customer': ['1'] };
    const { token } = await aVisitor(shop, 'opener', { pages });
    const opened = await brought('Opened elsewhere', '880010', '5', token);
    const goods = { skuId: await skuOf('880010'), barcode: '880010', box: '' };
    const customers = await compared(
      server,
      'customers',
      [
        ['Name', 'Contact'],
        ['Cy Stores', 'Eve'],
      ],
      token,
    );
    await stepTo(server, applySheet, customers, 'applied', token);
    await grant(true, true);
    for (const at of [opened, customers]) {
      await server.call(undoSheet, { id: at.id }, token);
      expect(await settled(server, at, token)).toMatchObject({
        state: 'applied',
        failure: 'Access denied',
      });
    }
    expect(await shop.stock(goods)).toBe('5');
    await grant(false, false);
    for (const at of [opened, customers]) await stepTo(server, undoSheet, at, 'undone', token);
    expect(await shop.stock(goods)).toBe('0');
  });

  test('takes no opening along that another import made since', async () => {
    const goods = await stocked('1');
    const rows = async (quantity: string) => [
      ['Warehouse', 'Barcode', 'Quantity', 'Opening unit cost'],
      [await nameOf(shop.main), goods.barcode, quantity, '2'],
    ];
    const first = await compared(server, 'products', [
      ['Barcode', 'Name', 'Base unit', await nameOf(shop.main)],
      [goods.barcode, `Product ${goods.barcode}`, 'piece', '5'],
    ]);
    expect(first).toMatchObject({ changedRows: 1 });
    await stepTo(server, applySheet, first, 'applied');
    const second = await compared(server, 'openingStock', await rows('9'));
    await stepTo(server, applySheet, second, 'applied');
    await server.call(undoSheet, { id: first.id });
    expect([(await settled(server, first)).state, await shop.stock(goods)]).toEqual([
      'applied',
      '10',
    ]);
  });

  test('waits for an order that names what it brought, and leaves it there', async () => {
    const at = await brought('Ordered meanwhile', '880020', '0');
    const goods = { skuId: await skuOf('880020'), barcode: '880020', box: '' };
    let ordered: Promise<unknown> = Promise.resolve();
    await shop
      .goods('saleOrder', [lineOf(goods, '1')])
      .then(({ id }) => server.call(goodsDocuments.remove, { id }));
    await server.arrange(shop.company, async (tx) => {
      await sql`select from document_number where tenant_id = ${shop.company.tenantId} for update`.execute(
        tx,
      );
      ordered = shop.goods('saleOrder', [lineOf(goods, '1')]);
      await waiting(1);
      await server.call(undoSheet, { id: at.id });
      await waiting(2);
    });
    await ordered;
    const end = await settled(server, at);
    expect(end).toMatchObject({
      state: 'applied',
      failure: expect.stringContaining('Ordered meanwhile'),
    });
  });
});

describe('a count by spreadsheet', () => {
  const begun = async () => {
    const goods = await stocked('24');
    const at = { warehouseId: shop.main, keyword: goods.barcode };
    const { id, number } = await server.call(startCount, at);
    const said = (quantity: string, token?: string) =>
      compared(
        server,
        'counts',
        [
          ['盘点单号', '条码', '实盘数量'],
          [number, goods.barcode, quantity],
        ],
        token,
      );
    const lines = async () => {
      const search = { sheetId: id };
      const reply = await server.request('GET', countLineTable.path, { search });
      return reply.json<{ data: { rows: object[] } }>().data.rows;
    };
    return { id, goods, said, lines };
  };

  test('is taken back in the pass it was counted in, and never said of the other', async () => {
    const { id, goods, said, lines } = await begun();
    await server.call(enterCount, { id, entries: [{ code: goods.barcode, quantity: '20' }] });
    const at = await said('22');
    await stepTo(server, applySheet, at, 'applied');
    await server.call(finishCount, { id });
    await server.call(undoSheet, { id: at.id });
    expect((await settled(server, at)).state).toBe('applied');
    expect(await lines()).toMatchObject([{ counted: '22', again: null }]);
    await server.call(reopenCount, { id });
    await stepTo(server, undoSheet, at, 'undone');
    expect(await lines()).toMatchObject([{ counted: '20', again: null }]);
  });

  test('is compared anew where its warehouse is no longer its bringer’s', async () => {
    const { token } = await aVisitor(shop, 'counter', { buttons: every });
    const { said, lines } = await begun();
    const at = await said('23', token);
    await grant(true, false);
    await server.call(applySheet, { id: at.id }, token);
    expect(await settled(server, at, token)).toMatchObject({ state: 'checked', wrongRows: 1 });
    await grant(false, false);
    expect(await lines()).toMatchObject([{ counted: null }]);
  });
});

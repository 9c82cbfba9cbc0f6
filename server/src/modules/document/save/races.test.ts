import { randomInt } from 'node:crypto';
import {
  accounts,
  activities,
  batchUpdateProducts,
  closePeriod,
  costLedgerTable,
  goodsDocuments,
  people,
  products,
  reopenPeriod,
  users,
  viewAs,
  warehouses,
} from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Updateable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { waiting } from '../../../attack/testWaits.ts';
import type { Page, RowOf } from '@tradehouse/contract';
import type { Context } from '../../../kernel/access/index.ts';
import { holdUsers } from '../../identity/index.ts';
import { saveNothing } from '../../system/index.ts';
import { saveDocument } from '../index.ts';
import { lockHeads } from '../store/load.ts';
import { aShopServer, lineOf } from '../testShop.ts';
import type { Shop, TestProduct } from '../testShop.ts';

// Two transactions at once, each held at a barrier: what one has looked at does not change before it is done.

const { server, shop } = await aShopServer();

/** A use case that did its work and has not committed; `go` lets it. */
async function held<T>(use: (context: Context) => Promise<T>) {
  const reached = Promise.withResolvers<T>();
  const gate = Promise.withResolvers<void>();
  const done = shop.asOwner(async (context) => {
    reached.resolve(await use(context));
    await gate.promise;
  });
  done.catch(reached.reject);
  const result = await reached.promise;
  return {
    result,
    async go() {
      gate.resolve();
      await done;
    },
  };
}

const saving = (input: ReturnType<Shop['input']>) => (context: Context) =>
  saveDocument(context, { kind: 'purchaseIn', goods: input });
const productOf = ({ skuId }: TestProduct): Promise<string> =>
  server.arrange(shop.company, async (tx) => {
    const { product_id: id } = await tx
      .selectFrom('sku')
      .select('product_id')
      .where('id', '=', skuId)
      .executeTakeFirstOrThrow();
    return id;
  });
/** Settings that are changed and not committed yet. */
const switching = (columns: Updateable<Database['tenant_setting']>) =>
  held(async (context) => {
    await saveNothing(context);
    await context.tx
      .updateTable('tenant_setting')
      .set(columns)
      .where('tenant_id', '=', context.tenantId)
      .execute();
  });

describe('closing a period', () => {
  test('waits for documents being saved into the period; later documents wait and are refused', async () => {
    const goods = await shop.product();
    const input = shop.input('purchaseIn', [lineOf(goods, '5', '10')], {
      time: '2025-03-05T04:00:00Z',
    });
    const first = await held(saving(input));
    const closing = server.call(closePeriod, { until: '2025-03-31', confirmed: true });
    await waiting(server, 1);
    const late = server.refusal(goodsDocuments.add, input);
    await waiting(server, 2);
    await first.go();
    await closing;
    expect(await late).toMatchObject({ key: 'document.periodClosed', data: { field: 'time' } });
    expect(await shop.stock(goods)).toBe('5');
    await server.call(reopenPeriod, { until: null, reason: 'the test is over' });
  });

  test('applies to a document waiting for the closing', async () => {
    const goods = await shop.product();
    const march = { time: '2025-03-05T04:00:00Z' };
    const { id } = await shop.goods('purchaseIn', [lineOf(goods, '5', '10')], march);
    const closing = await switching({ closed_until: '2025-03-31' });
    const removal = server.refusal(goodsDocuments.remove, { id });
    await waiting(server, 1);
    await closing.go();
    expect(await removal).toMatchObject({ key: 'document.periodClosed' });
    await server.call(reopenPeriod, { until: null, reason: 'the test is over' });
  });
});

describe('a setting changed concurrently', () => {
  test('limits the decimals of an opening amount waiting for the change', async () => {
    const cents = await switching({ currency_digits: 0 });
    const adding = server.refusal(accounts.add, { name: 'Whole yuan', openingAmount: '10.6' });
    await waiting(server, 1);
    await cents.go();
    expect((await adding).key).toBe('cell.decimals');
    await shop.set({ currency_digits: '2' });
    expect(await shop.broken()).toEqual([]);
  });

  test('dates an opening amount waiting for the change in the open period', async () => {
    const closing = await switching({ closed_until: '2025-03-31' });
    const adding = server.call(accounts.add, { name: 'Of an open day', openingAmount: '5' });
    await waiting(server, 1);
    await closing.go();
    expect(await shop.purse('account', (await adding).id)).toBe('5');
    await shop.set({ closed_until: null });
  });
});

describe('a person', () => {
  test('named by a document being saved cannot be deleted', async () => {
    const { id } = await server.call(people.add, { name: 'Leaving', type: 'salesperson' });
    const goods = await shop.product();
    const first = await held(
      saving(shop.input('purchaseIn', [lineOf(goods, '1', '10')], { salespersonIds: [id] })),
    );
    const removal = server.refusal(people.remove, { id });
    await waiting(server, 1);
    await first.go();
    expect(await removal).toMatchObject({
      key: 'record.inUse',
      data: { usedBy: first.result.number },
    });
  });

  test('named by a deleted document only cannot be deleted', async () => {
    const { id } = await server.call(people.add, { name: 'Named once', type: 'salesperson' });
    const goods = await shop.product();
    const order = await shop.goods('saleOrder', [lineOf(goods, '1')], { salespersonIds: [id] });
    await server.call(goodsDocuments.remove, { id: order.id });
    expect(await server.refusal(people.remove, { id })).toMatchObject({
      key: 'record.inBooks',
      data: { name: 'Named once', place: 'saleOrder' },
    });
    expect(await shop.broken()).toEqual([]);
  });
});

describe('a warehouse', () => {
  test('about to be named by a document can’t be deleted', async () => {
    const { id } = await server.call(warehouses.add, { name: 'Leaving' });
    const goods = await shop.product();
    const count = shop.input('stockCount', [{ ...lineOf(goods, '1'), warehouseId: id }]);
    const first = await held((context) =>
      saveDocument(context, { kind: 'stockCount', goods: count }),
    );
    const removal = server.refusal(warehouses.remove, { id });
    await waiting(server, 1);
    await first.go();
    expect(await removal).toMatchObject({
      key: 'record.inUse',
      data: { usedBy: first.result.number },
    });
    expect(await shop.broken()).toEqual([]);
  });
});

describe('a product', () => {
  test('about to be named by a document can’t be deleted', async () => {
    const goods = await shop.product();
    const order = shop.input('saleOrder', [lineOf(goods, '1', '10')]);
    const first = await held((context) =>
      saveDocument(context, { kind: 'saleOrder', goods: order }),
    );
    const removal = server.refusal(products.remove, { id: await productOf(goods) });
    await waiting(server, 1);
    await first.go();
    expect(await removal).toMatchObject({ key: 'record.inUse' });
    expect(await shop.broken()).toEqual([]);
  });

  test('is not deleted after a posting, even if no line names the product any more', async () => {
    const [goods, other] = [await shop.product(), await shop.product()];
    const { id: receipt, version } = await shop.goods('purchaseIn', [lineOf(goods, '5', '10')]);
    const change = shop.input('purchaseIn', [lineOf(other, '5', '10')]);
    await server.call(goodsDocuments.update, { ...change, id: receipt, version });
    // Not even a balance names it: the ledger alone.
    await server.arrange(shop.company, (tx) =>
      sql`delete from stock_balance where tenant_id = ${shop.company.tenantId} and sku_id = ${goods.skuId}`.execute(
        tx,
      ),
    );
    const id = await productOf(goods);
    expect(await server.refusal(products.remove, { id })).toMatchObject({
      key: 'record.inUse',
      data: { place: 'sku_cost' },
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('never posted is deleted together with its cost', async () => {
    const goods = await shop.product();
    await server.call(products.remove, { id: await productOf(goods) });
    expect(await shop.broken()).toEqual([]);
  });
});

describe('the cost of a product', () => {
  test('is listed in posting order, also across overlapping transactions', async () => {
    const goods = await shop.product();
    const buy = (price: string) => saving(shop.input('purchaseIn', [lineOf(goods, '1', price)]));
    const began = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const slow = shop.asOwner(async (context) => {
      await sql`select now()`.execute(context.tx);
      began.resolve();
      await gate.promise;
      return buy('30')(context);
    });
    await began.promise;
    await shop.asOwner(buy('10'));
    gate.resolve();
    await slow;
    const materialId = await productOf(goods);
    const reply = await server.request('GET', costLedgerTable.path, {
      search: { materialId },
      pageSize: 20,
    });
    const { rows } = reply.json<{ data: Page<RowOf<typeof costLedgerTable>> }>().data;
    expect(rows.map(({ after, valueAfter }) => [after, valueAfter])).toEqual([
      ['2', '40'],
      ['1', '10'],
    ]);
  });
});

describe('changing a document', () => {
  test('locks its current source, read again after waiting for a concurrent edit', async () => {
    const goods = await shop.product();
    const ordered = () => shop.goods('purchaseOrder', [lineOf(goods, '5', '10')], { status: '1' });
    const [one, other] = [await ordered(), await ordered()];
    const from = (id: string) => lineOf(goods, '1', '10', { sourceDocumentId: id, sourceLine: 1 });
    const receipt = await shop.goods('purchaseIn', [from(one.id)]);
    const input = { ...shop.input('purchaseIn', [from(other.id)]) };
    const edit = await held((context) =>
      saveDocument(
        context,
        { kind: 'purchaseIn', goods: input },
        { change: { id: receipt.id, version: receipt.version } },
      ),
    );
    const later = shop.asOwner(async (context) => [
      ...(await lockHeads(context, [receipt.id], [])).keys(),
    ]);
    await waiting(server, 1);
    await edit.go();
    expect((await later).toSorted()).toEqual([other.id, receipt.id].toSorted());
  });
});

describe('a barcode named by an order being saved', () => {
  const added = async () => {
    const stamp = randomInt(1e11, 1e12);
    const barcodes = [stamp, stamp + 1].map((code) => ({ code: String(code), unit: 'piece' }));
    const given = { name: `Product ${stamp}`, unitName: 'piece' };
    const { id } = await server.call(products.add, { ...given, barcodes });
    const known = await server.call(products.infoCall, { id });
    const [kept, ordered] = known.barcodes;
    if (kept === undefined || ordered === undefined) throw new Error('barcodes are missing');
    const order = held((context) =>
      saveDocument(context, {
        kind: 'purchaseOrder',
        goods: shop.input('purchaseOrder', [
          { barcode: ordered.code, quantity: '1', unitPrice: '4' },
        ]),
      }),
    );
    const without = {
      ...given,
      id,
      version: known.version,
      barcodes: [{ id: kept.id, code: kept.code, unit: 'piece' }],
    };
    return { id, ordered, without, order: await order };
  };

  test('stays with its product, and saving the product without the barcode waits and is refused', async () => {
    const { ordered, without, order } = await added();
    const change = server.refusal(products.update, without);
    await waiting(server, 1);
    await order.go();
    expect(await change).toMatchObject({ key: 'barcode.used', data: { barcode: ordered.code } });
    expect(await shop.broken()).toEqual([]);
  });

  test('keeps its product from deletion, which waits and is refused', async () => {
    const { id, order } = await added();
    const removal = server.refusal(products.remove, { id });
    await waiting(server, 1);
    await order.go();
    expect(await removal).toMatchObject({
      key: 'record.inUse',
      data: { usedBy: order.result.number },
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('is reported unknown when its product was deleted first', async () => {
    const goods = await shop.product();
    const id = await productOf(goods);
    const removal = await held(async ({ tx, tenantId }) => {
      await sql`select from barcode where tenant_id = ${tenantId} and product_id = ${id} for update`.execute(
        tx,
      );
      await sql`delete from sku_cost where tenant_id = ${tenantId} and sku_id = ${goods.skuId}`.execute(
        tx,
      );
      await sql`delete from product where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    });
    const order = server.refusal(
      goodsDocuments.add,
      shop.input('purchaseOrder', [lineOf(goods, '1')]),
    );
    await waiting(server, 1);
    await removal.go();
    expect(await order).toMatchObject({ key: 'document.unknownBarcode' });
  });
});

describe('the serial management of a product', () => {
  test('cannot be changed while the first document of the product is being saved', async () => {
    const goods = await shop.product();
    const first = await held(saving(shop.input('purchaseIn', [lineOf(goods, '1', '10')])));
    const change = server.refusal(batchUpdateProducts, {
      ids: await productOf(goods),
      material: { serialManaged: true },
    });
    await waiting(server, 1);
    await first.go();
    expect(await change).toMatchObject({ key: 'product.used' });
  });
});

describe('an activity', () => {
  test('keeps its sold quantity when changed during a sale', async () => {
    const goods = await shop.product();
    await shop.goods('purchaseIn', [lineOf(goods, '10', '10')]);
    const fields = {
      name: 'Fair of a race',
      beginsAt: new Date(Date.now() - 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const lines = (quantity: string) => [
      { barcode: goods.barcode, warehouseId: shop.main, quantity },
    ];
    const { id, version } = await server.call(activities.add, { ...fields, lines: lines('5') });
    const sale = { ...shop.input('saleOut', [lineOf(goods, '2')]), activityId: id };
    const selling = await held((context) =>
      saveDocument(context, { kind: 'saleOut', goods: sale }),
    );
    const change = server.call(activities.update, { id, version, ...fields, lines: lines('6') });
    await waiting(server, 1);
    await selling.go();
    await change;
    expect(await server.call(activities.infoCall, { id })).toMatchObject({
      lines: [{ quantity: '6', sold: '2', current: '4' }],
    });
    expect(await shop.broken()).toEqual([]);
  });
});

describe('users of a company', () => {
  const institution = async () => {
    const { rows } = await sql<{ id: string }>`
      insert into institution (tenant_id, name) values (${shop.company.tenantId}, 'Led once') returning id`.execute(
      server.database.admin,
    );
    return rows[0]?.id ?? '';
  };

  test('have a single leader per institution, even when two are added at once', async () => {
    const institutionId = await institution();
    const leader = await held(async (context) => {
      const { tx, tenantId } = context;
      await holdUsers(context, tenantId);
      await sql`
        insert into app_user (tenant_id, login_name, name, institution_id, leader)
        values (${tenantId}, 'leads', 'Leads', ${institutionId}, true)`.execute(tx);
    });
    const second = { loginName: 'second-leader', name: 'Second', institutionId, leader: true };
    const adding = server.refusal(users.add, second);
    await waiting(server, 1);
    await leader.go();
    expect(await adding).toMatchObject({ key: 'user.leaderTaken' });
    await sql`delete from app_user where login_name = 'leads'`.execute(server.database.admin);
  });

  /** Deletes a user in a transaction that waits. */
  const deletionOf = (id: string): ReturnType<typeof held> =>
    held(async ({ tx, tenantId }) => {
      await sql`delete from login where tenant_id = ${tenantId} and user_id = ${id}`.execute(tx);
      await sql`delete from session where tenant_id = ${tenantId} and user_id = ${id}`.execute(tx);
      await sql`delete from app_user where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    });

  test('open no session while being deleted', async () => {
    const id = await server.addUser({ loginName: 'going', role: 'keeper' });
    const deletion = await deletionOf(id);
    const entering = server.signIn('going').then(() => 'let in', String);
    await waiting(server, 1);
    await deletion.go();
    expect(await entering).toContain('login.failed');
    const { rows } = await sql`select from session where user_id = ${id}`.execute(
      server.database.admin,
    );
    expect(rows).toEqual([]);
  });

  test('are not viewed while being deleted', async () => {
    const id = await server.addUser({ loginName: 'leaving', role: 'keeper' });
    const deletion = await deletionOf(id);
    const viewing = server.refusal(viewAs, { id });
    await waiting(server, 1);
    await deletion.go();
    expect(await viewing).toMatchObject({ status: 404 });
  });
});

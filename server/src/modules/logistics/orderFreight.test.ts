// Freight of sales orders in the books of their outbounds.
import {
  freights,
  goodsDocuments,
  logisticsCompanies,
  logisticsOrders,
  moneyDocuments,
  tradeProfitTable,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../kernel/access/index.ts';
import { saveDocument } from '../document/index.ts';
import { aShopServer, lineOf, timeDaysAgo } from '../document/testShop.ts';
import type { Saved, TestProduct } from '../document/testShop.ts';
import { addFreight, confirmFreight } from './freight.ts';
import { takeBill } from './freightBill.ts';
import { sent } from './testSend.ts';

const { server, shop } = await aShopServer();

beforeEach(() => shop.set({ freight_in_profit: true, force_approval: true, closed_until: null }));

let made = 0;
async function aCarrier(): Promise<string> {
  made += 1;
  const code = `FO${made}`;
  return (await server.call(logisticsCompanies.add, { name: code, code, orderPrefix: `${code}-` }))
    .id;
}

/** A carrier, stock of a product, and an order of 10 pieces at 20. */
async function anOrder() {
  const [carrier, one] = [await aCarrier(), await shop.product()];
  await shop.goods('purchaseIn', [lineOf(one, '100', '10')], { status: '1' });
  const order = await shop.goods('saleOrder', [lineOf(one, '10')], { status: '1' });
  return { carrier, one, order };
}

async function shipment(carrier: string, order: Saved, freight: string): Promise<string> {
  const { id } = await server.call(logisticsOrders.add, sent(carrier, order, { freight }));
  await server.call(logisticsOrders.label, { id });
  return id;
}

const linked = (one: TestProduct, order: Saved, quantity: string) =>
  lineOf(one, quantity, '20', { sourceDocumentId: order.id, sourceLine: 1 });
const outbound = (one: TestProduct, order: Saved, quantity: string, more: object = {}) =>
  shop.goods('saleOut', [linked(one, order, quantity)], { status: '1', ...more });

const setStatus = ({ id: ids }: Saved, status: '0' | '1') =>
  server.call(goodsDocuments.setStatus, { ids, status });

/** Freight cost by outbound in the profit report of a product. */
async function freightOf({ barcode }: TestProduct): Promise<Record<string, string>> {
  const search = { level: 'document', dates: ['2000-01-01', timeDaysAgo(-2).slice(0, 10)] };
  const reply = await server.request('GET', tradeProfitTable.path, {
    search: JSON.stringify({ ...search, keyword: `Product ${barcode}` }),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const { rows } = reply.json<{ data: { rows: Record<string, string>[] } }>().data;
  return Object.fromEntries(
    rows.flatMap(({ name = '', freight = '0' }) => (freight === '0' ? [] : [[name, freight]])),
  );
}
const owed = async (carrier: string): Promise<string> => shop.purse('carrier', carrier);

test('freight of an order waits, and belongs to the first outbound only', async () => {
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '12.5');
  expect(await owed(carrier)).toBe('0');
  const first = await outbound(one, order, '4');
  const second = await outbound(one, order, '6');
  expect(await freightOf(one)).toEqual({ [first.number]: '12.5' });
  expect(await owed(carrier)).toBe('-12.5');
  // The first is undone: the second takes the freight, and keeps it after the first is approved again.
  await setStatus(first, '0');
  expect(await freightOf(one)).toEqual({ [second.number]: '12.5' });
  await setStatus(first, '1');
  expect(await freightOf(one)).toEqual({ [second.number]: '12.5' });
  expect(await shop.broken()).toEqual([]);
});

test('freight waits again after the only outbound is deleted, and the next outbound takes it', async () => {
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '8');
  const first = await outbound(one, order, '4');
  await setStatus(first, '0');
  expect([await owed(carrier), await freightOf(one)]).toEqual(['0', {}]);
  await setStatus(first, '1');
  expect(await freightOf(one)).toEqual({ [first.number]: '8' });
  await setStatus(first, '0');
  await server.call(goodsDocuments.removeBatch, { ids: first.id });
  expect(await owed(carrier)).toBe('0');
  const next = await outbound(one, order, '10');
  expect(await freightOf(one)).toEqual({ [next.number]: '8' });
  expect(await shop.broken()).toEqual([]);
});

test('a label voided before the outbound books nothing, and a void afterwards leaves no trace', async () => {
  const { carrier, one, order } = await anOrder();
  const early = await shipment(carrier, order, '8');
  await server.call(logisticsOrders.void, { id: early });
  const late = await shipment(carrier, order, '9');
  const first = await outbound(one, order, '4');
  expect(await freightOf(one)).toEqual({ [first.number]: '9' });
  await server.call(logisticsOrders.void, { id: late });
  expect([await owed(carrier), await freightOf(one)]).toEqual(['0', {}]);
  expect(await shop.broken()).toEqual([]);
});

test('a shipment labelled after the outbound is booked with the label, and the bill is too', async () => {
  const { carrier, one, order } = await anOrder();
  const { id } = await server.call(logisticsOrders.add, sent(carrier, order, { freight: '5' }));
  const first = await outbound(one, order, '4');
  await server.call(logisticsOrders.label, { id });
  expect(await freightOf(one)).toEqual({ [first.number]: '5' });
  await server.call(freights.takeBill, {
    companyId: carrier,
    lines: [{ number: order.number, amount: '6.75' }],
  });
  expect(await freightOf(one)).toEqual({ [first.number]: '6.75' });
  expect(await owed(carrier)).toBe('-6.75');
  expect(await shop.broken()).toEqual([]);
});

test('an edited outbound keeps the freight of its order over the changed lines', async () => {
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '9');
  const first = await outbound(one, order, '4');
  await setStatus(first, '0');
  const { version } = await server.call(goodsDocuments.info, { id: first.id });
  const lines = [{ ...linked(one, order, '2'), line: 1 }, lineOf(one, '1')];
  const changed = { ...shop.input('saleOut', lines), id: first.id, version, status: '1' as const };
  await server.call(goodsDocuments.update, changed);
  expect(await freightOf(one)).toEqual({ [first.number]: '9' });
  expect(await shop.broken()).toEqual([]);
});

test('an outbound no longer linked to the order gives up the freight', async () => {
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '9');
  const first = await outbound(one, order, '4');
  await setStatus(first, '0');
  const { version } = await server.call(goodsDocuments.info, { id: first.id });
  const lines = [lineOf(one, '4')];
  const changed = { ...shop.input('saleOut', lines), id: first.id, version, status: '1' as const };
  await server.call(goodsDocuments.update, changed);
  expect([await owed(carrier), await freightOf(one)]).toEqual(['0', {}]);
  expect(await shop.broken()).toEqual([]);
});

async function deletePayment(ids: string): Promise<void> {
  await server.call(moneyDocuments.setStatus, { ids, status: '0' });
  await server.call(moneyDocuments.removeBatch, { ids });
}

/** Confirms and pays the freight of an order; returns the expenditure. */
async function payFor({ number }: Saved, isConfirmed = false): Promise<string> {
  const read = async () => {
    const search = JSON.stringify({ documentNumber: number });
    const reply = await server.request('GET', freights.table.path, { search });
    const { rows } = reply.json<{ data: { rows: { id: string; version: number }[] } }>().data;
    return rows.map(({ id, version }) => ({ id, version }));
  };
  if (!isConfirmed) await server.call(freights.confirm, { rows: await read() });
  const payment = { accountId: shop.cash, itemId: shop.expenseItem };
  const { id: ids } = await server.call(freights.pay, { rows: await read(), ...payment });
  await server.call(moneyDocuments.setStatus, { ids, status: '1' });
  return ids;
}

test('freight of a deleted payment goes to the outbound in force', async () => {
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '5');
  const lines = [{ number: order.number, amount: '7' }];
  await server.call(freights.takeBill, { companyId: carrier, lines });
  const early = await payFor(order);
  const first = await outbound(one, order, '4');
  expect([await owed(carrier), await freightOf(one)]).toEqual(['0', {}]);
  await deletePayment(early);
  expect(await freightOf(one)).toEqual({ [first.number]: '7' });
  expect(await owed(carrier)).toBe('-7');
  // Paid with the first outbound, which is then undone: the freight goes to the second.
  const late = await payFor(order, true);
  const second = await outbound(one, order, '2');
  await setStatus(first, '0');
  await deletePayment(late);
  expect(await freightOf(one)).toEqual({ [second.number]: '7' });
  expect(await owed(carrier)).toBe('-7');
  expect(await shop.broken()).toEqual([]);
});

test('freight paid before the first outbound stays an expense of the item', async () => {
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '5');
  const lines = [{ number: order.number, amount: '7' }];
  await server.call(freights.takeBill, { companyId: carrier, lines });
  const before = Number(await shop.purse('item', shop.expenseItem));
  await payFor(order);
  await outbound(one, order, '4');
  expect(Number(await shop.purse('item', shop.expenseItem)) - before).toBe(7);
  expect([await owed(carrier), await freightOf(one)]).toEqual(['0', {}]);
  expect(await shop.broken()).toEqual([]);
});

test('paid freight stays with the outbound, and the outbound cannot be deleted', async () => {
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '5');
  const first = await outbound(one, order, '4');
  await server.call(freights.takeBill, {
    companyId: carrier,
    lines: [{ number: order.number, amount: '7' }],
  });
  await payFor(order);
  const second = await outbound(one, order, '2');
  await setStatus(first, '0');
  expect(await freightOf(one)).toEqual({});
  expect(await server.refusal(goodsDocuments.removeBatch, { ids: first.id })).toMatchObject({
    data: { key: 'freight.ofDocument' },
  });
  await setStatus(first, '1');
  expect(await freightOf(one)).toEqual({ [first.number]: '7' });
  expect(await owed(carrier)).toBe('0');
  await setStatus(second, '0');
  expect(await shop.broken()).toEqual([]);
});

test('an outbound of a closed day takes no freight, and keeps present freight', async () => {
  const { carrier, one, order } = await anOrder();
  const early = { time: timeDaysAgo(40) };
  await shop.goods('purchaseIn', [lineOf(one, '10', '10')], { status: '1', ...early });
  const first = await outbound(one, order, '4', early);
  await shop.set({ closed_until: timeDaysAgo(35).slice(0, 10) });
  const noted = {
    documentNumber: order.number,
    companyId: carrier,
    freightDate: timeDaysAgo(0).slice(0, 10),
    paymentKind: 'cycle' as const,
    allocateBy: 'weight' as const,
    estimated: '3',
    actual: null,
    billableWeight: '0',
  };
  await server.call(freights.add, noted);
  expect(await freightOf(one)).toEqual({});
  const second = await outbound(one, order, '2');
  expect(await freightOf(one)).toEqual({ [second.number]: '3' });
  await shop.set({ closed_until: null });
  await server.call(freights.add, { ...noted, estimated: '4' });
  // Reopened, the day of the first outbound takes new freight again.
  expect(await freightOf(one)).toEqual({ [first.number]: '4', [second.number]: '3' });
  await shop.set({ closed_until: timeDaysAgo(35).slice(0, 10) });
  await setStatus(second, '0');
  expect(await freightOf(one)).toEqual({ [first.number]: '4' });
  expect(await shop.broken()).toEqual([]);
});

test('freight of orders made while the setting is off stays out of the books', async () => {
  await shop.set({ freight_in_profit: false });
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '5');
  await shop.set({ freight_in_profit: true });
  await outbound(one, order, '4');
  expect([await owed(carrier), await freightOf(one)]).toEqual(['0', {}]);
  const { rows } = await sql<{ booked: string | null }>`
    select booked from freight_info where company_id = ${carrier}`.execute(server.database.admin);
  expect(rows).toEqual([{ booked: null }]);
  expect(await shop.broken()).toEqual([]);
});

test('outbounds saved, undone and billed at once leave the freight with a single outbound', async () => {
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '5');
  const bill = (amount: string) =>
    server.call(freights.takeBill, {
      companyId: carrier,
      lines: [{ number: order.number, amount }],
    });
  const [first, second] = await Promise.all([
    outbound(one, order, '4'),
    outbound(one, order, '6'),
    bill('6'),
  ]);
  expect(Object.values(await freightOf(one))).toEqual(['6']);
  expect(await shop.broken()).toEqual([]);
  await Promise.all([setStatus(first, '0'), bill('7'), setStatus(second, '0')]);
  expect([await owed(carrier), await freightOf(one)]).toEqual(['0', {}]);
  await Promise.all([setStatus(second, '1'), setStatus(first, '1'), bill('8')]);
  expect(Object.values(await freightOf(one))).toEqual(['8']);
  expect(await owed(carrier)).toBe('-8');
  expect(await shop.broken()).toEqual([]);
});

interface Race {
  /** Freight of the order exists before the race. */
  readonly hasFreight: boolean;
  readonly step: (context: Context, carrier: string, order: Saved) => Promise<unknown>;
}
const firstFreight = async ({ tx, tenantId }: Context, carrier: string) => {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from freight_info
    where tenant_id = ${tenantId} and company_id = ${carrier}`.execute(tx);
  return rows;
};
const races: Readonly<Record<string, Race>> = {
  'the confirmation of the freight': {
    hasFreight: true,
    step: async (context, carrier) =>
      confirmFreight(context, { rows: await firstFreight(context, carrier) }),
  },
  'a new bill': {
    hasFreight: true,
    step: (context, companyId, { number }) =>
      takeBill(context, { companyId, lines: [{ number, amount: '7' }] }),
  },
  'freight entered by hand': {
    hasFreight: false,
    step: (context, companyId, { number: documentNumber }) =>
      addFreight(context, {
        documentNumber,
        companyId,
        freightDate: timeDaysAgo(0).slice(0, 10),
        paymentKind: 'cycle',
        allocateBy: 'weight',
        estimated: '5',
        actual: null,
        billableWeight: '1',
      }),
  },
};

test.each(Object.keys(races))(
  '%s and an outbound of the order never block each other',
  async (name) => {
    const { hasFreight, step } = races[name]!;
    const { carrier, one, order } = await anOrder();
    if (hasFreight) {
      await shipment(carrier, order, '5');
      await server.call(freights.takeBill, {
        companyId: carrier,
        lines: [{ number: order.number, amount: '6' }],
      });
    }
    const first = await outbound(one, order, '4');
    const tries: string[] = [];
    /** Waits until a number of transactions wait for locks, or `work` is over. */
    const untilBlocked = async (count: number, work: Promise<unknown>): Promise<void> => {
      const ended = work.then(
        () => true,
        () => true,
      );
      const pause = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 10));
      while ((await server.database.waiting()) < count)
        if (await Promise.race([ended, pause()])) return;
    };
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = server.database.admin.transaction().execute(async (tx) => {
      await sql`select from document where id = ${first.id} for update`.execute(tx);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const stepping = shop.asOwner(async (context) => {
      tries.push('step');
      return step(context, carrier, order);
    });
    await untilBlocked(1, stepping);
    const { kind: _, ...goods } = shop.input('saleOut', [linked(one, order, '6')]);
    const saving = shop.asOwner(async (context) => {
      tries.push('outbound');
      return saveDocument(context, { kind: 'saleOut', goods: { ...goods, status: '1' } });
    });
    await untilBlocked(2, saving);
    released.resolve();
    await Promise.all([holding, stepping, saving]);
    expect(tries).toEqual(['step', 'outbound']);
    expect(Object.keys(await freightOf(one))).toEqual([first.number]);
    expect(await shop.broken()).toEqual([]);
  },
);

test('an outbound unlinked from the order by an edit passes the freight on at once', async () => {
  await shop.set({ force_approval: false });
  const { carrier, one, order } = await anOrder();
  await shipment(carrier, order, '9');
  const first = await shop.goods('saleOut', [linked(one, order, '4')]);
  const second = await shop.goods('saleOut', [linked(one, order, '2')]);
  expect(await freightOf(one)).toEqual({ [first.number]: '9' });
  const { version } = await server.call(goodsDocuments.info, { id: first.id });
  const lines = [lineOf(one, '3')];
  await server.call(goodsDocuments.update, {
    ...shop.input('saleOut', lines),
    id: first.id,
    version,
  });
  expect(await freightOf(one)).toEqual({ [second.number]: '9' });
  await server.call(goodsDocuments.removeBatch, { ids: second.id });
  expect([await owed(carrier), await freightOf(one)]).toEqual(['0', {}]);
  expect(await shop.broken()).toEqual([]);
});

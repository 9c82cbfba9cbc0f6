// What a document may be made from, and what that does to its source (domain.md 1.4, 2.5, 3.2, 3.4).
import {
  changeRemark,
  documentTables,
  documentToConvert,
  documentTrail,
  forceClosePurchase,
  goodsDocuments,
  recountDebts,
  recountDeposits,
} from '@tradehouse/contract';
import { documentKinds, goodsKindCodes, progressOn } from '@tradehouse/domain';
import type { GoodsKindCode, ProgressName } from '@tradehouse/domain';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing.ts';
import { fold } from '../../posting/index.ts';
import { convertible } from '../read/convert.ts';
import { aShopServer } from '../testShop.ts';
import type { Saved, TestProduct } from '../testShop.ts';

const { server, shop } = await aShopServer();
beforeEach(() => shop.set({ purchase_by_sale: true, over_link: false, force_approval: false }));

const info = (id: string) => server.call(goodsDocuments.info, { id });
const line = ({ barcode }: TestProduct, quantity: string, unitPrice = '20') => ({
  barcode,
  quantity,
  unitPrice,
});
const from = (source: Saved, product: TestProduct, quantity: string, sourceLine = 1) => ({
  ...line(product, quantity),
  sourceDocumentId: source.id,
  sourceLine,
});
const stocked = async (quantity = '100'): Promise<TestProduct> => {
  const product = await shop.product();
  await shop.goods('purchaseIn', [line(product, quantity, '10')]);
  return product;
};
const approved = { status: '1' } as const;

/** What a document of a kind is made of; the two that need several lines have them. */
const linesFor = (kind: GoodsKindCode, product: TestProduct, other: TestProduct) => {
  if (documentKinds[kind].goods.composite !== undefined)
    return [
      { ...line(product, '1', '0'), role: 'composite' as const },
      { ...line(other, '1', '0'), role: 'part' as const },
    ];
  return [{ ...line(product, '4'), targetWarehouseId: shop.branch }];
};

describe('conversions between document kinds (domain 1.4)', () => {
  const linked = goodsKindCodes.filter(
    (code) => Object.keys(documentKinds[code].sources).length > 0,
  );

  test('are exactly the declared pairs', () => {
    const pairs = linked.flatMap((target) =>
      goodsKindCodes
        .filter((source) => progressOn(source, target) !== undefined)
        .map((source) => `${source} → ${target}: ${progressOn(source, target)}`),
    );
    expect(pairs).toEqual([
      'purchaseRequest → purchaseOrder: fulfilled',
      'saleOrder → purchaseOrder: purchased',
      'purchaseOrder → purchaseIn: fulfilled',
      'purchaseIn → purchaseBack: returned',
      'saleOrder → saleOut: fulfilled',
      'saleOut → saleBack: returned',
      'retailOut → retailBack: returned',
      'stockCount → stockRecount: fulfilled',
    ]);
  });

  test.each(goodsKindCodes)('%s becomes nothing else', async (source) => {
    const [product, other] = [await stocked(), await stocked()];
    const origin = await shop.goods(source, linesFor(source, product, other), approved);
    for (const target of linked.filter((code) => progressOn(source, code) === undefined)) {
      const input = shop.input(target, [from(origin, product, '1')]);
      expect((await server.refusal(goodsDocuments.add, input)).key, target).toBe(
        'document.sourceKind',
      );
      const wanted = { ids: origin.id, kind: target };
      expect((await server.refusal(documentToConvert, wanted)).key, target).toBe(
        'document.sourceKind',
      );
    }
  });

  test.each(
    linked.flatMap((target) =>
      (Object.entries(documentKinds[target].sources) as [GoodsKindCode, ProgressName][]).map(
        ([source, progress]) => [source, target, progress] as const,
      ),
    ),
  )('part of %s to %s: %s', async (source, target, progress) => {
    const product = await stocked();
    const origin = await shop.goods(source, [line(product, '4')], approved);
    const offer = await server.call(documentToConvert, { ids: origin.id, kind: target });
    expect(offer.lines.map(({ remaining }) => remaining)).toEqual(['4']);
    await shop.goods(target, [from(origin, product, '1')]);
    const rest = await server.call(documentToConvert, { ids: origin.id, kind: target });
    expect(rest.lines.map(({ remaining }) => remaining)).toEqual(['3']);
    const after = await info(origin.id);
    expect([after.status, after.purchaseStatus]).toEqual(
      { fulfilled: ['3', '0'], purchased: ['1', '3'], returned: ['1', '0'] }[progress],
    );
    expect(await shop.broken()).toEqual([]);
  });

  test('nothing is made from a draft', async () => {
    const product = await stocked();
    const order = await shop.goods('saleOrder', [line(product, '4')]);
    const input = shop.input('saleOut', [from(order, product, '1')]);
    expect((await server.refusal(goodsDocuments.add, input)).key).toBe('document.sourceState');
  });

  test('a requisition and a sales order don’t go into one purchase order (8500029)', async () => {
    const product = await stocked();
    const request = await shop.goods('purchaseRequest', [line(product, '4')], approved);
    const order = await shop.goods('saleOrder', [line(product, '4')], approved);
    const input = shop.input('purchaseOrder', [
      from(request, product, '1'),
      from(order, product, '1'),
    ]);
    expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
      code: 8500029,
      key: 'document.bothSources',
    });
  });
});

describe('a document made from several sources', () => {
  test('takes lines of several documents of one partner and counts progress on each source', async () => {
    const [x, y] = [await stocked(), await stocked()];
    const first = await shop.goods('saleOrder', [line(x, '5'), line(y, '3')], approved);
    const second = await shop.goods('saleOrder', [line(x, '2')], approved);
    const ids = `${first.id},${second.id}`;
    const offer = await server.call(documentToConvert, { ids, kind: 'saleOut' });
    expect(offer.lines.map((one) => [one.sourceNumber, one.remaining])).toEqual([
      [first.number, '5'],
      [first.number, '3'],
      [second.number, '2'],
    ]);
    await shop.goods('saleOut', [
      from(first, x, '5'),
      from(first, y, '1', 2),
      from(second, x, '2'),
    ]);
    expect([(await info(first.id)).status, (await info(second.id)).status]).toEqual(['3', '2']);
    expect((await info(first.id)).lines.map(({ doneQuantity }) => doneQuantity)).toEqual([
      '5',
      '1',
    ]);
    expect(await shop.broken()).toEqual([]);
  });

  test('is prepared from twenty orders with as few statements as from two', async () => {
    const product = await stocked();
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1)
      ids.push((await shop.goods('saleOrder', [line(product, '1')], approved)).id);
    const statements = (some: readonly string[]) =>
      shop.asOwner((context) => {
        const opened = ['/bill/sale_order', '/bill/sale_out'];
        const pages = new Map(opened.map((page) => [page, new Set(['1'])]));
        return statementsOf({ ...context, scope: { ...context.scope, pages } }, async (counted) => {
          const { lines } = await convertible(counted, some, 'saleOut');
          expect(lines.map(({ sourceDocumentId }) => sourceDocumentId)).toEqual(some);
        });
      });
    expect(await statements(ids)).toBe(await statements(ids.slice(0, 2)));
  });

  test('takes no day of a line along: what a customer is promised is no day of a supplier', async () => {
    const product = await stocked();
    const [day, other] = ['2027-05-06', '2027-05-09'];
    const lines = [{ ...line(product, '2'), expectedOn: other }, line(product, '1')];
    const order = await shop.goods('saleOrder', lines, { ...approved, expectedOn: day });
    const told = await info(order.id);
    expect(told.expectedOn).toBe(day);
    expect(told.lines.map(({ expectedOn }) => expectedOn)).toEqual([other, null]);
    const offer = await server.call(documentToConvert, { ids: order.id, kind: 'purchaseOrder' });
    expect(offer.lines.map(({ expectedOn }) => expectedOn)).toEqual([null, null]);
  });

  test('refuses a second partner’s source, except in a purchase order for a supplier', async () => {
    const product = await stocked();
    const ours = await shop.goods('saleOrder', [line(product, '4')], approved);
    const theirs = await shop.goods('saleOrder', [line(product, '2')], {
      ...approved,
      partnerId: shop.otherCustomer,
    });
    const both = [from(ours, product, '4'), from(theirs, product, '2')];
    const ids = `${ours.id},${theirs.id}`;
    expect(await server.refusal(goodsDocuments.add, shop.input('saleOut', both))).toMatchObject({
      key: 'document.sourcePartner',
      data: { number: theirs.number, field: 'sourceDocumentId', line: 2 },
    });
    expect(await server.refusal(documentToConvert, { ids, kind: 'saleOut' })).toMatchObject({
      key: 'document.sourcePartner',
      data: { number: theirs.number },
    });
    const offer = await server.call(documentToConvert, { ids, kind: 'purchaseOrder' });
    expect(offer).toMatchObject({ partnerId: null, partnerName: '', depositLeft: '0' });
    await shop.goods('purchaseOrder', both);
    for (const order of [ours, theirs])
      expect(await info(order.id)).toMatchObject({ status: '1', purchaseStatus: '2' });
    expect(await shop.broken()).toEqual([]);
  });
});

describe('the open quantity of a source (domain 3.4)', () => {
  test.each([
    ['stays the limit', false, 'document.overLinked'],
    ['may be exceeded where the switch says so', true, null],
  ] as const)('%s', async (_, overLink, key) => {
    await shop.set({ over_link: overLink });
    const product = await stocked();
    const order = await shop.goods('saleOrder', [line(product, '4')], approved);
    const input = shop.input('saleOut', [from(order, product, '5')]);
    if (key === null) await server.call(goodsDocuments.add, input);
    else expect((await server.refusal(goodsDocuments.add, input)).key).toBe(key);
    expect((await info(order.id)).status).toBe(key === null ? '2' : '1');
    expect(await shop.broken()).toEqual([]);
  });

  test('a return never exceeds the sold quantity, even with over-linking allowed', async () => {
    await shop.set({ over_link: true });
    const product = await stocked();
    const sale = await shop.goods('saleOut', [line(product, '4')], approved);
    const input = shop.input('saleBack', [from(sale, product, '5')]);
    expect((await server.refusal(goodsDocuments.add, input)).key).toBe('document.overLinked');
  });

  test('counts in base units where unit and source differ', async () => {
    const product = await stocked();
    const order = await shop.goods(
      'saleOrder',
      [{ barcode: product.box, quantity: '1', unitPrice: '240' }],
      approved,
    );
    await shop.goods('saleOut', [from(order, product, '5')]);
    const offer = await server.call(documentToConvert, { ids: order.id, kind: 'saleOut' });
    // 7 of 12 pieces are left, which is no number of boxes.
    expect(offer.lines[0]).toMatchObject({ quantity: '12', remaining: '7' });
    const seven = shop.input('saleOut', [from(order, product, '7')]);
    const eight = shop.input('saleOut', [from(order, product, '8')]);
    expect((await server.refusal(goodsDocuments.add, eight)).key).toBe('document.overLinked');
    await server.call(goodsDocuments.add, seven);
    expect((await info(order.id)).status).toBe('2');
  });

  test('lines of quantity 0 don’t hold a document back', async () => {
    const [x, y] = [await stocked(), await stocked()];
    const order = await shop.goods('saleOrder', [line(x, '4'), line(y, '1')], approved);
    await server.arrange(shop.company, async (tx) => {
      await sql`update document_line set quantity = 0, base_quantity = 0
        where tenant_id = ${shop.company.tenantId} and document_id = ${order.id} and line = 2`.execute(
        tx,
      );
    });
    await shop.goods('saleOut', [from(order, x, '4')]);
    expect((await info(order.id)).status).toBe('2');
    await server.arrange(shop.company, async (tx) => {
      await sql`update document_line set quantity = 1, base_quantity = 1
        where tenant_id = ${shop.company.tenantId} and document_id = ${order.id} and line = 2`.execute(
        tx,
      );
      await sql`update document set progress = 'partial'
        where tenant_id = ${shop.company.tenantId} and id = ${order.id}`.execute(tx);
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('moves with an edit: the source that is let go is counted again', async () => {
    const product = await stocked();
    const [old, fresh] = [
      await shop.goods('saleOrder', [line(product, '4')], approved),
      await shop.goods('saleOrder', [line(product, '4')], approved),
    ];
    const sale = await shop.goods('saleOut', [from(old, product, '4')]);
    await server.call(goodsDocuments.update, {
      ...shop.input('saleOut', [{ ...from(fresh, product, '2'), line: 1 }]),
      id: sale.id,
      version: sale.version,
    });
    expect([(await info(old.id)).status, (await info(fresh.id)).status]).toEqual(['1', '3']);
    expect(await shop.broken()).toEqual([]);
  });
});

describe('a deposit (domain 2.5)', () => {
  const order = async (product: TestProduct) =>
    shop.goods('saleOrder', [line(product, '10')], { ...approved, depositTaken: '100' });
  const left = async ({ id }: Saved) => (await info(id)).depositLeft;

  test('is offered up to its unused part, and restored when the delivery is deleted', async () => {
    const product = await stocked();
    const one = await order(product);
    const offer = () => server.call(documentToConvert, { ids: one.id, kind: 'saleOut' });
    expect((await offer()).depositLeft).toBe('100');
    const sale = await shop.goods('saleOut', [from(one, product, '4')], {
      depositUsed: '60',
      paidNow: '0',
    });
    expect([await left(one), (await offer()).depositLeft]).toEqual(['40', '40']);
    await server.call(goodsDocuments.remove, { id: sale.id });
    expect(await left(one)).toBe('100');
    expect(await shop.broken()).toEqual([]);
  });

  test('is taken on orders only: a payment of a bill makes no deposit', async () => {
    const product = await shop.product();
    const bill = await shop.goods('purchaseIn', [line(product, '4')], {
      ...approved,
      paidNow: '0',
    });
    const paying = { accountId: shop.cash, partnerId: shop.supplier, ...approved };
    await shop.money('moneyOut', [{ settledDocumentId: bill.id, amount: '30' }], paying);
    await shop.goods('purchaseBack', [from(bill, product, '1')], approved);
    const { rows } = await server.arrange(shop.company, (tx) =>
      sql`select trim_scale(deposit_taken)::text as taken from document where id = ${bill.id}`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([{ taken: '0' }]);
  });

  test('belongs to one order: a document of two can’t use it', async () => {
    const product = await stocked();
    const [one, other] = [await order(product), await order(product)];
    const ids = `${one.id},${other.id}`;
    expect((await server.call(documentToConvert, { ids, kind: 'saleOut' })).depositLeft).toBe('0');
    const lines = [from(one, product, '1'), from(other, product, '1')];
    const input = shop.input('saleOut', lines, { depositUsed: '10', paidNow: '0' });
    expect((await server.refusal(goodsDocuments.add, input)).key).toBe('deposit.oneOrder');
  });
});

describe('corrections on a document head (domain 3.2)', () => {
  test('the rest of purchasing for a sales order is given up once it is begun', async () => {
    const product = await stocked();
    const order = await shop.goods('saleOrder', [line(product, '4')], approved);
    const close = { ids: order.id };
    expect((await server.refusal(forceClosePurchase, close)).key).toBe('document.notClosable');
    await shop.goods('purchaseOrder', [from(order, product, '1')]);
    await server.call(forceClosePurchase, close);
    expect(await info(order.id)).toMatchObject({ status: '1', purchaseStatus: '2' });
    expect((await server.refusal(forceClosePurchase, close)).key).toBe('document.notClosable');
    const more = shop.input('purchaseOrder', [from(order, product, '1')]);
    expect((await server.refusal(goodsDocuments.add, more)).key).toBe('document.sourceState');
    // What is sold goes on.
    await shop.goods('saleOut', [from(order, product, '4')]);
    expect((await info(order.id)).status).toBe('2');
    expect(await shop.broken()).toEqual([]);
  });

  test('a remark is changed in any state, and nothing else is', async () => {
    const product = await stocked();
    const order = await shop.goods('saleOrder', [line(product, '4')], approved);
    await shop.goods('saleOut', [from(order, product, '4')]);
    const before = await info(order.id);
    await server.call(changeRemark, { id: order.id, remark: 'Ring before noon' });
    const { version, updatedAt: _at, remark, ...after } = await info(order.id);
    const { version: old, updatedAt: _then, remark: _none, ...same } = before;
    expect([remark, version]).toEqual(['Ring before noon', old + 1]);
    expect(after).toEqual(same);
    expect(await server.call(changeRemark, { id: order.id, remark })).toEqual({ changed: 0 });
  });

  test('recounting repairs altered deposits and debts and changes no correct figure', async () => {
    const product = await stocked();
    const order = await shop.goods('saleOrder', [line(product, '4')], {
      ...approved,
      depositTaken: '50',
    });
    const sale = await shop.goods('saleOut', [from(order, product, '4')], {
      ...approved,
      depositUsed: '30',
      paidNow: '0',
    });
    await shop.money('moneyIn', [{ settledDocumentId: sale.id, amount: '20' }], approved);
    expect(await server.call(recountDeposits, { ids: order.id })).toEqual({ changed: 0 });
    expect(await server.call(recountDebts, { ids: sale.id })).toEqual({ changed: 0 });
    await fold(server.database.app, shop.company.tenantId);
    await server.arrange(shop.company, async (tx) => {
      const { tenantId } = shop.company;
      await sql`update document set deposit_taken = 0 where tenant_id = ${tenantId} and id = ${order.id}`.execute(
        tx,
      );
      await sql`update document_day set deposit_taken = deposit_taken - 30
        where tenant_id = ${tenantId} and kind = 'saleOrder' and documents > 0`.execute(tx);
      await sql`update document set settled = 5 where tenant_id = ${tenantId} and id = ${sale.id}`.execute(
        tx,
      );
      await sql`update document_day set settled = settled - 15
        where tenant_id = ${tenantId} and kind = 'saleOut' and debt_state = 'open' and documents > 0`.execute(
        tx,
      );
    });
    expect(await server.call(recountDeposits, { ids: order.id })).toEqual({ changed: 1 });
    expect(await server.call(recountDebts, { ids: sale.id })).toEqual({ changed: 1 });
    expect((await info(order.id)).depositLeft).toBe('20');
    expect((await info(sale.id)).openDebt).toBe('30');
    expect(await shop.broken()).toEqual([]);
  });
});

describe('the tree of related documents', () => {
  test('spans requisition, order, receipts, return and payment, from any of them', async () => {
    const product = await stocked();
    const request = await shop.goods('purchaseRequest', [line(product, '4')], approved);
    const order = await shop.goods('purchaseOrder', [from(request, product, '4')], approved);
    const receipts = [
      await shop.goods('purchaseIn', [from(order, product, '1')], { ...approved, paidNow: '0' }),
      await shop.goods('purchaseIn', [from(order, product, '3')], { ...approved, paidNow: '0' }),
    ] as const;
    const back = await shop.goods('purchaseBack', [from(receipts[1], product, '1')], {
      ...approved,
      paidNow: '0',
    });
    const stranger = await shop.goods('purchaseIn', [line(product, '1')], {
      ...approved,
      paidNow: '0',
    });
    const payment = await shop.money('moneyOut', [
      { settledDocumentId: receipts[0].id, amount: '10' },
      { settledDocumentId: stranger.id, amount: '5' },
    ]);
    const all = [request, order, ...receipts, back, payment].map(({ id }) => id).toSorted();
    for (const { id } of [request, receipts[0], back]) {
      const { rows, more } = await server.call(documentTrail, { id });
      expect([rows.map((row) => row.id).toSorted(), more]).toEqual([all, false]);
    }
    const { rows } = await server.call(documentTrail, { id: order.id });
    const parents = Object.fromEntries(rows.map((row) => [row.id, row.parents]));
    expect(parents).toMatchObject({
      [request.id]: [],
      [order.id]: [request.id],
      [back.id]: [receipts[1].id],
      // The other bill of the payment is no relation of the order.
      [payment.id]: [receipts[0].id],
    });
    // The payment itself knows both its bills.
    const paid = await server.call(documentTrail, { id: payment.id });
    expect(paid.rows.map((row) => row.id)).toContain(stranger.id);
  });
});

describe('the list of a document kind (screens.md 4.1)', () => {
  const goods = 'number summary time creatorName totalQuantity';
  const trade = `partnerName ${goods} goodsAmount totalAmount`;
  const till = `partnerName ${goods} goodsAmount received changeGiven status`;
  const plain = `${goods} goodsAmount status`;
  const back = `${trade} payable paidNow debt status`;
  const owed = `${trade} paidNow debt openDebt status`;
  const columns = {
    purchaseRequest: `${goods} status`,
    purchaseOrder: `${trade} depositTaken depositLeft status`,
    purchaseIn: owed,
    purchaseBack: back,
    saleOrder: `${trade} depositTaken depositLeft purchaseStatus status`,
    saleOut: owed,
    saleBack: back,
    retailOut: till,
    retailBack: till,
    transfer: plain.replace('number', 'number warehouseNames targetWarehouseNames'),
    assemble: plain.replace('number', 'number madeGoods warehouseNames'),
    disassemble: plain.replace('number', 'number madeGoods warehouseNames'),
    otherIn: `partnerName ${plain.replace('number', 'number warehouseNames')}`,
    otherOut: `partnerName ${plain.replace('number', 'number warehouseNames')}`,
  } as const;

  test.each(Object.entries(columns))('%s: shows its default columns', (code, names) => {
    const shown = Object.entries(documentTables[code as GoodsKindCode].columns)
      .filter(([, column]) => column.hidden !== true && column.optional !== true)
      .map(([name]) => name);
    expect(shown.join(' ')).toBe(names);
  });

  // What heads carry besides (screens.md 16.6), and who approved: off until chosen.
  const carried = 'exchangeRate externalOrder externalTracking';
  const more = {
    purchaseRequest: 'institutionName requiredOn',
    purchaseOrder: `expectedOn ${carried}`,
    purchaseIn: `serviceRate serviceCharge freight ${carried}`,
    saleOrder: `expectedOn ${carried}`,
    saleOut: `serviceRate serviceCharge freight ${carried}`,
    retailOut: '',
    transfer: '',
  } as const;

  test.each(Object.entries(more))('%s: offers its optional columns', (code, names) => {
    const { columns: all } = documentTables[code as GoodsKindCode];
    const wanted = [...names.split(' ').filter((name) => name !== ''), 'auditorName', 'auditedAt'];
    const asking = ['institutionName', 'requiredOn', 'expectedOn'];
    const looked = ['serviceRate', 'serviceCharge', 'freight', ...asking, ...carried.split(' ')];
    const offered = Object.keys(all).filter((name) => wanted.includes(name));
    expect(offered).toEqual(wanted);
    expect(code !== 'saleOrder' || all['stage']?.optional).toBe(true);
    expect(looked.filter((name) => name in all && !wanted.includes(name))).toEqual([]);
    expect(wanted.every((name) => all[name]?.optional === true)).toBe(true);
  });

  const ofGoods = 'materialParam materialId time';
  const filters = {
    purchaseRequest: `number ${ofGoods} creator requiredOn status remark`,
    purchaseOrder: `number organId ${ofGoods} creator linkNumber accountId expectedOn status remark`,
    purchaseIn: `number organId ${ofGoods} depotId creator linkNumber accountId hasDebt hasLastDebt hasUninvoiced invoiceNumber paymentKind dueOn status remark`,
    purchaseBack: `number organId ${ofGoods} depotId creator linkNumber accountId hasUninvoiced invoiceNumber paymentKind dueOn status remark`,
    saleOrder: `number organId ${ofGoods} creator accountId salesMan expectedOn purchaseStatus status remark`,
    saleOut: `number organId ${ofGoods} depotId creator linkNumber accountId hasDebt hasLastDebt hasUninvoiced invoiceNumber salesMan paymentKind dueOn status remark`,
    saleBack: `number organId ${ofGoods} depotId creator linkNumber accountId hasUninvoiced invoiceNumber salesMan paymentKind dueOn status remark`,
    retailOut: `number organId ${ofGoods} depotId creator accountId status remark`,
    retailBack: `number organId ${ofGoods} depotId creator linkNumber accountId status remark`,
    transfer: `number ${ofGoods} depotId creator status remark`,
    assemble: `number ${ofGoods} depotId creator status remark`,
    disassemble: `number ${ofGoods} depotId creator status remark`,
    otherIn: `number organId ${ofGoods} depotId creator status remark`,
    otherOut: `number organId ${ofGoods} depotId creator status remark`,
  } as const;
  // What an order's life adds (screens.md 16.6).
  const life = new Set(['orderLock', 'confirmStatus', 'pushStatus', 'stage']);

  test.each(Object.entries(filters))('%s: offers its filters', (code, names) => {
    const offered = Object.keys(documentTables[code as GoodsKindCode].filters);
    expect(offered.filter((name) => !life.has(name)).join(' ')).toBe(names);
  });
});

test('the document list shows external numbers, rates and the approver', async () => {
  const product = await stocked();
  const carried = { externalOrder: 'WEB-7', externalTracking: 'T-7', serviceRate: '2' };
  const { id } = await shop.goods('saleOut', [line(product, '1')], { ...approved, ...carried });
  const row = async () => {
    const search = { kind: 'saleOut' };
    const reply = await server.request('GET', documentTables.saleOut.path, { search });
    const { data } = reply.json<{ data: { rows: Record<string, string | null>[] } }>();
    return data.rows.find((one) => one['id'] === id);
  };
  const rates = { serviceRate: '2', exchangeRate: '1' };
  expect(await row()).toMatchObject({ ...carried, ...rates, auditorName: 'demo' });
  expect((await row())?.['auditedAt']).not.toBeNull();
  await server.call(goodsDocuments.setStatus, { ids: id, status: '0' });
  expect(await row()).toMatchObject({ auditorName: null, auditedAt: null });
});

test('a line that only deleted documents were made from may go', async () => {
  const one = await stocked();
  const receipt = await shop.goods('purchaseIn', [line(one, '5'), line(one, '2')], approved);
  const back = await shop.goods('purchaseBack', [from(receipt, one, '1')]);
  await server.call(goodsDocuments.remove, { id: back.id });
  await server.call(goodsDocuments.setStatus, { ids: receipt.id, status: '0' });
  const { version, lines } = await info(receipt.id);
  await server.call(goodsDocuments.update, {
    ...shop.input('purchaseIn', [{ ...line(one, '2'), line: lines[1]?.line ?? 0 }]),
    id: receipt.id,
    version,
  });
  expect((await info(receipt.id)).lines.map((left) => left.quantity)).toEqual(['2']);
  expect(await shop.broken()).toEqual([]);
});

test.each([
  ['saleOut', 'saleBack'],
  ['purchaseIn', 'purchaseBack'],
  ['retailOut', 'retailBack'],
] as const)('a line returned of a %s is worth at most its source, as %s', async (kind, back) => {
  const one = await stocked();
  const money = kind === 'retailOut' ? {} : { paidNow: '0' };
  const sold = await shop.goods(kind, [line(one, '3', '10')], { ...approved, ...money });
  const at = (unitPrice: string) => [{ ...from(sold, one, '1'), unitPrice }];
  const tooHigh = shop.input(back, at('1000'), money);
  expect(await server.refusal(goodsDocuments.add, tooHigh)).toMatchObject({
    key: 'document.returnPrice',
    data: { line: 1, price: '1000', agreed: '10', field: 'unitPrice' },
  });
  await shop.goods(back, at('10'), money);
  await shop.goods(back, at('4'), money);
  await shop.goods(back, [line(one, '1', '1000')], money);
});

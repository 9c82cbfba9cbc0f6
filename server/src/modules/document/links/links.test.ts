// Conversion of documents, and the effect on their source.
import {
  changeRemark,
  documentTables,
  documentToConvert,
  documentTrail,
  forceClosePurchase,
  goodsDocuments,
  moneyDocuments,
  recountDebts,
  recountDeposits,
} from '@tradehouse/contract';
import { documentKinds, goodsKindCodes, progressOn } from '@tradehouse/domain';
import type { GoodsKindCode, ProgressName } from '@tradehouse/domain';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing.ts';
import { rollUpPostings } from '../../posting/index.ts';
import { readConvertibleDraft } from '../read/convert.ts';
import { saveDocument } from '../save/save.ts';
import type { DocumentInput } from '../save/save.ts';
import { aShopServer, asRole } from '../testShop.ts';
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

describe('conversions between document kinds', () => {
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

  test.each(goodsKindCodes)(
    'a document of kind %s converts only to the declared kinds',
    async (source) => {
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
    },
  );

  test.each(
    linked.flatMap((target) =>
      (Object.entries(documentKinds[target].sources) as [GoodsKindCode, ProgressName][]).map(
        ([source, progress]) => [source, target, progress] as const,
      ),
    ),
  )(
    'a partial conversion of %s to %s updates the progress: %s',
    async (source, target, progress) => {
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
    },
  );

  test('a draft cannot be converted', async () => {
    const product = await stocked();
    const order = await shop.goods('saleOrder', [line(product, '4')]);
    const input = shop.input('saleOut', [from(order, product, '1')]);
    expect((await server.refusal(goodsDocuments.add, input)).key).toBe('document.sourceState');
  });

  test('a requisition and a sales order don’t go into a single purchase order (8500029)', async () => {
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
  test('takes lines of several documents of a partner and counts progress on each source', async () => {
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

  test('is prepared from twenty orders in the number of SQL statements for two orders', async () => {
    const product = await stocked();
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1)
      ids.push((await shop.goods('saleOrder', [line(product, '1')], approved)).id);
    const statements = (some: readonly string[]) =>
      shop.asOwner((context) => {
        const opened = ['/bill/sale_order', '/bill/sale_out'];
        const pages = new Map(opened.map((page) => [page, new Set(['1'])]));
        return statementsOf({ ...context, scope: { ...context.scope, pages } }, async (counted) => {
          const { lines } = await readConvertibleDraft(counted, some, 'saleOut');
          expect(lines.map(({ sourceDocumentId }) => sourceDocumentId)).toEqual(some);
        });
      });
    expect(await statements(ids)).toBe(await statements(ids.slice(0, 2)));
  });

  test('purchase orders made from sales orders omit the delivery dates promised to customers', async () => {
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

describe('the open quantity of a source', () => {
  test.each([
    ['stays the limit', false, 'document.overLinked'],
    ['may be exceeded where the switch says so', true, null],
  ] as const)('%s for a delivery beyond the open quantity', async (_, overLink, key) => {
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

  test('documents refuse a quantity that is not a whole number of base units', async () => {
    const product = await stocked();
    const boxes = (quantity: string) => [{ barcode: product.box, quantity, unitPrice: '240' }];
    for (const kind of ['saleOrder', 'saleOut', 'stockCount', 'otherIn', 'transfer'])
      expect(
        await server.refusal(
          goodsDocuments.add,
          shop.input(kind, [{ ...boxes('0.3')[0]!, targetWarehouseId: shop.branch }]),
        ),
        kind,
      ).toMatchObject({
        key: 'document.unitPart',
        data: { quantity: '0.3', pieces: '3.6', field: 'quantity', line: 1 },
      });
    await shop.goods('saleOut', boxes('0.5'));
    // An order that is older than the rule is offered in pieces.
    const order = await shop.goods('saleOrder', boxes('0.5'), approved);
    await server.arrange(shop.company, async (tx) => {
      await sql`update document_line set quantity = 0.3, base_quantity = 3.6
        where tenant_id = ${shop.company.tenantId} and document_id = ${order.id}`.execute(tx);
    });
    const offer = await server.call(documentToConvert, { ids: order.id, kind: 'saleOut' });
    expect(offer.lines[0]).toMatchObject({ barcode: product.barcode, remaining: '3.6' });
    await server.arrange(shop.company, async (tx) => {
      await sql`update document_line set quantity = 0.5, base_quantity = 6
        where tenant_id = ${shop.company.tenantId} and document_id = ${order.id}`.execute(tx);
    });
  });

  test('lines with quantity 0 do not keep a document from being complete', async () => {
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

  test('is restored on the former source when an edit links the line to another source', async () => {
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

describe('a deposit', () => {
  const order = async (product: TestProduct) =>
    shop.goods('saleOrder', [line(product, '10')], { ...approved, depositTaken: '100' });
  const left = async ({ id }: Saved) => (await info(id)).depositLeft;

  test('is proposed up to the unused part, restored when the delivery is deleted', async () => {
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

  test('belongs to a single order: a document of two orders can’t use the deposit', async () => {
    const product = await stocked();
    const [one, other] = [await order(product), await order(product)];
    const ids = `${one.id},${other.id}`;
    expect((await server.call(documentToConvert, { ids, kind: 'saleOut' })).depositLeft).toBe('0');
    const lines = [from(one, product, '1'), from(other, product, '1')];
    const input = shop.input('saleOut', lines, { depositUsed: '10', paidNow: '0' });
    expect((await server.refusal(goodsDocuments.add, input)).key).toBe('deposit.oneOrder');
  });
});

describe('corrections on a document head', () => {
  test('purchasing for a sales order can be force-closed only after the first purchase', async () => {
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

  test('a change of the remark is accepted in any state and changes no other field', async () => {
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
    await rollUpPostings(server.database.app, shop.company.tenantId);
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
  test('spans requisition, order, receipts, return and payment, from any document of the tree', async () => {
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

describe('the list of a document kind', () => {
  const goods = 'number summary time creatorName totalQuantity';
  const trade = `partnerName ${goods} goodsAmount totalAmount`;
  const till = `partnerName ${goods} goodsAmount received changeGiven status`;
  const plain = `${goods} goodsAmount status`;
  const assembled = 'number madeGoods warehouseNames summary time creatorName goodsAmount status';
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
    assemble: assembled,
    disassemble: assembled,
    otherIn: `partnerName ${plain.replace('number', 'number warehouseNames')}`,
    otherOut: `partnerName ${plain.replace('number', 'number warehouseNames')}`,
  } as const;

  test.each(Object.entries(columns))('%s: shows its default columns', (code, names) => {
    const shown = Object.entries(documentTables[code as GoodsKindCode].columns)
      .filter(([, column]) => column.hidden !== true && column.optional !== true)
      .map(([name]) => name);
    expect(shown.join(' ')).toBe(names);
  });

  // Further columns of heads, hidden until chosen.
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
    purchaseOrder: `number organId ${ofGoods} creator linkNumber wholeLinkNumber accountId expectedOn status remark`,
    purchaseIn: `number organId ${ofGoods} depotId creator linkNumber wholeLinkNumber accountId hasDebt hasLastDebt hasUninvoiced invoiceNumber paymentKind dueOn status remark`,
    purchaseBack: `number organId ${ofGoods} depotId creator linkNumber wholeLinkNumber accountId hasUninvoiced invoiceNumber paymentKind dueOn status remark`,
    saleOrder: `number organId ${ofGoods} creator accountId salesMan expectedOn purchaseStatus status remark`,
    saleOut: `number organId ${ofGoods} depotId creator linkNumber wholeLinkNumber accountId hasDebt hasLastDebt hasUninvoiced invoiceNumber salesMan paymentKind dueOn status remark`,
    saleBack: `number organId ${ofGoods} depotId creator linkNumber wholeLinkNumber accountId hasUninvoiced invoiceNumber salesMan paymentKind dueOn status remark`,
    retailOut: `number organId ${ofGoods} depotId creator accountId status remark`,
    retailBack: `number organId ${ofGoods} depotId creator linkNumber wholeLinkNumber accountId status remark`,
    transfer: `number ${ofGoods} depotId creator status remark`,
    assemble: `number ${ofGoods} depotId creator status remark`,
    disassemble: `number ${ofGoods} depotId creator status remark`,
    otherIn: `number organId ${ofGoods} depotId creator status remark`,
    otherOut: `number organId ${ofGoods} depotId creator status remark`,
  } as const;
  // Added by an order's life, and set by links of the home page.
  const further = new Set(['orderLock', 'confirmStatus', 'pushStatus', 'stage', 'inForce']);

  test.each(Object.entries(filters))('%s: offers its filters', (code, names) => {
    const offered = Object.keys(documentTables[code as GoodsKindCode].filters);
    expect(offered.filter((name) => !further.has(name)).join(' ')).toBe(names);
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

test('a document list filtered by the whole number of a source excludes sources with longer numbers', async () => {
  const one = await stocked();
  const orderOf = async (number: string) => {
    const order = await shop.goods('saleOrder', [line(one, '1')], { ...approved, number });
    return shop.goods('saleOut', [from(order, one, '1')]);
  };
  const [short] = [await orderOf('WHOLE-1'), await orderOf('WHOLE-10')];
  const search = { kind: 'saleOut', wholeLinkNumber: 'WHOLE-1' };
  const reply = await server.request('GET', documentTables.saleOut.path, { search });
  const { data } = reply.json<{ data: { rows: { id: string }[] } }>();
  expect(data.rows.map(({ id }) => id)).toEqual([short.id]);
});

test('a line referenced only by deleted documents may be removed', async () => {
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
] as const)('a line returned of a %s is worth at most its source, by %s', async (kind, back) => {
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

test.each([
  ['saleOut', 'saleBack'],
  ['purchaseIn', 'purchaseBack'],
] as const)(
  'goods of a %s are refunded by %s with at most their net amount',
  async (kind, back) => {
    const one = await stocked();
    const sold = await shop.goods(kind, [line(one, '2', '49.90')], {
      ...approved,
      discount: '6.67',
      paidNow: '0',
    });
    const input = (discount: string) =>
      shop.input(back, [{ ...from(sold, one, '1'), unitPrice: '49.90' }], {
        discount,
        paidNow: '0',
      });
    const refusal = (discount: string) => server.refusal(goodsDocuments.add, input(discount));
    const excess = { key: 'document.moneyBack', data: { field: 'discount', excess: '3.33' } };
    expect(await refusal('0')).toMatchObject({
      ...excess,
      data: { number: sold.number, back: '49.9', cost: '46.57' },
    });
    const first = await server.call(goodsDocuments.add, input('3.33'));
    expect(await refusal('0')).toMatchObject({ ...excess, data: { excess: '3.34' } });
    const second = await server.call(goodsDocuments.add, input('3.34'));
    const change = (discount: string) => ({ ...input(discount), id: first.id, version: 1 });
    expect(await server.refusal(goodsDocuments.update, change('0'))).toMatchObject(excess);
    await server.call(goodsDocuments.update, change('5'));
    await server.call(goodsDocuments.setStatus, { ids: `${first.id},${second.id}`, status: '1' });
  },
);

test('a return of two sales refunds at most the net goods amount of each sale', async () => {
  const one = await stocked();
  const sale = (discount: string) =>
    shop.goods('saleOut', [line(one, '1', '100')], { ...approved, discount, paidNow: '0' });
  const [less, more] = [await sale('10'), await sale('30')];
  const back = (lines: readonly Saved[], discount: string) =>
    shop.input(
      'saleBack',
      lines.map((source) => ({ ...from(source, one, '1'), unitPrice: '100' })),
      { discount, paidNow: '0' },
    );
  const both = [less, more];
  expect(await server.refusal(goodsDocuments.add, back(both, '39'))).toMatchObject({
    key: 'document.moneyBack',
    data: { excess: '1' },
  });
  await server.call(goodsDocuments.add, back(both, '40'));
});

test('only the first of two concurrent returns together above the sold amount passes', async () => {
  const one = await stocked();
  const sold = await shop.goods('saleOut', [line(one, '4', '50')], {
    ...approved,
    discount: '20',
    paidNow: '0',
  });
  // A larger discount of the first leaves room for one of these alone.
  const input = (discount: string) =>
    shop.input('saleBack', [{ ...from(sold, one, '1'), unitPrice: '50' }], {
      discount,
      paidNow: '0',
    });
  await server.call(goodsDocuments.add, input('10'));
  const replies = await Promise.all(
    [input('0'), input('0')].map((body) => server.request('POST', goodsDocuments.add.path, body)),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
});

test('an imported return keeps its amount, and an edit never raises the refunded amount', async () => {
  const one = await stocked();
  const sold = await shop.goods('saleOut', [line(one, '2', '50')], {
    ...approved,
    discount: '10',
    paidNow: '0',
  });
  const half = { barcode: one.box, quantity: '0.3', unitPrice: '240' };
  const input = (unitPrice: string, remark = '') =>
    shop.input('saleBack', [{ ...from(sold, one, '1'), unitPrice }, half], {
      paidNow: '0',
      remark,
    });
  const bring = (goods: ReturnType<typeof input>) =>
    shop.asOwner((context) =>
      saveDocument(
        context,
        { kind: 'saleBack', goods },
        { origin: { importedFrom: `jsh_depot_head:${goods.remark ?? ''}` } },
      ),
    );
  expect((await server.refusal(goodsDocuments.add, input('60'))).key).toBe('document.unitPart');
  const { id } = await bring(input('60', '1'));
  const edit = async (unitPrice: string) => {
    const { version, lines } = await info(id);
    const asked = input(unitPrice, 'edited');
    const kept = asked.lines.map((own, at) => ({ ...own, line: lines[at]?.line ?? 0 }));
    return { ...asked, lines: kept, id, version };
  };
  await server.call(goodsDocuments.update, await edit('60'));
  const refusal = async (unitPrice: string) =>
    (await server.refusal(goodsDocuments.update, await edit(unitPrice))).key;
  expect(await refusal('61')).toBe('document.returnPrice');
  await server.call(goodsDocuments.update, await edit('49'));
  expect(await refusal('50')).toBe('document.moneyBack');
  await server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
  expect(await shop.broken()).toEqual([]);
});

describe('the draft of an imported document keeps its exemptions for unchanged lines only', () => {
  const bring = (kind: 'saleBack' | 'itemIn', input: object) =>
    shop.asOwner((context) =>
      saveDocument(
        context,
        // SAFETY: the callers give the input of the kind.
        { kind, ...input } as DocumentInput,
        { origin: { importedFrom: `jsh_depot_head:${crypto.randomUUID()}` } },
      ),
    );
  const paid = { paidNow: '0' };

  test('a return linked to another source refunds no more than the amount paid there', async () => {
    const one = await stocked();
    const sale = (discount: string) =>
      shop.goods('saleOut', [line(one, '2', '50')], { ...approved, ...paid, discount });
    const [dear, cheap] = [await sale('0'), await sale('50')];
    const input = (sold: Saved, unitPrice: string, more = {}) => {
      const own = [{ ...from(sold, one, '1'), unitPrice, ...more }];
      return shop.input('saleBack', own, paid);
    };
    const { id } = await bring('saleBack', { goods: input(dear, '60') });
    const { version, lines } = await info(id);
    const kept = { line: lines[0]?.line ?? 0 };
    const changed = { ...input(cheap, '50', kept), id, version };
    expect((await server.refusal(goodsDocuments.update, changed)).key).toBe('document.moneyBack');
    await server.call(goodsDocuments.update, { ...input(dear, '60', kept), id, version });
  });

  test('a new or changed line requires a whole number of base units', async () => {
    const one = await stocked();
    const part = (quantity: string, more = {}) => ({
      barcode: one.box,
      quantity,
      unitPrice: '240',
      ...more,
    });
    const input = (...own: ReturnType<typeof part>[]) => shop.input('saleBack', own, paid);
    const { id } = await bring('saleBack', { goods: input(part('0.3')) });
    const { version, lines } = await info(id);
    const kept = { line: lines[0]?.line ?? 0 };
    const refusal = async (...own: ReturnType<typeof part>[]) =>
      server.refusal(goodsDocuments.update, { ...input(...own), id, version });
    const wrong = (at: number) => ({
      key: 'document.unitPart',
      data: { field: 'quantity', line: at },
    });
    expect(await refusal(part('0.3', kept), part('0.3'))).toMatchObject(wrong(2));
    expect(await refusal(part('0.4', kept))).toMatchObject(wrong(1));
    const same = input(part('0.3', kept), part('0.5'));
    await server.call(goodsDocuments.update, { ...same, id, version });
  });

  test('a new line of income takes no expense item', async () => {
    const item = (itemId: string, more = {}) => ({ itemId, amount: '5', ...more });
    const input = (...own: ReturnType<typeof item>[]) => ({
      kind: 'itemIn',
      accountId: shop.cash,
      lines: own,
    });
    const { id } = await bring('itemIn', { money: input(item(shop.expenseItem)) });
    const { version, lines } = await server.call(moneyDocuments.info, { id });
    const kept = item(shop.expenseItem, { line: lines[0]?.line ?? 0 });
    const both = { ...input(kept, item(shop.expenseItem)), id, version };
    const wrong = { key: 'money.itemMissing', data: { field: 'itemId', line: 2 } };
    expect(await server.refusal(moneyDocuments.update, both)).toMatchObject(wrong);
    const fitting = { ...input(kept, item(shop.incomeItem)), id, version };
    await server.call(moneyDocuments.update, fitting);
  });
});

test('a delivery keeps its order’s price when the unit prices agree, with any tax', async () => {
  const one = await shop.product({ minimum: '39.60' });
  await shop.goods('purchaseIn', [line(one, '100', '5')]);
  await shop.set({ over_link: true });
  const order = await shop.goods(
    'saleOrder',
    [
      { ...line(one, '10', '9.90'), taxRate: '0' },
      { ...line(one, '10', '9.90'), taxRate: '13' },
    ],
    approved,
  );
  const at = (sourceLine: number, unitPrice: string, taxRate: string, more = {}) =>
    shop.input('saleOut', [{ ...from(order, one, '1', sourceLine), unitPrice, taxRate, ...more }]);
  const below = { key: 'document.belowMinimum' };
  expect(await server.refusal(goodsDocuments.add, at(1, '9', '13'))).toMatchObject(below);
  await server.call(goodsDocuments.add, at(2, '9.90', '0'));
  // More than was ordered, in another unit or the same.
  const box = { barcode: one.box, unitPrice: '118.80' };
  await server.call(goodsDocuments.add, at(1, '118.80', '0', box));
  await server.call(goodsDocuments.add, at(1, '9.90', '0', { quantity: '20' }));
  const more = at(1, '9.89', '0', { quantity: '20' });
  expect(await server.refusal(goodsDocuments.add, more)).toMatchObject(below);
});

test('an approved order’s price below the minimum is delivered, and no lower price', async () => {
  const one = await shop.product({ minimum: '39.60' });
  await shop.goods('purchaseIn', [line(one, '30', '5')]);
  const boxed = { barcode: one.box, quantity: '1', unitPrice: '118.80' };
  const order = await shop.goods('saleOrder', [line(one, '6', '9.90'), boxed], approved);
  const at = (unitPrice: string, quantity = '1') => [{ ...from(order, one, quantity), unitPrice }];
  const tooLow = { key: 'document.belowMinimum', data: { field: 'unitPrice', line: 1 } };
  const refusal = (lines: ReturnType<typeof at>, more = {}) =>
    server.refusal(goodsDocuments.add, shop.input('saleOut', lines, more));
  expect(await refusal(at('9'))).toMatchObject(tooLow);
  expect(await refusal(at('9.90'), { currency: 'EUR', exchangeRate: '1.1' })).toMatchObject(tooLow);
  expect(await refusal([line(one, '1', '9.90')] as ReturnType<typeof at>)).toMatchObject(tooLow);
  await shop.goods('saleOut', at('9.90', '4'), approved);
  await shop.goods('saleOut', at('12', '2'), approved);
  await shop.goods('saleOut', [{ ...from(order, one, '12', 2), unitPrice: '9.90' }], approved);
  expect((await info(order.id)).status).toBe('2');
});

describe('the refundable rest after an earlier return with typed amounts', () => {
  const sale = { unitPrice: '100', head: { paidNow: '0' } };
  const retail = { unitPrice: '0.335', head: {} };

  test.each([
    ['saleOut', 'saleBack', sale, { discountRate: '10' }, '100', '9.97'],
    ['saleOut', 'saleBack', sale, { discountRate: '10' }, '100.02', '10'],
    ['saleOut', 'saleBack', sale, { discount: '20' }, '100', '9.97'],
    ['saleOut', 'saleBack', sale, {}, '100.02', '0'],
    ['purchaseIn', 'purchaseBack', sale, { discountRate: '10' }, '100', '9.97'],
    ['retailOut', 'retailBack', retail, {}, '0.335', undefined],
    ['retailOut', 'retailBack', retail, {}, '0.35', undefined],
  ] as const)(
    'of a %s is refunded by %s up to the paid amount, for a user without amount rights',
    async (kind, back, { unitPrice, head }, terms, returnPrice, discount) => {
      const one = await stocked();
      const lines = [line(one, '2', unitPrice)];
      const sold = await shop.goods(kind, lines, { ...approved, ...head, ...terms });
      const input = (more: object, foot: object = {}) =>
        shop.input(back, [{ ...from(sold, one, '1'), ...more }], { ...head, ...foot });
      const typed = discount === undefined ? {} : { discount };
      const first = await server.call(goodsDocuments.add, input({ unitPrice: returnPrice }, typed));
      const token = await asRole(shop, `blind ${one.barcode}`, {
        pages: [documentKinds[back].url ?? ''],
        hidden: ['purchase', 'sale', 'retail'],
      });
      const rest = input({ unitPrice: undefined });
      const last = await server.call(goodsDocuments.add, rest, token);
      await server.call(goodsDocuments.setStatus, { ids: `${first.id},${last.id}`, status: '1' });
      const money = await Promise.all(
        [sold, first, last].map(async ({ id }) => {
          const { lines: own, discount: less } = await info(id);
          return Number(own[0]?.total) - Number(less);
        }),
      );
      const [paid, ...returned] = money.map((amount) => Math.round(amount * 100));
      expect(returned.reduce((all, amount) => all + amount)).toBe(paid);
    },
  );

  test('is 0 after an imported return that refunded more than the paid amount', async () => {
    const one = await stocked();
    const sold = await shop.goods('saleOut', [line(one, '2', '50')], { ...approved, paidNow: '0' });
    const input = (more: object) =>
      shop.input('saleBack', [{ ...from(sold, one, '1'), ...more }], { paidNow: '0' });
    await shop.asOwner((context) =>
      saveDocument(
        context,
        { kind: 'saleBack', goods: input({ unitPrice: '120' }) },
        { origin: { importedFrom: `jsh_depot_head:${sold.id}` } },
      ),
    );
    const token = await asRole(shop, `blind ${one.barcode}`, {
      pages: ['/bill/sale_back'],
      hidden: ['sale'],
    });
    const last = await server.call(goodsDocuments.add, input({ unitPrice: undefined }), token);
    expect((await info(last.id)).lines[0]?.total).toBe('0');
  });
});

test('the last piece of a retail sale is returned at the rest of the paid amount', async () => {
  const one = await stocked();
  const sold = await shop.goods('retailOut', [line(one, '2', '0.335')], approved);
  const at = (money: object) => shop.input('retailBack', [{ ...from(sold, one, '1'), ...money }]);
  await server.call(goodsDocuments.add, at({ unitPrice: '0.335' }));
  const input = at({ unitPrice: '0.335' });
  const reply = await server.request('POST', goodsDocuments.add.path, input);
  expect(reply.json<{ message: string }>().message).toBe(
    `Returns of ${sold.number} give back more than paid: 0.68 for 0.67; lower prices, by 0.01 in all`,
  );
  const offer = await server.call(documentToConvert, { ids: sold.id, kind: 'retailBack' });
  expect(offer.lines[0]?.agreed).toMatchObject({ total: '0.67', takenTotal: '0.34' });
  await server.call(goodsDocuments.add, at({ unitPrice: undefined, total: '0.33' }));
});

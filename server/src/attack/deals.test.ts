// Attacks by users of a company: agreed prices, services, photos, gradings, counts, undone imports.
import {
  applySheet,
  approveCount,
  barcodesForLine,
  countLineTable,
  currentSettings,
  documentToConvert,
  dropTally,
  enterCount,
  finishCount,
  finishTally,
  goodsDocuments,
  goodsToGrade,
  gradeDocument,
  gradeGoods,
  keepTally,
  reopenCount,
  reviewPurchases,
  services,
  sheetRows,
  sheetTemplate,
  startCount,
  storedFile,
  undoSheet,
  updateSettings,
  uploadFile,
  warehouses,
} from '@tradehouse/contract';
import type { PurchaseTally } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aStockedServer, lineOf } from '../modules/document/testShop.ts';
import type { Shop, TestProduct } from '../modules/document/testShop.ts';
import { compared, send, settled, stepTo } from '../modules/sheet/testSheets.ts';
import { counted } from '../modules/stock/testCounts.ts';
import { aTally, tallyPart } from '../modules/document/testTally.ts';
import { aVisitor } from './testVisitors.ts';
import { waiting } from './testWaits.ts';

const { server, shop } = await aStockedServer('100');
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
const info = (id: string) => server.call(goodsDocuments.info, { id });
/** How many of several calls at once succeeded. */
const won = async (calls: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

/** Whether warehouses and customers are granted one by one. */
const grant = async (warehouseGrants: boolean, customerGrants: boolean) => {
  const { version } = await server.call(currentSettings, {});
  await server.call(updateSettings, { version, warehouseGrants, customerGrants });
};

describe('two counts of a shelf', () => {
  const twoMissing = (goods: TestProduct) => counted(server, shop.main, goods, '8');
  const approved = (id: string) => server.call(approveCount, { ids: id });
  /** Does work while no one can post a count of the shelf. */
  const held = (work: () => Promise<void>) =>
    server.arrange(shop.company, async (tx) => {
      await sql`select from warehouse where tenant_id = ${shop.company.tenantId} and id = ${shop.main}
        for no key update`.execute(tx);
      await work();
    });

  test('posted concurrently post a shortage once', async () => {
    const goods = await stocked('10');
    const [first, second] = [await twoMissing(goods), await twoMissing(goods)];
    let ends: Promise<number> = Promise.resolve(0);
    await held(async () => {
      ends = won([approved(first), approved(second)]);
      await waiting(server, 2);
    });
    expect([await ends, await shop.stock(goods)]).toEqual([1, '8']);
  });

  test('post a shortage once if the second is counted during the posting of the first', async () => {
    const goods = await stocked('10');
    const first = await twoMissing(goods);
    let [posting, second] = [Promise.resolve(0), ''];
    await held(async () => {
      posting = won([approved(first)]);
      await waiting(server, 1);
      second = await twoMissing(goods);
    });
    expect([await posting, await shop.stock(goods)]).toEqual([1, '8']);
    expect((await server.refusal(approveCount, { ids: second })).key).toBe('count.overtaken');
    expect(await shop.stock(goods)).toBe('8');
  });
});

describe('undoing an import', () => {
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

  test('is refused while its user lacks access to the stock or the customers', async () => {
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

  test('keeps the opening stock of a later import', async () => {
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

  test('waits for an order naming the imported product and is then refused', async () => {
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
      await waiting(server, 1);
      await server.call(undoSheet, { id: at.id });
      await waiting(server, 2);
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
  const begun = async (more: object = {}) => {
    const goods = await stocked('24');
    const at = { warehouseId: shop.main, keyword: goods.barcode, ...more };
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
    const lines = async (token?: string) => {
      const search = { sheetId: id };
      const reply = await server.request('GET', countLineTable.path, { search }, token);
      return reply.json<{ data: { rows: object[] } }>().data.rows;
    };
    return { id, goods, said, lines };
  };

  test('is undone only in the pass of its own count, and never reported for the next pass', async () => {
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

  test('reveals no book quantity of a blind count, in the comparison or the template', async () => {
    const { token } = await aVisitor(shop, 'counts-blind', { buttons: ['1'] });
    const { id, goods, said, lines } = await begun({ blind: true });
    const owner = await server.signIn('demo');
    const [right, wrong] = [await said('24', token), await said('23', token)];
    expect([right, wrong]).toMatchObject([{ newRows: 1 }, { newRows: 1 }]);
    const { rows } = await server.call(sheetRows, { id: wrong.id, outcome: 'new' }, token);
    expect(JSON.stringify(rows)).not.toContain('24');
    await stepTo(server, applySheet, wrong, 'applied', token);
    expect(await lines(token)).toMatchObject([{ book: null, difference: null, counted: '23' }]);
    await server.call(
      enterCount,
      { id, entries: [{ code: goods.barcode, quantity: '24' }] },
      token,
    );
    await server.call(finishCount, { id }, token);
    expect(await lines(token)).toMatchObject([{ book: null, difference: null, counted: '24' }]);
    const listed = async (whose?: string) => {
      const asked = { sheet: 'counts', filled: true };
      const reply = await server.request('GET', sheetTemplate.path, asked, whose);
      const at = await settled(
        server,
        await send(server, 'counts', reply.rawPayload, whose),
        whose,
      );
      const search = { id: at.id, outcome: 'same' as const, pageSize: 200 };
      const { rows: found } = await server.call(sheetRows, search, whose ?? owner);
      return JSON.stringify(found).includes(goods.barcode);
    };
    // What was counted right goes again for no one; only who may know the books is told so.
    expect([await listed(token), await listed()]).toEqual([true, false]);
  });

  test('is compared again after its uploader lost access to the warehouse', async () => {
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

describe('an agreed price', () => {
  let one: TestProduct;
  let carrier: string;
  beforeAll(async () => {
    one = await stocked('20000');
    const blind = { buttons: every, hidden: ['sale'] };
    ({ token: carrier } = await aVisitor(shop, 'carrier', blind));
  });
  const order = (quantity: string, price: string, more: object = {}, line: object = {}) =>
    shop.goods('saleOrder', [lineOf(one, quantity, price, line)], { status: '1', ...more });
  const from = ({ id }: { readonly id: string }) => ({ sourceDocumentId: id, sourceLine: 1 });
  const delivered = async (lines: Parameters<Shop['goods']>[1], more: object = {}) => {
    const input = shop.input('saleOut', lines, { paidNow: '0', ...more });
    return info((await server.call(goodsDocuments.add, input, carrier)).id);
  };
  const changed = async (id: string, line: object) => {
    const input = shop.input('saleOut', [lineOf(one, '1', '0', { line: 1, ...line })]);
    await server.call(goodsDocuments.update, { ...input, id, version: 1 }, carrier);
    return (await info(id)).lines[0];
  };

  test('also binds a delivery in another unit, at another tax rate or in another currency', async () => {
    const agreed = await order('24', '15', {}, { taxRate: '13' });
    const box = { ...from(agreed), barcode: one.box, taxRate: '100' };
    const dirtCheap = { currency: 'VND', exchangeRate: '0.0001' };
    expect(await delivered([lineOf(one, '1', '0', box)], dirtCheap)).toMatchObject({
      exchangeRate: '1',
      payable: '203.4',
      lines: [{ unitPrice: '180', taxRate: '13' }],
    });
    const abroad = await order('4', '5', { currency: 'EUR', exchangeRate: '8' });
    const both = [
      lineOf(one, '2', '0', from(abroad)),
      lineOf(one, '2', '0', from(agreed)),
      lineOf(one, '1', '0'),
    ];
    expect(await delivered(both, dirtCheap)).toMatchObject({
      currency: 'EUR',
      exchangeRate: '8',
      // 15 and 20 of the company's own, at 8.
      lines: [{ unitPrice: '5' }, { unitPrice: '1.875' }, { unitPrice: '2.5' }],
    });
  });

  test('in a delivery of two orders, each order’s discount applies to the lines of the order', async () => {
    const [less, full] = [await order('4', '50', { discountRate: '10' }), await order('4', '30')];
    const lines = [lineOf(one, '2', '0', from(less)), lineOf(one, '1', '0', from(full))];
    expect(await delivered(lines)).toMatchObject({ discount: '10', payable: '120' });
  });

  test('is converted when a user without price rights changes unit, quantity, product or source', async () => {
    const sold = async (more: object) =>
      (await shop.goods('saleOut', [{ ...lineOf(one, '1'), ...more }], { paidNow: '0' })).id;
    const boxed = await sold({ barcode: one.box, unitPrice: '360' });
    expect(await changed(boxed, { quantity: '12' })).toMatchObject({
      unitPrice: '30',
      total: '360',
    });
    const { unitPrice: _, ...whole } = lineOf(one, '2', '', { amount: '90' });
    const { id: together } = await shop.goods('saleOut', [whole], { paidNow: '0' });
    expect(await changed(together, { quantity: '4' })).toMatchObject({ total: '180' });
    const other = await stocked('5');
    const cheap = await sold({ unitPrice: '1' });
    expect(await changed(cheap, { barcode: other.barcode })).toMatchObject({ unitPrice: '20' });
    const agreed = await order('4', '77');
    expect(await changed(await sold({ unitPrice: '1' }), from(agreed))).toMatchObject({
      unitPrice: '77',
    });
  });

  test.each([
    ['unitPrice', '10', false],
    ['amount', '100000', false],
    ['total', '113000', false],
    ['unitPrice', '11.3', true],
    ['amount', '113000', true],
    ['total', '113000', true],
  ])(
    'entered as %s %s, with tax included: %s, survives a switch of tax-inclusive prices',
    async (name, given, taxed) => {
      await shop.set({ price_includes_tax: taxed });
      const said = { barcode: one.barcode, taxRate: '13', [name]: given };
      const many = shop.input('saleOut', [{ ...said, quantity: '10000' }], { paidNow: '0' });
      const { id } = await server.call(goodsDocuments.add, { ...many, discount: '1.23' });
      await shop.set({ price_includes_tax: !taxed });
      await changed(id, { quantity: '10000' });
      expect(await info(id)).toMatchObject({ discount: '1.23', payable: '112998.77' });
      const again = shop.input('saleOut', [lineOf(one, '5000', '0', { line: 1 })]);
      await server.call(goodsDocuments.update, { ...again, id, version: 2 }, carrier);
      expect(await info(id)).toMatchObject({ lines: [{ taxRate: '13', total: '56500' }] });
      await server.call(goodsDocuments.remove, { id });
      await shop.set({ price_includes_tax: false });
    },
  );

  test('a source line of an order hidden from the user is refused as missing', async () => {
    const { token } = await aVisitor(shop, 'loner', {
      buttons: every,
      hidden: ['sale'],
      dataScope: 'own',
    });
    const dear = await shop.product({ minimum: '15' });
    const theirs = await shop.goods('saleOrder', [lineOf(dear, '1', '1')], { status: '1' });
    for (const id of [theirs.id, '999999999']) {
      const input = shop.input('saleOut', [lineOf(dear, '1', '0', from({ id }))]);
      expect(await server.refusal(goodsDocuments.add, input, token)).toMatchObject({
        key: 'record.missing',
      });
    }
  });

  test('proposes the agreed services not yet delivered', async () => {
    const wrap = { name: 'Wrapped to order', fee: '2.5', chargeMode: 'piece' as const };
    const { id: serviceId } = await server.call(services.add, wrap);
    const agreed = await order('4', '10', {
      services: [
        { serviceId, quantity: '1', fee: '0.333333' },
        { serviceId, quantity: '2', fee: '3' },
      ],
    });
    await shop.goods('saleOut', [lineOf(one, '1', '10', from(agreed))], {
      paidNow: '0',
      services: [{ serviceId, quantity: '0.5', fee: '0.333333' }],
    });
    const left = [
      // Half of 0.33 was delivered at 0.17: what is left comes to the rest.
      { quantity: '0.5', fee: '0.32', amount: '0.16' },
      { quantity: '2', fee: '3', amount: '6' },
    ];
    const asked = { ids: agreed.id, kind: 'saleOut' };
    expect((await server.call(documentToConvert, asked)).services).toMatchObject(left);
    const hidden = left.map((one) => ({ ...one, fee: null, amount: null }));
    expect((await server.call(documentToConvert, asked, carrier)).services).toMatchObject(hidden);
    const mine = [{ serviceId, quantity: '99', fee: '0' }];
    expect(
      await delivered([lineOf(one, '1', '0', from(agreed))], { services: mine }),
    ).toMatchObject({ services: left, payable: '16.16' });
    expect((await delivered([lineOf(one, '1', '0', from(agreed))])).services).toEqual([]);
  });
});

describe('a service', () => {
  test('a service with an unknown id, a wrong quantity or an amount too large is refused', async () => {
    const wrap = { name: 'Bounded', fee: '2', chargeMode: 'piece' as const };
    const { id: serviceId } = await server.call(services.add, wrap);
    const goods = await stocked('1');
    const most = '999999999999999999';
    for (const [given, status] of [
      [{ serviceId: '999999999999999999', quantity: '1' }, 422],
      [{ serviceId: '9999999999999999999', quantity: '1' }, 400],
      [{ serviceId, quantity: '-1' }, 400],
      [{ serviceId, quantity: '0' }, 422],
      [{ serviceId, quantity: '1', fee: '-1' }, 400],
      [{ serviceId, quantity: '0.0000001' }, 400],
      [{ serviceId, quantity: most, fee: most }, 400],
      [{ serviceId, quantity: most }, 400],
    ] as const) {
      const more = { services: [given], paidNow: '0' };
      const input = shop.input('saleOut', [lineOf(goods, '1')], more);
      const refused = await server.refusal(goodsDocuments.add, input);
      expect([given, refused.status]).toEqual([given, status]);
    }
  });
});

test('prices of a product are in the company’s currency, whatever the document’s currency', async () => {
  const goods = await shop.product({ minimum: '15' });
  await shop.set({ update_unit_price: true });
  const abroad = { currency: 'EUR', exchangeRate: '8', paidNow: '0' };
  await shop.goods('purchaseIn', [lineOf(goods, '5', '1.5')], abroad);
  await shop.set({ update_unit_price: false });
  expect(
    await server.call(barcodesForLine, { barCode: goods.barcode, kind: 'purchaseIn' }),
  ).toMatchObject([{ price: '12' }]);
  await shop.goods('saleOut', [lineOf(goods, '1', '1.875')], abroad);
  const nearlyNothing = { ...abroad, exchangeRate: '0.0001' };
  const input = shop.input('saleOut', [lineOf(goods, '1', '20')], nearlyNothing);
  expect((await server.refusal(goodsDocuments.add, input)).key).toBe('document.belowMinimum');
});

describe('goods received by a document', () => {
  const ungraded = { allocations: [{ stockType: 'ungraded' as const }] };
  const tell = (id: string, parts: readonly object[], token?: string) =>
    server.request('POST', gradeDocument.path, { id, parts }, token);
  const keyOf = async (reply: ReturnType<typeof tell>) =>
    (await reply).json<{ data: { key?: string } }>().data.key ?? 'done';

  test('are graded up to the received quantity, across lines and concurrent calls', async () => {
    const goods = await shop.product();
    const { id } = await shop.goods('purchaseIn', [lineOf(goods, '4', '10', ungraded)], {
      status: '1',
    });
    await shop.goods('purchaseIn', [lineOf(goods, '10', '10', ungraded)]);
    const part = (more: object) => ({ line: 1, reason: 'x', ...more });
    const three = part({ formal: { quantity: '3' } });
    const beyond = [
      [part({ formal: { quantity: '5' } })],
      [three, three],
      [part({ formal: { quantity: '3' }, missing: { quantity: '2' } })],
      [three, part({ missing: { quantity: '2' } })],
    ];
    for (const parts of beyond) expect(await keyOf(tell(id, parts))).toBe('stock.shortage');
    await shop.set({ negative_stock: true });
    const spot = { skuId: goods.skuId, warehouseId: shop.main };
    const more = { ...spot, formal: { quantity: '15' } };
    expect((await server.refusal(gradeGoods, more)).key).toBe('stock.shortage');
    const last = await stocked('1');
    const { id: few } = await shop.goods('purchaseIn', [lineOf(last, '4', '10', ungraded)]);
    const ends = await Promise.all([keyOf(tell(few, [three])), keyOf(tell(few, [three]))]);
    await shop.set({ negative_stock: false });
    expect(ends.toSorted()).toEqual(['done', 'stock.shortage']);
    expect(await shop.stock(goods)).toBe('14');
  });

  test('are graded on receipts in granted warehouses, and claimed with the right to returns', async () => {
    const goods = await shop.product();
    const lines = [
      lineOf(goods, '4', '33', ungraded),
      lineOf(goods, '4', '33', { ...ungraded, warehouseId: shop.branch }),
    ];
    const { id } = await shop.goods('purchaseIn', lines, { status: '1' });
    const taken = await shop.goods('otherOut', [lineOf(goods, '1', '0', ungraded)]);
    expect((await server.call(goodsToGrade, { id: taken.id })).parts).toEqual([]);
    const some = { formal: { quantity: '1' } };
    expect(await keyOf(tell(taken.id, [{ line: 1, ...some }]))).toBe('record.missing');
    const pages = { '/bill/purchase_in': ['1'] };
    const only = await aVisitor(shop, 'grades-only', { pages, warehouses: [shop.main] });
    const claiming = { ...pages, '/bill/purchase_back': ['1'] };
    const blind = await aVisitor(shop, 'claims-blind', { pages: claiming, hidden: ['purchase'] });
    const missing = { line: 2, reason: 'x', missing: { quantity: '1' } };
    expect(await keyOf(tell(id, [missing], only.token))).toBe('access.denied');
    await grant(true, false);
    expect((await server.call(goodsToGrade, { id }, only.token)).parts).toMatchObject([
      { line: 1 },
    ]);
    expect(await keyOf(tell(id, [{ line: 2, ...some }], only.token))).toBe('record.missing');
    await grant(false, false);
    const reply = await tell(id, [missing], blind.token);
    const { data } = reply.json<{ data: { claim: { id: string } } }>();
    const claim = await server.call(goodsDocuments.info, { id: data.claim.id });
    expect(claim).toMatchObject({ paidNow: '0', payable: '33', lines: [{ unitPrice: '33' }] });
  });
});

describe('concurrent approval, change and conversion', () => {
  const changed = (id: string, kind: string, quantity: string, version = 1) =>
    server.call(goodsDocuments.update, {
      ...shop.input(kind, [lineOf(goods, quantity, '10', { line: 1 })]),
      id,
      version,
    });
  let goods: TestProduct;
  beforeAll(async () => {
    goods = await stocked('100');
  });

  test('approval refuses documents changed since the version read', async () => {
    const [first, second] = [
      await shop.goods('purchaseOrder', [lineOf(goods, '1', '10')]),
      await shop.goods('purchaseOrder', [lineOf(goods, '1', '10')]),
    ];
    await changed(second.id, 'purchaseOrder', '9');
    // In the order of the call, whatever order the ids have.
    const ids = `${second.id},${first.id}`;
    const read = (versions: string) => ({ ids, versions });
    for (const [endpoint, input] of [
      [goodsDocuments.setStatus, { status: '1' }],
      [reviewPurchases, { result: 'approved' }],
      [reviewPurchases, { result: 'rejected', comment: 'no' }],
    ] as const) {
      expect(await server.refusal(endpoint, { ...input, ...read('1,1') })).toMatchObject({
        key: 'record.stale',
        data: { id: second.id },
      });
      expect((await server.refusal(endpoint, { ...input, ...read('2') })).status).toBe(400);
    }
    expect(await server.call(reviewPurchases, { result: 'approved', ...read('2,1') })).toEqual({
      changed: 2,
    });
  });

  test('approval or change wins, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await shop.goods('saleOut', [lineOf(goods, '1', '20')], { paidNow: '0' });
      const approve = { ids: id, status: '1', versions: '1' } as const;
      const ends = [server.call(goodsDocuments.setStatus, approve), changed(id, 'saleOut', '2')];
      expect(await won(ends)).toBe(1);
    }
  });

  test('conversion or unapproval of the source wins, never both', async () => {
    for (const status of ['0', '1'] as const) {
      const order = await shop.goods('saleOrder', [lineOf(goods, '1', '20')], { status: '1' });
      const from = { sourceDocumentId: order.id, sourceLine: 1 };
      const ends = [
        shop.goods('saleOut', [lineOf(goods, '1', '20', from)], { paidNow: '0', status }),
        server.call(goodsDocuments.setStatus, { ids: order.id, status: '0' }),
      ];
      expect(await won(ends)).toBe(1);
    }
  });
});

describe('the photos of a tally', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const bring = async (token?: string) => {
    const file = { name: 'a.png', bytes: png };
    const { id, name } = await server.upload(uploadFile, file, { biz: 'bill' }, token);
    return { id, name };
  };
  const seen = async ({ id }: { readonly id: string }, token?: string) =>
    (await server.request('GET', storedFile.path, { id }, token)).statusCode;
  let goods: TestProduct;
  let keeper: string;
  let loner: string;
  let buyer: string;
  beforeAll(async () => {
    goods = await shop.product();
    const pages = { '/bill/purchase_order': [], '/bill/purchase_in': ['1'] };
    ({ token: keeper } = await aVisitor(shop, 'takes-photos', { pages }));
    ({ token: loner } = await aVisitor(shop, 'looks-on', { buttons: every, dataScope: 'own' }));
    ({ token: buyer } = await aVisitor(shop, 'buys', { pages: { '/bill/purchase_order': ['1'] } }));
  });
  const ordered = () => shop.goods('purchaseOrder', [lineOf(goods, '5', '10')], { status: '1' });
  const tallyOf = (id: string, photos: NonNullable<PurchaseTally['photos']>, version = 0) =>
    aTally(id, shop.main, [], { photos, version });

  test('belong to a single tally of their uploader, and are visible and deleted with the order', async () => {
    const { id } = await ordered();
    const [mine, theirs] = [await bring(keeper), await bring()];
    for (const photos of [[theirs], [mine, mine], [{ id: '999999999', name: 'x.png' }]])
      expect((await server.refusal(keepTally, tallyOf(id, photos), keeper)).key).toBe(
        'file.missing',
      );
    await server.call(keepTally, tallyOf(id, [mine]), keeper);
    const other = await ordered();
    expect((await server.refusal(keepTally, tallyOf(other.id, [mine]), keeper)).key).toBe(
      'file.missing',
    );
    for (const [endpoint, input] of [
      [keepTally, tallyOf(id, [], 1)],
      [finishTally, tallyOf(id, [], 1)],
      [dropTally, { id }],
    ] as const)
      expect((await server.refusal(endpoint, input, loner)).status).toBe(404);
    const ends = [
      await seen(mine),
      await seen(mine, buyer),
      await seen(mine, loner),
      await seen(theirs, keeper),
    ];
    expect(ends).toEqual([200, 200, 404, 404]);
    await server.call(goodsDocuments.setStatus, { ids: id, status: '0' });
    await server.call(goodsDocuments.remove, { id });
    expect([await seen(mine), await seen(mine, keeper)]).toEqual([404, 404]);
  });

  test('move to the receipt when chosen, and are then visible with the receipt', async () => {
    const { id } = await ordered();
    const [kept, left] = [await bring(keeper), await bring(keeper)];
    await server.call(keepTally, tallyOf(id, [kept, left]), keeper);
    const done = { ...tallyOf(id, [kept], 1), parts: [tallyPart(1, { formal: '5' })] };
    const made = await server.call(finishTally, done);
    expect((await info(made.id)).attachments).toEqual([kept]);
    // Who may not open receipts sees them no longer, though the order is theirs to see; what was let go of is gone.
    expect([await seen(kept), await seen(kept, keeper), await seen(kept, buyer)]).toEqual([
      200, 200, 404,
    ]);
    expect([await seen(left), await seen(left, keeper)]).toEqual([404, 404]);
    const input = shop.input('otherIn', [lineOf(goods, '1')], { attachments: [kept] });
    expect((await server.refusal(goodsDocuments.add, input, keeper)).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await server.refusal(goodsDocuments.add, input)).key).toBe('file.missing');
  });
});

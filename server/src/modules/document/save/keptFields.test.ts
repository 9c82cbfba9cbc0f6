// A change keeps omitted fields (unnamed, in decision 0083), and empties fields sent blank.
import {
  activities,
  goodsDocuments,
  moneyDocuments,
  plainHead,
  plainLine,
  promotions,
  services,
  uploadFile,
} from '@tradehouse/contract';
import type { GoodsDocumentInput, MoneyDocumentInput } from '@tradehouse/contract';
import { enteredFields } from '@tradehouse/contract/testEntered';
import { documentKinds, goodsKindCodes, moneyKindCodes } from '@tradehouse/domain';
import type { AnyKindCode, GoodsKindCode, MoneyKindCode } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { aShopServer, asRole, lineOf, timeDaysAgo } from '../testShop.ts';

const { server, shop } = await aShopServer();
await shop.set({ multi_account: true });
const goods = await shop.product();
const part = await shop.product();
await shop.goods('purchaseIn', [lineOf(goods, '1000', '1'), lineOf(part, '1000', '1')], {
  time: timeDaysAgo(9),
});
const { id: serviceId } = await server.call(services.add, {
  name: 'Wrapping',
  fee: '2',
  chargeMode: 'order',
});
const hour = 3_600_000;
const { id: activityId } = await server.call(activities.add, {
  name: 'Fair',
  beginsAt: new Date(Date.now() - hour).toISOString(),
  endsAt: new Date(Date.now() + 9 * hour).toISOString(),
  lines: [{ barcode: goods.barcode, warehouseId: shop.main, quantity: '100' }],
});
// The coupon code of a document is that of a promotion.
await server.call(promotions.add, {
  name: 'Coupon',
  promotionKind: 'percent',
  rate: '5',
  coupon: 'typed',
});
const tomorrow = timeDaysAgo(-1).slice(0, 10);
const bill = await shop.goods('saleOut', [lineOf(goods, '10', '100')], {
  paidNow: '0',
  status: '1',
});
const owed = await shop.goods('purchaseIn', [lineOf(goods, '10', '100')], {
  paidNow: '0',
  status: '1',
});
const depositOf = (kind: string) =>
  shop.goods(kind, [lineOf(goods, '9', '100')], { depositTaken: '90', status: '1' });
const paidOrders = {
  saleOrder: await depositOf('saleOrder'),
  purchaseOrder: await depositOf('purchaseOrder'),
};
const attach = async (biz: 'bill' | 'financial') => {
  const bytes = Buffer.from('%PDF-1.7');
  const { id, name } = await server.upload(uploadFile, { name: 'a.pdf', bytes }, { biz });
  return [{ id, name }];
};

/** A value of a field and the blank, or the reason for a field without both. */
type FieldCase = { readonly value: unknown; readonly blank: unknown } | string;

/** Plain fields are days or texts. */
const plainFieldCases = (blanks: object): Record<string, FieldCase> =>
  Object.fromEntries(
    Object.entries(blanks).map(([name, blank]) => [
      name,
      { value: blank === null ? tomorrow : 'typed', blank },
    ]),
  );

const headFieldCases = async (code: AnyKindCode): Promise<Readonly<Record<string, FieldCase>>> => ({
  partnerId:
    documentKinds[code].partner?.required === true
      ? 'a required partner has no blank'
      : { value: optionalPartner[code] ?? shop.member, blank: null },
  number: 'a saved document always has a number',
  time: 'a saved document always has a time: keptTerms.test.ts',
  status: 'an unnamed status is a draft, and only drafts change',
  paymentKind: 'a way of payment has no blank',
  dueOn: 'the due day follows partner, day and way of payment: keptTerms.test.ts',
  payment: 'cash and prepayment exclude each other: keptTerms.test.ts',
  currency: 'a currency has no blank: keptTerms.test.ts',
  exchangeRate: 'a rate has no blank: keptTerms.test.ts',
  ...plainFieldCases(plainHead.blank),
  handlerId: { value: shop.salesperson, blank: null },
  travels: { value: true, blank: false },
  salespersonIds: { value: [shop.salesperson], blank: [] },
  activityId: { value: activityId, blank: null },
  discountRate: { value: '12.345', blank: '0' },
  discount:
    documentKinds[code].subject === 'money'
      ? { value: '3', blank: '0' }
      : 'the rate is named instead',
  serviceRate: { value: '3.333', blank: '0' },
  serviceCharge: 'the rate is named instead',
  services: { value: [{ serviceId, quantity: '2', fee: '1.5' }], blank: [] },
  otherFees: { value: '3', blank: '0' },
  freight: { value: '4', blank: '0' },
  allocateBy: { value: 'weight', blank: 'amount' },
  accountId: { value: shop.bank, blank: null },
  settlements: 'one account and several exclude each other: below',
  depositUsed: { value: '5', blank: '0' },
  depositTaken: { value: '7', blank: '0' },
  paidNow: { value: '6', blank: '0' },
  received: 'exact cash is named as the amount due: below',
  bonus: { value: '2', blank: '0' },
  paymentFee: { value: '2', blank: '0' },
  remark: { value: 'agreed', blank: '' },
  attachments: {
    value: await attach(documentKinds[code].subject === 'money' ? 'financial' : 'bill'),
    blank: [],
  },
});
const optionalPartner: Readonly<Partial<Record<AnyKindCode, string>>> = {
  otherIn: shop.supplier,
  otherOut: shop.customer,
};

const sourceOf = async (code: GoodsKindCode) => {
  const kinds: Readonly<Partial<Record<GoodsKindCode, GoodsKindCode>>> = {
    purchaseOrder: 'purchaseRequest',
    purchaseIn: 'purchaseOrder',
    purchaseBack: 'purchaseIn',
    saleOut: 'saleOrder',
    saleBack: 'saleOut',
    retailBack: 'retailOut',
    stockRecount: 'stockCount',
  };
  const kind = kinds[code];
  if (kind === undefined) return null;
  const paid = kind === 'saleOrder' || kind === 'purchaseOrder' ? paidOrders[kind] : null;
  const partner = kind === 'retailOut' ? { partnerId: shop.member } : {};
  const source =
    paid ??
    (await shop.goods(
      kind,
      [
        {
          ...pricedLine(kind, '5'),
          ...(documentKinds[kind].amounts.includes('tax') ? { taxRate: '13' } : {}),
        },
      ],
      { ...partner, status: '1' },
    ));
  return { sourceDocumentId: source.id, sourceLine: 1 };
};

const pricedLine = (code: GoodsKindCode, quantity: string) => {
  const { unitPrice, ...line } = lineOf(goods, quantity, '100');
  return documentKinds[code].price === null ? line : { ...line, unitPrice };
};

const lineFieldCases = async (
  code: GoodsKindCode,
): Promise<Readonly<Record<string, FieldCase>>> => {
  const source = await sourceOf(code);
  const sourceless = 'no source exists for this kind in the test';
  return {
    line: 'the number names the line',
    barcode: 'goods are required',
    quantity: 'a quantity is required',
    unitPrice: 'a price is required, and refused if missing',
    regularPrice: 'a regular price is named in place of the price: promotions.test.ts',
    amount: 'a price is required, and refused if missing',
    total: 'a price is required, and refused if missing',
    tax: 'an agreed tax belongs to the amount named beside; the rate makes any other tax',
    role: 'a role has no blank',
    warehouseId: 'a warehouse has no blank',
    targetWarehouseId: 'a warehouse has no blank',
    taxRate: { value: '13', blank: '0' },
    allocations: { value: [{ bin: 'A-1' }], blank: [] },
    sourceDocumentId:
      source === null ? sourceless : { value: source.sourceDocumentId, blank: null },
    sourceLine: source === null ? sourceless : { value: source.sourceLine, blank: null },
    supplierId: documentKinds[code].asks
      ? { value: shop.supplier, blank: null }
      : 'only requisitions suggest a supplier',
    ...plainFieldCases(plainLine.blank),
  };
};

const moneyFieldCases: Readonly<Record<string, FieldCase>> = {
  line: 'the number names the line',
  settledDocumentId: 'a line settles a bill, or the opening balance: below',
  accountId: 'the account of a line has no blank',
  itemId: 'the item of a line has no blank',
  ...plainFieldCases(plainLine.blank),
};

/** The values or blanks of the fields under test; a field without an entry fails. */
function pickFieldCases(
  fields: readonly string[],
  cases: Readonly<Record<string, FieldCase>>,
  side: 'value' | 'blank',
): Record<string, unknown> {
  expect(fields.filter((name) => cases[name] === undefined)).toEqual([]);
  return Object.fromEntries(
    fields.flatMap((name) => {
      const fieldCase = cases[name] ?? '';
      return typeof fieldCase === 'string' ? [] : [[name, fieldCase[side]]];
    }),
  );
}

type Reply = Awaited<ReturnType<typeof goodsInfo>>;
const goodsInfo = (id: string) => server.call(goodsDocuments.info, { id });
const moneyInfo = (id: string) => server.call(moneyDocuments.info, { id });
const withoutVersion = (reply: Reply) => ({ ...reply, version: 0, updatedAt: '', updaterName: '' });
/** An empty allocation is the whole line in a regular lot. */
const shownBlank = ({ allocations, ...blank }: Record<string, unknown>) => ({
  ...blank,
  ...(allocations === undefined ? {} : { allocations: [] }),
});

test.each(goodsKindCodes)(
  'a change of a %s keeps omitted fields and empties fields sent blank',
  async (code) => {
    const fields = enteredFields(code);
    const [head, line] = [await headFieldCases(code), await lineFieldCases(code)];
    const composed = documentKinds[code].goods.composite !== undefined;
    const named = {
      ...pricedLine(code, '1'),
      line: 1,
    };
    const others = composed ? [{ ...lineOf(part, '1', '1'), line: 2 }] : [];
    const value = pickFieldCases(fields.lines, line, 'value');
    const { line: _, ...fresh } = named;
    const first = {
      ...fresh,
      ...value,
      ...(composed ? { role: 'composite' } : {}),
      ...(code === 'transfer' ? { targetWarehouseId: shop.branch } : {}),
    };
    const lines = [first, ...others.map(({ line: __, ...other }) => ({ ...other, role: 'part' }))];
    const values = pickFieldCases(fields.head, head, 'value');
    const saved = await shop.goods(code, lines as GoodsDocumentInput['lines'], values);
    const before = await goodsInfo(saved.id);
    expect(before).toMatchObject(values);
    expect(before.lines[0]).toMatchObject(value);

    const change = { id: saved.id, kind: code, lines: [named, ...others] };
    await server.call(goodsDocuments.update, { ...change, version: 1 });
    const kept = await goodsInfo(saved.id);
    expect(withoutVersion(kept)).toEqual(withoutVersion(before));

    const blanks = pickFieldCases(fields.head, head, 'blank');
    const blank = pickFieldCases(fields.lines, line, 'blank');
    const emptied: Record<string, unknown> = {
      ...change,
      lines: [{ ...named, ...blank }, ...others],
      ...blanks,
    };
    // Cash is paid into an account.
    if (documentKinds[code].amounts.includes('change')) emptied['accountId'] = shop.cash;
    await server.call(goodsDocuments.update, { ...emptied, version: 2 } as never);
    const after = await goodsInfo(saved.id);
    const { accountId, ...heads } = blanks;
    expect(after).toMatchObject(heads);
    if (accountId === null && emptied['accountId'] === null) expect(after.settlements).toEqual([]);
    expect(after.lines[0]).toMatchObject(shownBlank(blank));
  },
);

test.each(moneyKindCodes)(
  'a change of a %s keeps omitted fields and empties fields sent blank',
  async (code) => {
    const fields = enteredFields(code);
    const head = await headFieldCases(code);
    const settled: Readonly<Partial<Record<MoneyKindCode, string>>> = {
      moneyIn: bill.id,
      moneyOut: owed.id,
      depositOut: paidOrders.saleOrder.id,
      depositIn: paidOrders.purchaseOrder.id,
    };
    const references = {
      moneyIn: {},
      advanceIn: { accountId: shop.cash },
      advanceOut: { accountId: shop.cash },
      itemIn: { itemId: shop.incomeItem },
      itemOut: { itemId: shop.expenseItem },
      giro: { accountId: shop.cash },
    };
    const value = {
      ...pickFieldCases(fields.lines, moneyFieldCases, 'value'),
      ...Reflect.get(references, code),
      ...(settled[code] === undefined ? {} : { settledDocumentId: settled[code] }),
    };
    const values = pickFieldCases(fields.head, head, 'value');
    const lines = [{ ...value, amount: '10' }] as MoneyDocumentInput['lines'];
    if (code === 'advanceOut')
      await shop.money('advanceIn', [{ accountId: shop.cash, amount: '50' }], { bonus: '9' });
    const saved = await shop.money(code, lines, values);
    const before = await moneyInfo(saved.id);
    expect(before).toMatchObject(values);
    expect(before.lines[0]).toMatchObject(value);

    const change = { id: saved.id, kind: code, lines: [{ line: 1, amount: '10' }] };
    await server.call(moneyDocuments.update, { ...change, version: 1 });
    expect(withoutVersion(await moneyInfo(saved.id))).toEqual(withoutVersion(before));

    const blanks = pickFieldCases(fields.head, head, 'blank');
    const named = { ...change.lines[0], ...pickFieldCases(fields.lines, moneyFieldCases, 'blank') };
    const emptied = { ...change, ...blanks, lines: [named], version: 2 };
    await server.call(moneyDocuments.update, { ...emptied, accountId: shop.bank } as never);
    const after = await moneyInfo(saved.id);
    const { accountId: _, ...heads } = blanks;
    expect(after).toMatchObject(heads);
    expect(after.lines[0]).toMatchObject({ remark: '' });
  },
);

type GoodsChangeArguments = readonly [
  kind: GoodsKindCode,
  saved: { readonly id: string },
  lines: readonly object[],
  more?: object,
];
async function inputOfChange(...[kind, { id }, lines, more = {}]: GoodsChangeArguments) {
  const { version } = await goodsInfo(id);
  return { id, version, kind, lines, ...more } as never;
}
const changed = async (...change: GoodsChangeArguments) => {
  await server.call(goodsDocuments.update, await inputOfChange(...change));
  return goodsInfo(change[1].id);
};
const refusedChange = async (...change: GoodsChangeArguments) =>
  server.refusal(goodsDocuments.update, await inputOfChange(...change));
const sold = (quantity: string, more: object = {}) => ({
  ...lineOf(goods, quantity, '100'),
  line: 1,
  ...more,
});

test('omitted account shares stay, and must add up to the payment', async () => {
  const shares = [
    { accountId: shop.cash, amount: '30' },
    { accountId: shop.bank, amount: '20' },
  ];
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], {
    accountId: null,
    settlements: shares,
    paidNow: '50',
  });
  const kept = await changed('saleOut', sale, [sold('1')]);
  expect(kept.settlements).toMatchObject(shares);
  expect(await refusedChange('saleOut', sale, [sold('1')], { paidNow: '40' })).toMatchObject({
    key: 'document.accountSplit',
  });
  const one = await changed('saleOut', sale, [sold('1')], { accountId: shop.cash });
  expect(one.settlements).toMatchObject([{ accountId: shop.cash, amount: '50' }]);
});

test('omitted cash received stays if change was given, and otherwise follows the amount due', async () => {
  const till = async (received: string) =>
    shop.goods('retailOut', [lineOf(goods, '1', '100')], { received });
  const [generous, exact] = [await till('150'), await till('100')];
  expect(await changed('retailOut', generous, [sold('1.2')])).toMatchObject({
    received: '150',
    changeGiven: '30',
  });
  expect(await refusedChange('retailOut', generous, [sold('2')])).toMatchObject({
    key: 'document.retailDebt',
    data: { field: 'received' },
  });
  expect(await changed('retailOut', exact, [sold('2')])).toMatchObject({
    received: '200',
    changeGiven: '0',
  });
});

test('a kept discount stays an amount when the lines change, and never exceeds the goods', async () => {
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], {
    discountRate: '10',
    paidNow: '0',
  });
  expect(await changed('saleOut', sale, [sold('2')])).toMatchObject({
    discount: '10',
    discountRate: '5',
  });
  expect(await refusedChange('saleOut', sale, [sold('0.05')])).toMatchObject({
    key: 'document.discount',
    data: { field: 'discount' },
  });
  expect(await changed('saleOut', sale, [sold('2')], { discountRate: '20' })).toMatchObject({
    discount: '40',
  });
});

test('a kept allocation follows the quantity, and several allocations must add up', async () => {
  const parts = [
    { bin: 'A-1', quantity: '1' },
    { bin: 'A-2', quantity: '2' },
  ];
  const withParts = (allocations: readonly object[], quantity: string) =>
    shop.goods('otherOut', [lineOf(goods, quantity, '1', { allocations })]);
  const [single, several] = [await withParts([{ bin: 'A-1' }], '2'), await withParts(parts, '3')];
  const boxed = sold('1', { barcode: goods.box });
  expect((await changed('otherOut', single, [boxed])).lines[0]?.allocations).toMatchObject([
    { bin: 'A-1', quantity: '12' },
  ]);
  const kept = await changed('otherOut', several, [sold('3')]);
  expect(kept.lines[0]?.allocations).toMatchObject(parts);
  expect(await refusedChange('otherOut', several, [sold('2')])).toMatchObject({
    key: 'allocation.quantity',
    data: { field: 'allocations', line: 1 },
  });
});

test('other goods on a line are refused unless the call sends tax rate and allocations', async () => {
  const sale = await shop.goods(
    'saleOut',
    [
      lineOf(goods, '1', '100', {
        taxRate: '13',
        allocations: [{ bin: 'A-1' }],
        remark: 'fragile',
      }),
    ],
    { paidNow: '0' },
  );
  const other = { ...lineOf(part, '1', '100'), line: 1 };
  const asks = (field: string) => ({ key: 'document.otherGoods', data: { field, line: 1 } });
  expect(await refusedChange('saleOut', sale, [other])).toMatchObject(asks('taxRate'));
  expect(await refusedChange('saleOut', sale, [{ ...other, taxRate: '0' }])).toMatchObject(
    asks('allocations'),
  );
  const named = { ...other, taxRate: '6', allocations: [] };
  expect((await changed('saleOut', sale, [named])).lines[0]).toMatchObject({
    taxRate: '6',
    remark: 'fragile',
  });
});

test('a kept source refuses new goods on the line and another partner', async () => {
  const order = await shop.goods('saleOrder', [lineOf(goods, '5', '100')], { status: '1' });
  const from = { sourceDocumentId: order.id, sourceLine: 1 };
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100', from)], { paidNow: '0' });
  expect(
    await refusedChange('saleOut', sale, [{ ...lineOf(part, '1', '100'), line: 1 }]),
  ).toMatchObject({
    key: 'document.sourceChanged',
  });
  const partnerId = shop.otherCustomer;
  expect(await refusedChange('saleOut', sale, [sold('1')], { partnerId })).toMatchObject({
    key: 'document.sourcePartner',
  });
});

test('a new document currency is refused unless the call also sends each amount', async () => {
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], {
    freight: '4',
    discount: '3',
    paidNow: '0',
  });
  const euros = { currency: 'EUR', exchangeRate: '8', paidNow: '0' };
  const asks = (field: string) => ({ key: 'document.otherCurrency', data: { field } });
  expect(await refusedChange('saleOut', sale, [sold('1')], euros)).toMatchObject(asks('discount'));
  const first = { ...euros, discountRate: '0' };
  expect(await refusedChange('saleOut', sale, [sold('1')], first)).toMatchObject(asks('freight'));
  expect(await changed('saleOut', sale, [sold('1')], { ...first, freight: '1' })).toMatchObject({
    currency: 'EUR',
    discount: '0',
    freight: '1',
  });
});

test('a new document currency is refused unless the call sends used deposit and payment', async () => {
  const euros = { currency: 'EUR', exchangeRate: '8' };
  const order = await shop.goods('saleOrder', [lineOf(goods, '2', '100')], {
    ...euros,
    depositTaken: '50',
    status: '1',
  });
  const from = { sourceDocumentId: order.id, sourceLine: 1 };
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100', from)], {
    ...euros,
    depositUsed: '50',
    paidNow: '20',
  });
  const own = { currency: 'USD', exchangeRate: '1' };
  const asks = (field: string) => ({
    key: 'document.otherCurrency',
    data: { field, currency: 'EUR' },
  });
  expect(await refusedChange('saleOut', sale, [sold('1')], own)).toMatchObject(asks('depositUsed'));
  const unused = { ...own, depositUsed: '0' };
  expect(await refusedChange('saleOut', sale, [sold('1')], unused)).toMatchObject(asks('paidNow'));
  expect(await changed('saleOut', sale, [sold('1')], { ...unused, paidNow: '30' })).toMatchObject({
    ...own,
    depositUsed: '0',
    paidNow: '30',
  });

  const draft = await shop.goods('saleOrder', [lineOf(goods, '1', '100')], {
    ...euros,
    depositTaken: '50',
  });
  expect(await refusedChange('saleOrder', draft, [sold('1')], own)).toMatchObject(
    asks('depositTaken'),
  );
  expect(
    await changed('saleOrder', draft, [sold('1')], { ...own, depositTaken: '40' }),
  ).toMatchObject({ ...own, depositTaken: '40' });
});

test('an unpaid bill stays unpaid if a call sends only another currency', async () => {
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100')], { paidNow: '0' });
  const euros = { currency: 'EUR', exchangeRate: '8' };
  expect(await changed('saleOut', sale, [sold('1')], euros)).toMatchObject({
    ...euros,
    paidNow: '0',
    debt: '100',
  });
});

test('a receipt line keeps an omitted bill, and settles no bill if the call sends null', async () => {
  await shop.set({ keep_overpayment: true });
  const owing = await shop.goods('saleOut', [lineOf(goods, '1', '100')], { paidNow: '0' });
  const settles = [{ settledDocumentId: owing.id, amount: '100' }];
  const { id } = await shop.money('moneyIn', settles, { discount: '1' });
  const change = async (line: object) => {
    const { version } = await moneyInfo(id);
    const lines = [{ line: 1, ...line }];
    await server.call(moneyDocuments.update, { id, version, kind: 'moneyIn', lines } as never);
    const { lines: after, discount } = await moneyInfo(id);
    return [after[0]?.settledDocumentId, after[0]?.amount, discount];
  };
  expect(await change({ amount: '60' })).toEqual([owing.id, '60', '1']);
  expect(await change({ amount: '60', settledDocumentId: null })).toEqual([null, '60', '1']);
});

test.each([
  ['currency', { currency: 'EUR', exchangeRate: '8' }],
  ['rate', { exchangeRate: '9' }],
])(
  'a change of a money document by a user without amount rights keeps the %s',
  async (name, terms) => {
    const yen = { currency: 'JPY', exchangeRate: '0.05' };
    const pages = ['/financial/item_out'];
    const clerk = await asRole(shop, `clerk-of-${name}`, { pages, hidden: ['money'] });
    const { id, version } = await shop.money(
      'itemOut',
      [{ itemId: shop.expenseItem, amount: '30' }],
      yen,
    );
    const lines = [{ line: 1, amount: '1', remark: 'seen' }];
    await server.call(
      moneyDocuments.update,
      { id, version, kind: 'itemOut', lines, ...terms },
      clerk,
    );
    expect(await moneyInfo(id)).toMatchObject({
      ...yen,
      lines: [{ amount: '30', remark: 'seen' }],
    });
  },
);

test('a change by a user without amount rights keeps omitted fields', async () => {
  const pages = ['/bill/sale_out'];
  const clerk = await asRole(shop, 'clerk', { pages, hidden: ['sale'] });
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100', { taxRate: '13' })], {
    freight: '4',
    discountRate: '12.345',
    handlerId: shop.salesperson,
    externalOrder: 'PO-1',
    accountId: shop.bank,
    paidNow: '6',
  });
  const before = await goodsInfo(sale.id);
  const lines = [{ line: 1, barcode: goods.barcode, quantity: '1' }];
  const change = { id: sale.id, version: before.version, kind: 'saleOut', lines };
  await server.call(goodsDocuments.update, change, clerk);
  expect(withoutVersion(await goodsInfo(sale.id))).toEqual(withoutVersion(before));
});

test('a user without amount rights replaces goods of a line at the saved tax rate', async () => {
  const clerk = await asRole(shop, 'packer', { pages: ['/bill/sale_out'], hidden: ['sale'] });
  const sale = await shop.goods('saleOut', [lineOf(goods, '1', '100', { taxRate: '13' })], {
    paidNow: '0',
  });
  const { version } = await goodsInfo(sale.id);
  const lines = [{ line: 1, barcode: part.barcode, quantity: '1', allocations: [] }];
  await server.call(
    goodsDocuments.update,
    { id: sale.id, version, kind: 'saleOut', lines, paidNow: '0' },
    clerk,
  );
  const [line] = (await goodsInfo(sale.id)).lines;
  expect([line?.barcode, line?.taxRate]).toEqual([part.barcode, '13']);
});

test('all changed documents keep the books valid', async () => {
  expect(await shop.broken()).toEqual([]);
});

import { expect, test } from 'vitest';
import type { DocumentKind } from './kind.ts';
import { reversed } from './kind.ts';
import { goodsKindCodes, internalKindCodes, kindCodes, moneyKindCodes } from './kindCode.ts';
import type { AnyKindCode, KindCode } from './kindCode.ts';
import { documentKinds, kindOfWire } from './kinds.ts';

const allCodes: readonly AnyKindCode[] = [...kindCodes, ...internalKindCodes];
const all = Object.values(documentKinds);
const times = (of: (kind: DocumentKind) => unknown, value: unknown) =>
  all.filter((kind) => of(kind) === value).length;

test('users write 25 document kinds, and 8 kinds are internal', () => {
  expect([kindCodes.length, internalKindCodes.length]).toEqual([25, 8]);
  expect(Object.keys(documentKinds).toSorted()).toEqual([...allCodes].toSorted());
});

test.each(allCodes)(
  'the kind %s has a unique prefix and name, and only known source kinds',
  (code) => {
    const kind = documentKinds[code];
    expect(times(({ prefix }) => prefix, kind.prefix)).toBe(1);
    expect(times(({ name }) => name['zh-cn'], kind.name['zh-cn'])).toBe(1);
    expect(times(({ name }) => name.en, kind.name.en)).toBe(1);
    expect(kind.sources).not.toHaveProperty(code);
    for (const source of Object.keys(kind.sources)) expect(allCodes).toContain(source);
  },
);

test.each(kindCodes)('%s has its own menu address and wire types', (code) => {
  const { url, wire } = documentKinds[code];
  expect(times((kind) => kind.url, url)).toBe(1);
  expect(url).toMatch(/^\/(bill|financial)\/[a-z_]+$/);
  expect(wire && kindOfWire(wire.type, wire.subType)).toBe(code);
});

test.each(internalKindCodes)(
  'the internal kind %s has no menu address and no wire types',
  (code) => {
    expect(documentKinds[code]).toMatchObject({ url: null, wire: null });
  },
);

test.each(allCodes)('%s declares the inputs of its flows', (code) => {
  const { goods, debt, cash, deposit, partner, warehouse, targetWarehouse, account, subject } =
    documentKinds[code];
  const places = Object.values(goods).flatMap(({ from, to }) => [from, to]);
  const purses = [...debt, ...cash, ...deposit].flatMap(({ from, to }) => [from, to]);
  if (places.includes('warehouse')) expect(warehouse).toBe(true);
  expect(places.includes('targetWarehouse')).toBe(targetWarehouse);
  expect(purses.includes('account')).toBe(account !== null);
  if (purses.some((purse) => purse === 'payable' || purse === 'deposit'))
    expect(partner).not.toBeNull();
  if (subject === 'money') expect(places).toEqual([]);
  if (subject === 'goods')
    expect(purses.filter((purse) => purse !== 'fee' && purse !== 'inventory')).toEqual([]);
});

test('goods kinds have goods lines and money kinds have money lines', () => {
  expect(goodsKindCodes.filter((code) => documentKinds[code].subject === 'money')).toEqual([]);
  expect(moneyKindCodes.filter((code) => documentKinds[code].subject !== 'money')).toEqual([]);
});

test.each([
  ['purchaseBack', 'purchaseIn'],
  ['saleBack', 'saleOut'],
  ['retailBack', 'retailOut'],
] as const)('%s moves goods and money in the opposite direction of %s', (back, original) => {
  const [turned, first] = [documentKinds[back], documentKinds[original]];
  expect(turned.goods.item).toMatchObject(
    reversed({ from: first.goods.item!.from, to: first.goods.item!.to }),
  );
  expect(turned.debt).toEqual(first.debt.map(reversed));
  expect(turned.cash).toEqual(first.cash.map(reversed));
  expect(turned.sources).toEqual({ [original]: 'returned' });
  expect(turned.storedSign.total + first.storedSign.total).toBe(0);
  expect(turned.trade!.sign + first.trade!.sign).toBe(0);
  expect(turned.amounts).not.toContain('deposit');
});

test.each<[KindCode, string, string, string | null, -1 | 0 | 1]>([
  ['purchaseRequest', 'QGD', '其它', '请购单', 0],
  ['purchaseOrder', 'CGDD', '其它', '采购订单', -1],
  ['purchaseIn', 'CGRK', '入库', '采购', -1],
  ['purchaseBack', 'CGTH', '出库', '采购退货', 1],
  ['saleOrder', 'XSDD', '其它', '销售订单', 1],
  ['saleOut', 'XSCK', '出库', '销售', 1],
  ['saleBack', 'XSTH', '入库', '销售退货', -1],
  ['retailOut', 'LSCK', '出库', '零售', 1],
  ['retailBack', 'LSTH', '入库', '零售退货', -1],
  ['otherIn', 'QTRK', '入库', '其它', -1],
  ['otherOut', 'QTCK', '出库', '其它', 1],
  ['transfer', 'DBCK', '出库', '调拨', 1],
  ['assemble', 'ZZD', '其它', '组装单', 1],
  ['disassemble', 'CXD', '其它', '拆卸单', 1],
  ['stockCount', 'PDLR', '其它', '盘点录入', 1],
  ['stockRecount', 'PDFP', '其它', '盘点复盘', 1],
  ['moneyIn', 'SK', '收款', null, 1],
  ['moneyOut', 'FK', '付款', null, -1],
  ['depositOut', 'TDJ', '退还客户订金', null, -1],
  ['depositIn', 'SDJ', '收回供应商订金', null, 1],
  ['itemIn', 'SR', '收入', null, 1],
  ['itemOut', 'ZC', '支出', null, -1],
  ['giro', 'ZZ', '转账', null, -1],
  ['advanceIn', 'SYF', '收预付款', null, 1],
  ['advanceOut', 'TYF', '退预付款', null, -1],
])('%s is numbered %s and called %s / %s elsewhere', (code, prefix, type, subType, sign) => {
  const kind = documentKinds[code];
  expect([kind.prefix, kind.wire, kind.storedSign.total]).toEqual([
    prefix,
    { type, subType },
    sign,
  ]);
});

test('unknown wire types give no document kind', () => {
  expect(kindOfWire('出库', '采购')).toBeNull();
});

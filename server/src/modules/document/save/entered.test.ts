import { documentTables, moneyDocuments } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { decimal, documentKinds, toPlainDecimal } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { describe, expect, test } from 'vitest';
import { asRole, aShopServer } from '../testShop.ts';

// Documents of money whose lines are entered: income, expenditure, transfers and prepayments.
const { server, shop } = await aShopServer();

type Line = InputOf<typeof moneyDocuments.add>['lines'][number];

const kinds = ['itemIn', 'itemOut', 'giro', 'advanceIn'] as const;
type Kind = (typeof kinds)[number];
const named: Readonly<Record<Kind, Partial<Line>>> = {
  itemIn: { itemId: shop.incomeItem },
  itemOut: { itemId: shop.expenseItem },
  giro: { accountId: shop.bank },
  advanceIn: { accountId: shop.bank },
};
const lineOf = (kind: Kind, amount: string): Line => ({ ...named[kind], amount });
const body = (kind: Kind, lines: readonly Line[], more: object = {}) => ({
  kind,
  accountId: shop.cash,
  ...(kind === 'advanceIn' ? { partnerId: shop.member } : {}),
  lines: [...lines],
  ...more,
});
const refusal = (kind: Kind, lines: readonly Line[], more?: object) =>
  server.refusal(moneyDocuments.add, body(kind, lines, more));

describe.each(kinds)('a document of kind %s', (kind) => {
  const search = JSON.stringify({ kind });
  const page = documentKinds[kind].url ?? '';
  const { path } = documentTables[kind];

  test('is saved, listed, approved and reversed, and the books agree all along', async () => {
    const purses = async () => [
      await shop.purse('account', shop.cash),
      await shop.purse('account', shop.bank),
    ];
    const before = await purses();
    const saved = await shop.money(kind, [lineOf(kind, '30'), lineOf(kind, '12.5')]);
    expect(await purses()).not.toEqual(before);
    const rows = await server.request('GET', path, { search });
    expect(rows.json()).toMatchObject({ data: { rows: [{ number: saved.number, status: '0' }] } });
    await server.call(moneyDocuments.setStatus, { ids: saved.id, status: '1' });
    const edited = { ...body(kind, [lineOf(kind, '1')]), id: saved.id, version: 2 };
    expect(await server.refusal(moneyDocuments.update, edited)).toMatchObject({
      key: 'document.notEditable',
    });
    await server.call(moneyDocuments.setStatus, { ids: saved.id, status: '0' });
    await server.call(moneyDocuments.remove, { id: saved.id });
    expect(await purses()).toEqual(before);
    expect(await shop.broken()).toEqual([]);
  });

  test.each([
    ['no line', [], 'document.noLines'],
    ['an amount of nothing', [lineOf(kind, '0')], 'settlement.amount'],
    ['an amount below zero', [lineOf(kind, '-1')], 'settlement.amount'],
  ] as const)('refuses %s', async (_, lines, key) => {
    expect(await refusal(kind, lines)).toMatchObject({ key });
  });

  test('requires its page, and lists only own documents to users limited to own documents', async () => {
    await shop.money(kind, [lineOf(kind, '5')]);
    const others = kinds.filter((one) => one !== kind).map((one) => documentKinds[one].url ?? '');
    const outsider = await asRole(shop, `not-${kind}`, { pages: others });
    expect(
      await server.refusal(moneyDocuments.add, body(kind, [lineOf(kind, '1')]), outsider),
    ).toMatchObject({ key: 'access.denied' });
    const denied = await server.request('GET', path, { search }, outsider);
    expect(denied.json()).toMatchObject({ data: { key: 'access.denied' } });

    const own = await asRole(shop, `own-${kind}`, { scope: 'own', pages: [page] });
    const { number } = await server.call(moneyDocuments.add, body(kind, [lineOf(kind, '2')]), own);
    const seen = await server.request('GET', path, { search }, own);
    expect(seen.json()).toMatchObject({ data: { total: 1, rows: [{ number }] } });
  });

  test('shows no hidden amount, and a save without money rights keeps the stored amounts', async () => {
    const blind = await asRole(shop, `blind-${kind}`, { hidden: ['money'], pages: [page] });
    const saved = await shop.money(kind, [lineOf(kind, '43.21')]);
    const told = await server.call(moneyDocuments.info, { id: saved.id }, blind);
    expect(JSON.stringify(told)).not.toContain('43.21');
    const [line] = told.lines;
    await server.call(
      moneyDocuments.update,
      {
        ...body(kind, [{ ...lineOf(kind, '0'), line: line?.line ?? 0, remark: 'seen' }]),
        id: saved.id,
        version: saved.version,
      },
      blind,
    );
    expect((await server.call(moneyDocuments.info, { id: saved.id })).lines).toMatchObject([
      { amount: '43.21', remark: 'seen' },
    ]);
  });
});

describe('records named by lines', () => {
  test.each([
    ['income of an expense', 'itemIn', { itemId: shop.expenseItem }, 'money.itemMissing', 'itemId'],
    ['an expense of income', 'itemOut', { itemId: shop.incomeItem }, 'money.itemMissing', 'itemId'],
    ['no item', 'itemOut', {}, 'money.itemMissing', 'itemId'],
    [
      'an account in place of an item',
      'itemIn',
      { accountId: shop.bank },
      'money.itemMissing',
      'itemId',
    ],
    ['an item that is nowhere', 'itemIn', { itemId: '999999999' }, 'money.itemMissing', 'itemId'],
    ['no account', 'advanceIn', {}, 'money.lineAccountMissing', 'accountId'],
    [
      'an account that is nowhere',
      'giro',
      { accountId: '999999999' },
      'money.lineAccountMissing',
      'accountId',
    ],
  ] as const)('a line with %s is refused', async (_, kind, of, key, field) => {
    const good = lineOf(kind, '1');
    expect(await refusal(kind, [good, { ...of, amount: '1' }])).toMatchObject({
      key,
      data: { field, line: 2 },
    });
  });

  test('an item of another company is reported missing', async () => {
    const { stranger } = server;
    const itemId = await server.arrange(stranger, async (tx) => {
      const { id } = await tx
        .insertInto('in_out_item')
        .values({ tenant_id: stranger.tenantId, name: 'Theirs', type: 'income' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
    expect(await refusal('itemIn', [{ itemId, amount: '1' }])).toMatchObject({
      key: 'money.itemMissing',
    });
  });

  test('a transfer refuses its paying account among the receiving accounts', async () => {
    expect(
      await refusal('giro', [lineOf('giro', '1'), { accountId: shop.cash, amount: '1' }]),
    ).toMatchObject({ key: 'money.sameAccount', data: { field: 'accountId' } });
    const { id, version } = await shop.money('giro', [lineOf('giro', '1')]);
    const turned = {
      ...body('giro', [lineOf('giro', '1')], { accountId: shop.bank }),
      id,
      version,
    };
    expect(await server.refusal(moneyDocuments.update, turned)).toMatchObject({
      key: 'money.sameAccount',
    });
  });

  test('a prepayment without a member as partner is refused', async () => {
    for (const partnerId of [null, shop.customer])
      expect(await refusal('advanceIn', [lineOf('advanceIn', '1')], { partnerId })).toMatchObject({
        data: { field: 'partnerId' },
      });
  });
});

test('a prepayment cannot be deleted once partly spent', async () => {
  const one = await shop.product();
  await shop.goods('purchaseIn', [{ barcode: one.barcode, quantity: '5', unitPrice: '1' }]);
  const before = decimal(await shop.purse('prepaid', shop.member));
  const { id } = await shop.money('advanceIn', [lineOf('advanceIn', '50')]);
  const spend = toPlainDecimal(decimal('50').minus(before));
  await shop.goods('retailOut', [{ barcode: one.barcode, quantity: '1', unitPrice: spend }], {
    partnerId: shop.member,
    payment: 'prepaid',
  });
  expect(await server.refusal(moneyDocuments.remove, { id })).toMatchObject({
    key: 'prepayment.short',
  });
  expect(await shop.broken()).toEqual([]);
});

const settling: readonly MoneyKindCode[] = ['moneyIn', 'moneyOut', 'depositOut', 'depositIn'];
test.each(settling)(
  'a document of kind %s refuses items and accounts in its lines',
  async (kind) => {
    const refused = await server.refusal(moneyDocuments.add, {
      kind,
      partnerId: kind === 'moneyIn' || kind === 'depositOut' ? shop.customer : shop.supplier,
      accountId: shop.cash,
      lines: [{ accountId: shop.bank, itemId: shop.incomeItem, amount: '1' }],
    });
    expect(refused.status).toBe(422);
  },
);

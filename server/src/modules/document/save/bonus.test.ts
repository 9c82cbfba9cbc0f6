import {
  documentTables,
  goodsDocuments,
  memberFlowTable,
  memberStatementTable,
  moneyDocuments,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { Refused } from '../../../testing.ts';
import { aShopServer } from '../testShop.ts';
import type { TestProduct } from '../testShop.ts';

// Bonuses of members: given with a prepayment, spent with it, given back with goods, and what is left paid out.

const { server, shop } = await aShopServer();

let member = '';
let goods: TestProduct;
let made = 0;
beforeEach(async () => {
  await shop.set({ bonus_use: 'cashFirst', force_approval: false });
  member = await aMember();
  goods = await shop.product();
  await shop.goods('purchaseIn', [{ barcode: goods.barcode, quantity: '1000', unitPrice: '1' }]);
});

const aMember = async (): Promise<string> => {
  made += 1;
  return server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into partner (tenant_id, type, name) values (${shop.company.tenantId}, 'member', ${`Card ${made}`})
      returning id`.execute(tx);
    return rows[0]?.id ?? '';
  });
};

const line = (quantity: string, unitPrice: string, more: object = {}) => ({
  barcode: goods.barcode,
  quantity,
  unitPrice,
  ...more,
});
const paysIn = (amount: string, bonus = '0', more: object = {}) =>
  shop.money('advanceIn', [{ accountId: shop.cash, amount }], {
    partnerId: member,
    bonus,
    ...more,
  });
const paysOut = (amount: string, bonus = '0') =>
  shop.money('advanceOut', [{ accountId: shop.cash, amount }], { partnerId: member, bonus });
const bill = (unitPrice: string, more: object = {}) =>
  shop.input('retailOut', [line('1', unitPrice)], {
    partnerId: member,
    payment: 'prepaid',
    ...more,
  });
const buys = (unitPrice: string, more: object = {}) =>
  server.call(goodsDocuments.add, bill(unitPrice, more));
const goesBack = (id: string, quantity: string, unitPrice: string, more: object = {}) =>
  shop.input('retailBack', [line(quantity, unitPrice, { sourceDocumentId: id, sourceLine: 1 })], {
    partnerId: member,
    payment: 'prepaid',
    ...more,
  });

/** What the member has: of what it paid in, and of its bonus. */
const has = async (): Promise<string> => {
  const purse = async (name: string) =>
    toPlainDecimal(decimal(await shop.purse(name, member)).negated());
  return `${await purse('prepaid')} + ${await purse('bonus')}`;
};
const bonusOf = async (id: string) =>
  toPlainDecimal(decimal((await server.call(goodsDocuments.info, { id })).bonus ?? ''));

describe('a bonus', () => {
  test('is given with a prepayment, beside the cash: no account moves by the bonus', async () => {
    const cash = await shop.purse('account', shop.cash);
    const { id } = await paysIn('500', '50');
    expect(await has()).toBe('500 + 50');
    expect(await shop.purse('account', shop.cash)).toBe(toPlainDecimal(decimal(cash).plus(500)));
    expect(await server.call(moneyDocuments.info, { id })).toMatchObject({ bonus: '50' });
  });

  test('has the decimals of the prepayment’s currency', async () => {
    const foreign = async (bonus: string, more: object) => {
      const { id } = await paysIn('10', bonus, more);
      return (await server.call(moneyDocuments.info, { id })).bonus;
    };
    expect(await foreign('10.55', { currency: 'JPY', exchangeRate: '0.05' })).toBe('11');
    expect(await foreign('5.555', { currency: 'KWD', exchangeRate: '23' })).toBe('5.555');
    expect(await has()).toBe('230.5 + 128.32');
    expect(await shop.broken()).toEqual([]);
  });

  test('is given to a member or withdrawn by a ledger row, without cash', async () => {
    const alone = (kind: string, bonus: string) =>
      shop.money(kind, [], { partnerId: member, bonus, accountId: null });
    const given = await alone('advanceIn', '50');
    expect(await has()).toBe('0 + 50');
    expect(await server.call(moneyDocuments.info, { id: given.id })).toMatchObject({
      bonus: '50',
      totalAmount: '0',
      lines: [],
    });
    await buys('20');
    expect(await has()).toBe('0 + 30');
    await expect(alone('advanceOut', '30.01')).rejects.toMatchObject({
      refusal: { key: 'prepayment.bonusShort' },
    });
    const taken = await alone('advanceOut', '30');
    expect(await has()).toBe('0 + 0');
    const search = JSON.stringify({ organId: member });
    const flow = await server.request('GET', memberFlowTable.path, { search });
    const { rows } = flow.json<{ data: { rows: object[] } }>().data;
    expect(rows).toMatchObject([
      { entry: 'adjust', amount: '0', bonus: '-30', bonusBalance: '0' },
      { entry: 'spend', amount: '0', bonus: '-20', bonusBalance: '30' },
      { entry: 'bonus', amount: '0', bonus: '50', bonusBalance: '50' },
    ]);
    for (const kind of ['advanceIn', 'advanceOut'])
      await expect(alone(kind, '0')).rejects.toMatchObject({
        refusal: { key: 'document.noLines' },
      });
    await server.call(moneyDocuments.remove, { id: taken.id });
    expect(await has()).toBe('0 + 30');
    expect(await shop.broken()).toEqual([]);
  });

  test('is added up in the list, over all documents and over documents of a member', async () => {
    const totals = async (search: object) => {
      const request = { search: JSON.stringify({ kind: 'advanceIn', ...search }) };
      const reply = await server.request('GET', documentTables.advanceIn.path, request);
      return reply.json<{ data: { totals: Record<string, string> } }>().data.totals;
    };
    const before = decimal((await totals({}))['bonus'] ?? '0');
    await paysIn('500', '50');
    const { id } = await paysIn('100', '7.5');
    expect(await totals({ organId: member })).toMatchObject({ bonus: '57.5', totalAmount: '600' });
    expect((await totals({}))['bonus']).toBe(toPlainDecimal(before.plus('57.5')));
    await server.call(moneyDocuments.remove, { id });
    expect((await totals({}))['bonus']).toBe(toPlainDecimal(before.plus(50)));
  });

  test.each([
    ['cashFirst', '100', '400 + 50', '0'],
    ['cashFirst', '520', '0 + 30', '20'],
    ['proRata', '100', '409.09 + 40.91', '9.09'],
    ['proRata', '550', '0 + 0', '50'],
  ])('used %s for a bill of %s leaves the balance %s', async (order, price, left, bonus) => {
    await shop.set({ bonus_use: order });
    await paysIn('500', '50');
    const { id } = await buys(price);
    expect(await has()).toBe(left);
    expect(await bonusOf(id)).toBe(bonus);
  });

  test('pays together with the cash, up to the sum of both balances', async () => {
    await paysIn('100', '10');
    expect(await server.refusal(goodsDocuments.add, bill('110.01'))).toMatchObject({
      key: 'prepayment.short',
      data: { missing: '0.01', field: 'payment' },
    });
    await buys('110');
    expect(await has()).toBe('0 + 0');
  });

  test('pays the rest where an account pays a part', async () => {
    await paysIn('100', '50');
    await buys('160', { settlements: [{ accountId: shop.bank, amount: '40' }] });
    expect(await has()).toBe('0 + 30');
  });

  test('used by a bill is returned in proportion with the goods', async () => {
    await shop.set({ bonus_use: 'proRata' });
    await paysIn('500', '50');
    const { id } = await shop.goods('retailOut', [line('3', '37')], {
      partnerId: member,
      payment: 'prepaid',
      status: '1',
    });
    expect(await bonusOf(id)).toBe('10.09');
    await shop.set({ bonus_use: 'cashFirst' });
    const first = await server.call(goodsDocuments.add, goesBack(id, '1', '37'));
    expect(await bonusOf(first.id)).toBe('3.36');
    const others = await server.call(goodsDocuments.add, goesBack(id, '2', '37'));
    expect(await bonusOf(others.id)).toBe('6.73');
    expect(await has()).toBe('500 + 50');
  });

  test('is not paid out by a return: not to an account, and not across the sales of a return', async () => {
    await paysIn('10', '50');
    const one = await buys('30', { status: '1' });
    const other = await buys('20', { status: '1' });
    const refused = (more: object) =>
      server.refusal(goodsDocuments.add, goesBack(one.id, '1', '30', more));
    expect(await refused({ payment: 'now' })).toMatchObject({
      key: 'prepayment.bonusBack',
      data: { bonus: '20', field: 'payment' },
    });
    const part = { settlements: [{ accountId: shop.cash, amount: '10.01' }] };
    expect(await refused(part)).toMatchObject({ key: 'prepayment.bonusBack' });
    const both = goesBack(one.id, '1', '30');
    const lines = [...both.lines, ...goesBack(other.id, '1', '20').lines];
    expect(await server.refusal(goodsDocuments.add, { ...both, lines })).toMatchObject({
      key: 'prepayment.oneSale',
    });
    await server.call(
      goodsDocuments.add,
      goesBack(one.id, '1', '30', { settlements: [{ accountId: shop.cash, amount: '10' }] }),
    );
    expect(await has()).toBe('0 + 30');
  });

  test('is computed again when a bill is changed, and restored when the bill is deleted', async () => {
    await paysIn('100', '50');
    const { id } = await buys('120');
    expect(await has()).toBe('0 + 30');
    await server.call(goodsDocuments.update, { ...bill('90'), id, version: 1 });
    expect(await has()).toBe('10 + 50');
    await server.call(goodsDocuments.update, { ...bill('130'), id, version: 2 });
    expect(await has()).toBe('0 + 20');
    await server.call(goodsDocuments.update, { ...bill('130'), payment: 'now', id, version: 3 });
    expect(await has()).toBe('100 + 50');
    await server.call(goodsDocuments.update, { ...bill('130'), id, version: 4 });
    await server.call(goodsDocuments.remove, { id });
    expect(await has()).toBe('100 + 50');
  });

  test('under forced approval a bonus pays at approval, from the balance left by earlier bills', async () => {
    await shop.set({ force_approval: true });
    await paysIn('100', '50', { status: '1' });
    const [one, other] = [await buys('80'), await buys('60')];
    expect(await bonusOf(one.id)).toBe('0');
    await server.call(goodsDocuments.setStatus, { ids: `${one.id},${other.id}`, status: '1' });
    expect([await bonusOf(one.id), await bonusOf(other.id)]).toEqual(['0', '40']);
    expect(await has()).toBe('0 + 10');
    await server.call(goodsDocuments.setStatus, { ids: other.id, status: '0' });
    expect([await bonusOf(other.id), await has()]).toEqual(['0', '20 + 50']);
  });

  test('stays unchanged when a bill in force is approved or changed without new amounts', async () => {
    await paysIn('10', '50');
    const { id } = await buys('30');
    await paysIn('100');
    await server.call(goodsDocuments.update, {
      ...bill('30', { remark: 'A word' }),
      id,
      version: 1,
    });
    expect([await bonusOf(id), await has()]).toEqual(['20', '100 + 30']);
    await server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
    expect([await bonusOf(id), await has()]).toEqual(['20', '100 + 30']);
  });

  test('a bonus in another currency is converted at the prepayment’s rate', async () => {
    await paysIn('10', '2.5', { currency: 'EUR', exchangeRate: '8' });
    expect(await has()).toBe('80 + 20');
    expect(await shop.broken()).toEqual([]);
  });

  test('already spent can’t be taken away with its prepayment', async () => {
    const { id } = await paysIn('10', '50');
    await paysIn('40');
    await buys('60');
    await paysIn('10');
    expect(await server.refusal(moneyDocuments.remove, { id })).toMatchObject({
      key: 'prepayment.bonusShort',
      data: { missing: '10', field: 'bonus' },
    });
  });

  test('below zero is refused, and an unlinked return is refunded as cash', async () => {
    const wrong = {
      kind: 'advanceIn',
      partnerId: member,
      lines: [{ accountId: shop.cash, amount: '1' }],
      bonus: '-1',
    };
    expect(await server.refusal(moneyDocuments.add, wrong)).toMatchObject({
      status: 400,
      data: { field: 'bonus' },
    });
    await shop.goods('retailBack', [line('1', '7')], { partnerId: member, payment: 'prepaid' });
    expect(await has()).toBe('7 + 0');
  });
});

describe('the remaining balance of a member', () => {
  test('is refunded from an account, up to the paid amount; the bonus is withdrawn, or kept', async () => {
    await paysIn('500', '50');
    await buys('100');
    const cash = await shop.purse('account', shop.cash);
    expect(
      await server.refusal(moneyDocuments.add, {
        kind: 'advanceOut',
        partnerId: member,
        lines: [{ accountId: shop.cash, amount: '400.01' }],
      }),
    ).toMatchObject({ key: 'prepayment.short', data: { missing: '0.01', field: 'amount' } });
    await paysOut('100');
    expect(await has()).toBe('300 + 50');
    await paysOut('300', '50');
    expect(await has()).toBe('0 + 0');
    expect(await shop.purse('account', shop.cash)).toBe(toPlainDecimal(decimal(cash).minus(400)));
  });

  test('is never overspent by twenty concurrent refunds and purchases', async () => {
    await paysIn('100', '10');
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? paysOut('30', '3') : buys('30'))),
    );
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(lost.map((reason) => (reason instanceof Refused ? reason.refusal.key : reason))).toEqual(
      lost.map(() => expect.stringMatching(/^prepayment\.(short|bonusShort)$/)),
    );
    expect(ends.length - lost.length).toBe(3);
    for (const purse of ['prepaid', 'bonus']) {
      expect(decimal(await shop.purse(purse, member)).lte(0)).toBe(true);
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('pays the number of twenty concurrent bills covered by cash and bonus, in any order', async () => {
    for (const order of ['cashFirst', 'proRata']) {
      await shop.set({ bonus_use: order });
      member = await aMember();
      await paysIn('77', '33');
      const ends = await Promise.allSettled(Array.from({ length: 20 }, () => buys('10')));
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
      expect(await has()).toBe('0 + 0');
    }
  });
});

test('member statement and ledger show cash and bonus of each document', async () => {
  const numbers = [
    (await paysIn('500', '50')).number,
    (await buys('520')).number,
    (await paysIn('80')).number,
    (await paysOut('80', '30')).number,
  ];
  const ask = async (table: typeof memberFlowTable | typeof memberStatementTable) => {
    const search = { organId: member };
    const reply = await server.request('GET', table.path, { search, pageSize: 50 });
    return reply.json<{ data: { rows: Record<string, string>[] } }>().data.rows;
  };
  const text = (value: string | undefined) => toPlainDecimal(decimal(value ?? ''));
  expect(
    (await ask(memberFlowTable)).map(({ number, entry, amount, balance, bonus, bonusBalance }) => [
      number,
      entry,
      ...[amount, balance, bonus, bonusBalance].map(text),
    ]),
  ).toEqual([
    [numbers[3], 'payout', '-80', '0', '-30', '0'],
    [numbers[2], 'recharge', '80', '80', '0', '30'],
    [numbers[1], 'spend', '-500', '0', '-20', '30'],
    [numbers[0], 'recharge', '500', '500', '50', '50'],
  ]);
  const [row] = await ask(memberStatementTable);
  const names = [
    'paidIn',
    'spent',
    'closing',
    'bonusGiven',
    'bonusSpent',
    'bonusClosing',
    'available',
  ];
  expect(names.map((name) => text(row?.[name]))).toEqual(['500', '500', '0', '20', '20', '0', '0']);
  expect(await shop.broken()).toEqual([]);
});

// Documents in a foreign currency: linked amounts have one currency, and used amounts leave no rest in the
// ledgers.
import {
  currentSettings,
  debtTable,
  documentTables,
  goodsDocuments,
  moneyDocuments,
  updateSettings,
} from '@tradehouse/contract';
import type { GoodsDocumentInput } from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sampledRuns } from '../../../testing.ts';
import { aShopServer, asRole, lineOf } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
await shop.set({ multi_account: true });
await shop.goods('purchaseIn', [lineOf(product, '100000', '1')], {
  time: '2025-01-02T04:00:00Z',
});

/** A partner of this test alone, so that its purses begin at nothing. */
async function aPartner(type: 'customer' | 'supplier'): Promise<string> {
  const { company } = shop;
  return server.arrange(company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into partner (tenant_id, type, name)
      values (${company.tenantId}, ${type}, ${`${type} ${crypto.randomUUID()}`}) returning id`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  });
}

const euros = (exchangeRate: string) => ({ currency: 'EUR', exchangeRate });
/** Goods of that amount at 1 each, of which nothing is paid unless it is said. */
const goods = (kind: string, amount: string, more: Partial<GoodsDocumentInput>, line = {}) =>
  shop.goods(kind, [lineOf(product, amount, '1', line)], { paidNow: '0', ...more });
const approved = { status: '1' } as const;
const from = ({ id }: Saved) => ({ sourceDocumentId: id, sourceLine: 1 });
const settle = (kind: string, { id }: Saved, amount: string, more: object) =>
  shop.money(kind, [{ settledDocumentId: id, amount }], more);
const version = async ({ id }: Saved) => (await server.call(goodsDocuments.info, { id })).version;

/** Rates and parts of a hundred that is taken in three. */
const thirds = ['33.33', '33.33', '33.34'].map((part) => ['1.1', part] as const);

describe('a deposit', () => {
  const sides = [
    ['saleOrder', 'saleOut', 'customer', 'receivable'],
    ['purchaseOrder', 'purchaseIn', 'supplier', 'payable'],
  ] as const;

  describe.each(sides)('of a %s', (order, child, type, debt) => {
    // rate it was taken at, rates and amounts it was used at
    test.each<[string, readonly (readonly [string, string])[]]>([
      ['8', [['9', '100']]],
      ['8', [['7', '100']]],
      ['1', [['1.1', '100']]],
      ['1.1', [['1', '100']]],
      ['1.1', thirds],
      [
        '0.123457',
        [
          ['0.2', '0.01'],
          ['7.5', '49.99'],
          ['0.1', '50'],
        ],
      ],
    ])('taken at %s and used by %j leaves its purse at 0', async (rate, uses) => {
      const partnerId = await aPartner(type);
      const own = { partnerId, ...approved };
      const taken = await goods(order, '100', { ...own, ...euros(rate), paidNow: '100' });
      for (const [now, amount] of uses) {
        await goods(child, amount, { ...own, ...euros(now), depositUsed: amount }, from(taken));
      }
      expect(await shop.purse('deposit', partnerId)).toBe('0');
      expect(await shop.purse(debt, partnerId)).toBe('0');
    });

    test('is not used in another currency, nor in the company’s own', async () => {
      const partnerId = await aPartner(type);
      const taken = await goods(order, '100', {
        partnerId,
        status: '1',
        ...euros('8'),
        paidNow: '100',
      });
      for (const currency of [{ currency: 'JPY', exchangeRate: '8' }, {}]) {
        const input = shop.input(child, [lineOf(product, '100', '1', from(taken))], {
          partnerId,
          paidNow: '0',
          depositUsed: '100',
          ...currency,
        });
        expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
          key: 'document.sourceCurrency',
          data: { number: taken.number, currency: 'EUR', field: 'currency' },
        });
      }
    });
  });

  test('is used up to the deposited amount, in its own currency', async () => {
    const taken = await goods('saleOrder', '100', { status: '1', ...euros('8'), paidNow: '60' });
    await goods('saleOut', '50', { ...euros('9'), depositUsed: '50' }, from(taken));
    const input = shop.input('saleOut', [lineOf(product, '50', '1', from(taken))], {
      ...euros('9'),
      paidNow: '0',
      depositUsed: '10.01',
    });
    expect(await server.refusal(goodsDocuments.add, input)).toMatchObject({
      key: 'deposit.exceeded',
      message: 'The deposit used exceeds what the order has left, 10.00',
      data: { left: '10', field: 'depositUsed' },
    });
  });

  test('shows its exchange difference on the bill with the deposit', async () => {
    const own = { partnerId: await aPartner('supplier'), ...approved };
    const taken = await goods('purchaseOrder', '100', { ...own, ...euros('8'), paidNow: '100' });
    const used = { ...own, ...euros('9'), depositUsed: '40' };
    const { id } = await goods('purchaseIn', '100', used, from(taken));
    // 40 at 9 less the 320 they were booked at: so much less is owed for them.
    expect(await server.call(goodsDocuments.info, { id })).toMatchObject({
      exchangeDifference: '40',
    });
  });

  test('returns to its order when the bill of the deposit is changed or deleted', async () => {
    const partnerId = await aPartner('customer');
    const terms = { partnerId, ...euros('1.1') };
    const taken = await goods('saleOrder', '100', { ...terms, status: '1', paidNow: '100' });
    const used = (amount: string) => ({ ...terms, exchangeRate: '1.3', depositUsed: amount });
    const one = await goods('saleOut', '60', used('33.33'), from(taken));
    const other = await goods('saleOut', '40', used('40'), from(taken));
    const line = lineOf(product, '60', '1', { ...from(taken), line: 1 });
    await server.call(goodsDocuments.update, {
      ...shop.input('saleOut', [line], { paidNow: '0', ...used('60') }),
      id: one.id,
      version: await version(one),
    });
    expect(await shop.purse('deposit', partnerId)).toBe('0');
    await server.call(goodsDocuments.remove, { id: other.id });
    expect(await shop.purse('deposit', partnerId)).toBe('-44');
  });

  test('paid over two accounts closes at the converted sum', async () => {
    const partnerId = await aPartner('customer');
    const taken = await shop.goods('saleOrder', [lineOf(product, '100', '1')], {
      partnerId,
      status: '1',
      ...euros('1.1'),
      paidNow: '66.66',
      settlements: [
        { accountId: shop.cash, amount: '33.33' },
        { accountId: shop.bank, amount: '33.33' },
      ],
    });
    await goods(
      'saleOut',
      '100',
      { partnerId, ...euros('1.2'), depositUsed: '66.66' },
      from(taken),
    );
    expect(await shop.purse('deposit', partnerId)).toBe('0');
  });

  test('used at any rates and in any parts, ends at 0', async () => {
    const aRate = fc
      .integer({ min: 1, max: 9_000_000 })
      .map((whole) => toPlainDecimal(decimal(whole).times('1e-6')));
    const aUse = fc.tuple(
      aRate,
      fc
        .integer({ min: 1, max: 9999 })
        .map((cents) => toPlainDecimal(decimal(cents).dividedBy(100))),
    );
    await fc.assert(
      fc.asyncProperty(
        aRate,
        fc.array(aUse, { minLength: 1, maxLength: 4 }),
        async (rate, uses) => {
          const partnerId = await aPartner('customer');
          const whole = toPlainDecimal(sum(uses.map(([, amount]) => decimal(amount))));
          const own = { partnerId, ...approved };
          const taken = await goods('saleOrder', whole, { ...own, ...euros(rate), paidNow: whole });
          for (const [now, amount] of uses)
            await goods(
              'saleOut',
              amount,
              { ...own, ...euros(now), depositUsed: amount },
              from(taken),
            );
          expect(await shop.purse('deposit', partnerId)).toBe('0');
          expect(await shop.purse('receivable', partnerId)).toBe('0');
        },
      ),
      { numRuns: sampledRuns(3, 8) },
    );
  });
});

describe('a bill', () => {
  const sides = [
    ['saleOut', 'moneyIn', 'customer', 'receivable'],
    ['purchaseIn', 'moneyOut', 'supplier', 'payable'],
    ['saleBack', 'moneyIn', 'customer', 'receivable'],
  ] as const;

  describe.each(sides)('of a %s', (bill, kind, type, debt) => {
    // what it is booked at, and the rates and parts in which it is settled
    test.each<[string, readonly (readonly [string, string])[]]>([
      ['1', [['1.1', '100']]],
      ['1.1', [['1', '100']]],
      ['1.1', thirds],
      [
        '7',
        [
          ['7.2', '60'],
          ['6.9', '40'],
        ],
      ],
    ])('at %s settled by %j leaves nothing', async (rate, parts) => {
      const partnerId = await aPartner(type);
      const own = { partnerId, ...approved };
      const owed = await goods(bill, '100', { ...own, ...euros(rate) });
      const back = bill === 'saleBack';
      // A return is taken off what another bill is paid.
      const other = back ? await goods('saleOut', '200', { ...own, ...euros(rate) }) : null;
      for (const [now, amount] of parts) {
        const lines = back
          ? [
              { settledDocumentId: owed.id, amount: `-${amount}` },
              {
                settledDocumentId: other?.id ?? '',
                amount: toPlainDecimal(decimal(amount).times(2)),
              },
            ]
          : [{ settledDocumentId: owed.id, amount }];
        await shop.money(kind, lines, { ...own, ...euros(now) });
      }
      expect(await shop.purse(debt, partnerId)).toBe('0');
    });
  });

  test('settled together with another bill leaves nothing receivable, whatever the rounding', async () => {
    const partnerId = await aPartner('customer');
    const own = { partnerId, ...approved, ...euros('1.1') };
    const bills = [await goods('saleOut', '33.33', own), await goods('saleOut', '33.33', own)];
    const lines = bills.map(({ id }) => ({ settledDocumentId: id, amount: '33.33' }));
    await shop.money('moneyIn', lines, own);
    expect(await shop.purse('receivable', partnerId)).toBe('0');
  });

  test('shows the exchange difference by line and in total, hidden without money rights', async () => {
    const partnerId = await aPartner('customer');
    const own = { partnerId, ...approved };
    const bills = [
      await goods('saleOut', '100', { ...own, ...euros('8') }),
      await goods('saleOut', '50', { ...own, ...euros('8.5') }),
    ];
    const lines = bills.map(({ id }, at) => ({
      settledDocumentId: id,
      amount: at === 0 ? '100' : '20.01',
    }));
    const { id } = await shop.money('moneyIn', lines, { ...own, ...euros('8.2') });
    // 100 at 8.2 less 800; 20.01 at 8.2 is 164.08, booked at 170.09.
    const read = (token?: string) => server.call(moneyDocuments.info, { id }, token);
    expect(await read()).toMatchObject({
      exchangeDifference: '13.99',
      lines: [{ exchangeDifference: '20' }, { exchangeDifference: '-6.01' }],
    });
    const blind = await asRole(shop, `blind ${partnerId}`, {
      pages: ['/financial/money_in'],
      hidden: ['money'],
    });
    expect(await read(blind)).toMatchObject({
      exchangeDifference: null,
      lines: [{ exchangeDifference: null }, { exchangeDifference: null }],
    });
  });

  test('is settled only in its own currency', async () => {
    const partnerId = await aPartner('customer');
    const bill = await goods('saleOut', '100', { partnerId, status: '1', ...euros('7') });
    const input = {
      kind: 'moneyIn',
      partnerId,
      accountId: shop.cash,
      lines: [{ settledDocumentId: bill.id, amount: '100' }],
    };
    expect(await server.refusal(moneyDocuments.add, input)).toMatchObject({
      key: 'document.sourceCurrency',
      data: { number: bill.number, currency: 'EUR', field: 'settledDocumentId', line: 1 },
    });
  });

  test('partly settled may be reduced to the settled amount and then leaves nothing receivable', async () => {
    const partnerId = await aPartner('customer');
    const bill = await goods('saleOut', '100', { partnerId, ...euros('0.5') });
    await settle('moneyIn', bill, '33.33', { partnerId, ...euros('0.6') });
    await settle('moneyIn', bill, '33.33', { partnerId, ...euros('0.7') });
    const change = async (amount: string) => ({
      ...shop.input('saleOut', [lineOf(product, amount, '1', { line: 1 })], {
        partnerId,
        paidNow: '0',
        ...euros('0.5'),
      }),
      id: bill.id,
      version: await version(bill),
    });
    await server.call(goodsDocuments.update, await change('70'));
    // 66.66 at 0.5 is 33.33; what was settled was booked at 16.67 and 16.66.
    await server.call(goodsDocuments.update, await change('66.66'));
    expect(await shop.purse('receivable', partnerId)).toBe('0');
  });
});

describe('an edit', () => {
  test.each([
    ['80 at 10', '80', euros('10'), '80'],
    ['70 at 10, the same in the books', '70', euros('10'), '70'],
    ['700 yen at 1', '700', { currency: 'JPY', exchangeRate: '1' }, '700'],
  ])(
    'an edit of 100 euros at 7 to %s changes the books and the document alike',
    async (_, amount, terms, paid) => {
      const partnerId = await aPartner('supplier');
      const receipt = await goods('purchaseIn', '100', {
        partnerId,
        ...euros('7'),
        paidNow: '100',
      });
      await server.call(goodsDocuments.update, {
        ...shop.input('purchaseIn', [lineOf(product, amount, '1', { line: 1 })], {
          partnerId,
          ...terms,
          paidNow: paid,
        }),
        id: receipt.id,
        version: receipt.version,
      });
      const { rows } = await shop.asOwner(({ tx, tenantId }) =>
        sql<{ currency: string; paid: string }>`
          select currency, trim_scale(sum(case from_purse when 'account' then original_amount else -original_amount end))::text as paid
          from money_entry
          where tenant_id = ${tenantId} and document_id = ${receipt.id} and 'account' in (from_purse, to_purse)
          group by 1 having sum(case from_purse when 'account' then original_amount else -original_amount end) <> 0`.execute(
          tx,
        ),
      );
      expect(rows).toEqual([{ currency: terms.currency, paid }]);
    },
  );
});

test('the parts of a payment are rounded to money', async () => {
  const part = (accountId: string, amount: string) => ({ accountId, amount });
  const input = shop.input('saleOut', [lineOf(product, '100', '1')], {
    paidNow: '100',
    settlements: [part(shop.cash, '33.334'), part(shop.bank, '66.666')],
  });
  await server.call(goodsDocuments.add, input);
  expect(
    await server.refusal(goodsDocuments.add, {
      ...input,
      settlements: [part(shop.cash, '0.004'), part(shop.bank, '99.996')],
    }),
  ).toMatchObject({ key: 'document.accountAmount', data: { field: 'settlements' } });
});

test('a prepayment in a foreign currency pays at the rate of its day', async () => {
  const partnerId = shop.member;
  const lines = [{ accountId: shop.cash, amount: '9' }];
  await shop.money('advanceIn', lines, { partnerId, status: '1', ...euros('8') });
  expect(await shop.purse('prepaid', partnerId)).toBe('-72');
  const sale = { partnerId, payment: 'prepaid' } as const;
  await shop.goods('retailOut', [lineOf(product, '9', '8')], sale);
  expect(await shop.purse('prepaid', partnerId)).toBe('0');
});

test('document kinds without foreign partners accept only the company’s own currency', async () => {
  const lines = [lineOf(product, '9', '8')];
  for (const kind of ['retailOut', 'otherIn', 'transfer'] as const)
    expect(
      await server.refusal(goodsDocuments.add, shop.input(kind, lines, euros('1.1'))),
    ).toMatchObject({ key: 'document.ownCurrency', data: { field: 'currency' } });
  const { currency } = await server.call(currentSettings, {});
  await server.call(goodsDocuments.add, shop.input('otherIn', lines, { currency }));
});

test('a retail sale stored in a foreign currency is returned in its currency only', async () => {
  const line = lineOf(product, '9', '8');
  const sale = await shop.goods('retailOut', [line], { status: '1' });
  await server.arrange(shop.company, (tx) =>
    sql`update document set currency = 'EUR'
      where tenant_id = ${shop.company.tenantId} and id = ${sale.id}`.execute(tx),
  );
  const back = shop.input('retailBack', [lineOf(product, '9', '2', from(sale))]);
  expect(
    await server.refusal(goodsDocuments.add, { ...back, ...euros('1'), currency: 'SEK' }),
  ).toMatchObject({ key: 'document.ownCurrency' });
  // Nor is anything else: goods of no sale, or of one in the company's own.
  const home = await shop.goods('retailOut', [line], { status: '1' });
  for (const other of [{}, from(home)]) {
    const lines = [...back.lines, { ...lineOf(product, '1', '2', other), warehouseId: shop.main }];
    expect(
      await server.refusal(goodsDocuments.add, { ...back, ...euros('1.2'), lines }),
    ).toMatchObject({ key: 'document.ownCurrency' });
  }
  const given = await server.call(goodsDocuments.add, { ...back, ...euros('1.2') });
  expect(await server.call(goodsDocuments.info, { id: given.id })).toMatchObject(euros('1.2'));
  expect(await shop.broken()).toEqual([]);
  await server.call(goodsDocuments.remove, { id: given.id });
});

test('a retail sale stored in a foreign currency keeps its currency and takes no prepayment', async () => {
  const body = shop.input('retailOut', [lineOf(product, '9', '8')], { partnerId: shop.member });
  const saved = await server.call(goodsDocuments.add, { ...body, status: '0' });
  await server.arrange(shop.company, (tx) =>
    sql`update document set currency = 'EUR'
      where tenant_id = ${shop.company.tenantId} and id = ${saved.id}`.execute(tx),
  );
  const again = async (more: object) => ({
    ...body,
    ...euros('1'),
    ...more,
    id: saved.id,
    version: await version(saved),
  });
  expect(
    await server.refusal(goodsDocuments.update, await again({ payment: 'prepaid' })),
  ).toMatchObject({ key: 'document.ownCurrency', data: { field: 'currency' } });
  await server.call(goodsDocuments.update, await again({ status: '0' }));
  expect(await server.call(goodsDocuments.info, { id: saved.id })).toMatchObject(euros('1'));
  await server.call(goodsDocuments.remove, { id: saved.id });
});

test('list totals in the company’s own currency are equal from daily sums and from rows', async () => {
  const partnerId = await aPartner('customer');
  const bill = await goods('saleOut', '33.33', { partnerId, ...approved, ...euros('1.1') });
  await goods('saleOut', '10', { partnerId, ...approved });
  await settle('moneyIn', bill, '11.11', { partnerId, ...euros('1.3') });
  const read = async (path: string, search: object) => {
    const reply = await server.request('GET', path, { search: JSON.stringify(search) });
    return reply.json<{
      data: { rows: Record<string, string>[]; totals: Record<string, string> };
    }>().data;
  };
  const { path } = documentTables.saleOut;
  // 33.33 and 11.11 at 1.1 are 36.66 and 12.22.
  const own = await read(path, { kind: 'saleOut', organId: partnerId });
  expect(own.totals).toMatchObject({ debt: '46.66', openDebt: '34.44', totalQuantity: '43.33' });
  const debts = await read(debtTable.path, { kind: 'moneyIn', organId: partnerId });
  expect(debts.totals).toMatchObject({ debt: '46.66', settled: '12.22', openDebt: '34.44' });
  expect(debts.rows[0]).toMatchObject({ currency: 'EUR', exchangeRate: '1.1', openDebt: '22.22' });
  const [days, rows] = await Promise.all([
    read(path, { kind: 'saleOut' }),
    read(path, { kind: 'saleOut', depotId: shop.main }),
  ]);
  expect(days.totals).toEqual(rows.totals);
});

test('trade totals convert the total of each document once, not line by line', async () => {
  const lines = [
    lineOf(product, '1', '3.35'),
    lineOf(product, '1', '3.35'),
    lineOf(product, '1', '3.35'),
  ];
  // 10.05 at 1.1 is 11.055, so 11.06; three times 3.35 at 1.1 is three times 3.69.
  await shop.goods('saleOut', lines, {
    ...euros('1.1'),
    paidNow: '0',
    time: '2025-03-04T04:00:00Z',
  });
  const { rows } = await shop.asOwner(({ tx, tenantId }) =>
    sql<{ amount: string }>`
      select trim_scale(sum(amount))::text as amount from whole_goods_trade
      where tenant_id = ${tenantId} and kind = 'saleOut' and month = '2025-03-01'`.execute(tx),
  );
  expect(rows).toEqual([{ amount: '11.06' }]);
});

test('with existing documents the company’s currency and its decimals stay', async () => {
  const { version: now, currency } = await server.call(currentSettings, {});
  const change = (fields: object) => server.refusal(updateSettings, { version: now, ...fields });
  expect(await change({ currency: 'JPY' })).toMatchObject({
    key: 'settings.currencyFixed',
    data: { field: 'currency' },
  });
  expect(await change({ currencyDigits: 0 })).toMatchObject({ data: { field: 'currencyDigits' } });
  await server.call(updateSettings, { version: now, currency, currencySymbol: '¤' });
});

test('every invariant of the books holds after all documents in foreign currency', async () => {
  expect(await shop.broken()).toEqual([]);
});

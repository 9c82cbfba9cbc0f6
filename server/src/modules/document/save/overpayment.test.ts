// Payments beyond all debts: refused, or kept for later bills by a setting.
import {
  agedBillsTable,
  customerStatementTable,
  debtTable,
  moneyDocuments,
  partners,
} from '@tradehouse/contract';
import type { MoneyDocumentInput } from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampledRuns } from '../../../testing.ts';
import { aShopServer, lineOf } from '../testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();
const stock = { time: '2025-01-02T04:00:00Z' };
await shop.goods('purchaseIn', [lineOf(product, '10000', '1')], stock);
const approved = { status: '1' } as const;

const sides = [
  ['moneyIn', 'saleOut', 'customer', 'receivable', -1, 'openingReceivable'],
  ['moneyOut', 'purchaseIn', 'supplier', 'payable', 1, 'openingPayable'],
] as const;

describe.each(sides)('an overpayment by a %s', (kind, billKind, type, purse, sign, opening) => {
  let partnerId = '';
  beforeEach(async () => {
    partnerId = (await server.call(partners.add, { type, name: crypto.randomUUID() })).id;
    await shop.set({ keep_overpayment: true });
  });
  const bill = (amount: string) =>
    shop.goods(billKind, [lineOf(product, amount, '1')], { partnerId, paidNow: '0', ...approved });
  const input = (
    lines: MoneyDocumentInput['lines'],
    more: Partial<MoneyDocumentInput> = {},
  ): MoneyDocumentInput => ({ kind, partnerId, accountId: shop.cash, ...approved, lines, ...more });
  const pay = (lines: MoneyDocumentInput['lines'], more = {}) =>
    server.call(moneyDocuments.add, input(lines, more));
  const refusal = (lines: MoneyDocumentInput['lines'], more = {}) =>
    server.refusal(moneyDocuments.add, input(lines, more));
  const beside = async () => {
    const search = JSON.stringify({ kind, organId: partnerId });
    const reply = await server.request('GET', debtTable.path, { search });
    const { rows } = reply.json<{ data: { rows: Record<string, unknown>[] } }>().data;
    return rows.filter((row) => row['opening'] === true).map((row) => row['openDebt']);
  };

  test('is refused if the company keeps no overpayments', async () => {
    await shop.set({ keep_overpayment: false });
    const { id } = await bill('100');
    expect(await refusal([{ settledDocumentId: id, amount: '100.01' }])).toMatchObject({
      key: 'settlement.over',
    });
    const more = [{ settledDocumentId: id, amount: '100' }, { amount: '0.01' }];
    expect(await refusal(more)).toMatchObject({ key: 'settlement.over', data: { line: 2 } });
  });

  test('is listed among open items and settles later bills', async () => {
    const { id } = await bill('100');
    await pay([{ settledDocumentId: id, amount: '100' }, { amount: '50' }]);
    expect(await shop.purse(purse, partnerId)).toBe(String(50 * sign));
    expect(await beside()).toEqual(['-50']);
    const later = await bill('80');
    expect(
      await refusal([{ settledDocumentId: later.id, amount: '80' }, { amount: '-50.01' }]),
    ).toMatchObject({ key: 'settlement.over', data: { left: '-50', line: 2 } });
    const used = await pay([{ settledDocumentId: later.id, amount: '80' }, { amount: '-50' }]);
    expect(await shop.purse(purse, partnerId)).toBe('0');
    expect(await beside()).toEqual([]);
    const { lines } = await server.call(moneyDocuments.info, { id: used.id });
    expect(lines.map((line) => [line.settledDebt, line.settledBefore])).toEqual([
      ['80', '0'],
      ['0', '50'],
    ]);
    const other = await bill('80');
    expect(
      await refusal([{ settledDocumentId: other.id, amount: '80' }, { amount: '-1' }]),
    ).toMatchObject({ key: 'settlement.amount', data: { line: 2 } });
  });

  test('a draft stores no overpayment yet', async () => {
    await shop.set({ force_approval: true });
    const draft = await pay([{ amount: '50' }], { status: '0' });
    expect(await beside()).toEqual([]);
    const { id } = await bill('80');
    expect(
      await refusal([{ settledDocumentId: id, amount: '80' }, { amount: '-50' }], approved),
    ).toMatchObject({ key: 'settlement.amount', data: { line: 2 } });
    await server.call(moneyDocuments.setStatus, { ids: draft.id, status: '1' });
    expect(await beside()).toEqual(['-50']);
    await pay([{ settledDocumentId: id, amount: '80' }, { amount: '-50' }]);
    expect(
      await server.refusal(moneyDocuments.setStatus, { ids: draft.id, status: '0' }),
    ).toMatchObject({ key: 'settlement.keptUsed' });
    await shop.set({ force_approval: false });
  });

  test('cannot be deleted or reduced below the used part', async () => {
    const paid = await pay([{ amount: '50' }], { status: '0' });
    const { id } = await bill('80');
    await pay([{ settledDocumentId: id, amount: '80' }, { amount: '-20' }]);
    expect(await server.refusal(moneyDocuments.remove, { id: paid.id })).toMatchObject({
      key: 'settlement.keptUsed',
    });
    const { id: own, version } = paid;
    const body = { ...input([{ amount: '19.99' }], { status: '0' }), id: own, version };
    expect(await server.refusal(moneyDocuments.update, body)).toMatchObject({
      key: 'settlement.keptUsed',
    });
  });

  test('is used only once by concurrent payments', async () => {
    await pay([{ amount: '50' }]);
    const bills = [await bill('60'), await bill('60'), await bill('60')];
    const ends = await Promise.allSettled(
      bills.map(({ id }) => pay([{ settledDocumentId: id, amount: '60' }, { amount: '-50' }])),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('exceeding an opening balance is listed as the negative rest of the balance', async () => {
    const own = await server.call(partners.add, {
      type,
      name: crypto.randomUUID(),
      [opening]: '30',
    });
    partnerId = own.id;
    await pay([{ amount: '45' }]);
    expect(await beside()).toEqual(['-15']);
  });

  describe('in another currency', () => {
    const euros = (exchangeRate: string) => ({ currency: 'EUR', exchangeRate });
    const abroad = (amount: string, rate: string) =>
      shop.goods(billKind, [lineOf(product, amount, '1')], {
        partnerId,
        paidNow: '0',
        ...approved,
        ...euros(rate),
      });
    const held = (amount: string) => String(Number(amount) * sign);

    test('is refused if the company keeps no overpayments', async () => {
      await shop.set({ keep_overpayment: false });
      const { id } = await abroad('100', '8');
      const more = [{ settledDocumentId: id, amount: '100' }, { amount: '0.01' }];
      expect(await refusal(more, euros('8'))).toMatchObject({
        key: 'document.sourceCurrency',
        data: { field: 'settledDocumentId', line: 2 },
      });
    });

    test('is booked at the rate of its day and leaves the books at the booked amount', async () => {
      const { id } = await abroad('100', '8');
      const paid = await pay(
        [{ settledDocumentId: id, amount: '100' }, { amount: '33.33' }],
        euros('9'),
      );
      // 33.33 at 9; the bill left at the 800 that it was booked at.
      expect(await shop.purse(purse, partnerId)).toBe(held('299.97'));
      expect(await server.call(moneyDocuments.info, { id: paid.id })).toMatchObject({
        exchangeDifference: sign === -1 ? '100' : '-100',
        lines: [{}, { exchangeDifference: '0' }],
      });
      expect(await beside()).toEqual(['-33.33']);
      const use = async (amount: string, kept: string, rate: string) => {
        const later = await abroad(amount, '7');
        const lines = [{ settledDocumentId: later.id, amount }, { amount: kept }];
        return pay(lines, euros(rate));
      };
      // 10 of the 33.33 that were booked at 299.97 are 90; the last part takes all that is left of them.
      const used = await use('20', '-10', '6');
      expect(await server.call(moneyDocuments.info, { id: used.id })).toMatchObject({
        lines: [
          { exchangeDifference: String(20 * sign) },
          { exchangeDifference: String(-30 * sign) },
        ],
      });
      expect(await shop.purse(purse, partnerId)).toBe(held('209.97'));
      await use('40', '-23.33', '6.5');
      expect(await beside()).toEqual([]);
      expect(await shop.purse(purse, partnerId)).toBe('0');
    });

    test('is kept per currency, apart from the opening balance', async () => {
      const own = await server.call(partners.add, {
        type,
        name: crypto.randomUUID(),
        [opening]: '30',
      });
      partnerId = own.id;
      await pay([{ amount: '10' }], euros('8'));
      await pay([{ amount: '7' }], { currency: 'JPY', exchangeRate: '0.05' });
      expect((await beside()).toSorted()).toEqual(['-10', '-7', '30']);
      const bill = await abroad('50', '8');
      const use = (amount: string, more: object) =>
        refusal([{ settledDocumentId: bill.id, amount: '50' }, { amount }], more);
      expect(await use('-10.01', euros('8'))).toMatchObject({
        key: 'settlement.over',
        data: { left: '-10', line: 2 },
      });
      await pay([{ settledDocumentId: bill.id, amount: '50' }, { amount: '-10' }], euros('8'));
      await pay([{ amount: '30' }]);
      expect(await beside()).toEqual(['-7']);
      expect(await shop.purse(purse, partnerId)).toBe(held('0.35'));
    });

    test('cannot be reduced below the used part, in amount or in booked value', async () => {
      const paid = await pay([{ amount: '50' }], { status: '0', ...euros('8') });
      const { id } = await abroad('80', '8');
      await pay([{ settledDocumentId: id, amount: '80' }, { amount: '-20' }], euros('8'));
      const change = (amount: string, rate: string) =>
        server.refusal(moneyDocuments.update, {
          ...input([{ amount }], { status: '0', ...euros(rate) }),
          id: paid.id,
          version: paid.version,
        });
      const used = { key: 'settlement.keptUsed' };
      expect(await server.refusal(moneyDocuments.remove, { id: paid.id })).toMatchObject(used);
      expect(await change('19.99', '8')).toMatchObject(used);
      // Of 20 euros nothing would be left, but 20 in the books; of 30 at 5 less than the 160 that were used.
      expect(await change('20', '9')).toMatchObject(used);
      expect(await change('30', '5')).toMatchObject(used);
    });

    test('is used only once by concurrent payments', async () => {
      await pay([{ amount: '50' }], euros('8'));
      const bills = [await abroad('60', '8'), await abroad('60', '8'), await abroad('60', '8')];
      const ends = await Promise.allSettled(
        bills.map(({ id }, at) =>
          pay([{ settledDocumentId: id, amount: '60' }, { amount: '-50' }], euros(String(7 + at))),
        ),
      );
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await beside()).toEqual([]);
      // Two bills of 480 are open still.
      expect(await shop.purse(purse, partnerId)).toBe(String(-960 * sign));
    });
  });
});

const currencies = ['EUR', 'JPY'] as const;
const anAct = fc.record({
  act: fc.constantFrom('keep', 'keep', 'use', 'use', 'giveUp'),
  currency: fc.constantFrom(...currencies),
  exchangeRate: fc.constantFrom('8', '7.13', '0.0497', '1'),
  cents: fc.integer({ min: 1, max: 9999 }),
  pick: fc.nat(9),
});
type Act = typeof anAct extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Terms = Pick<Act, 'currency'> & { readonly exchangeRate: string };

test('overpayments kept and used in two currencies at any rates leave nothing in the books', async () => {
  await shop.set({ keep_overpayment: true });
  const history = async (acts: readonly Act[]): Promise<void> => {
    const { id: partnerId } = await server.call(partners.add, {
      type: 'customer',
      name: crypto.randomUUID(),
    });
    const receipts: { readonly id: string; readonly currency: string; readonly kept: Decimal }[] =
      [];
    const kept = (currency: string) =>
      sum(receipts.filter((one) => one.currency === currency).map((one) => one.kept));
    const receive = (terms: object, lines: MoneyDocumentInput['lines']) => ({
      kind: 'moneyIn',
      partnerId,
      accountId: shop.cash,
      ...approved,
      ...terms,
      lines,
    });
    const keep = async (amount: Decimal, terms: Terms): Promise<void> => {
      const { id } = await server.call(
        moneyDocuments.add,
        receive(terms, [{ amount: toPlainDecimal(amount) }]),
      );
      receipts.push({ id, currency: terms.currency, kept: amount });
    };
    const use = async (amount: Decimal, terms: Terms): Promise<void> => {
      const bill = await shop.goods('saleOut', [lineOf(product, toPlainDecimal(amount), '1')], {
        partnerId,
        paidNow: '0',
        ...approved,
        ...terms,
      });
      const input = receive(terms, [
        { settledDocumentId: bill.id, amount: toPlainDecimal(amount) },
        { amount: toPlainDecimal(amount.negated()) },
      ]);
      if (kept(terms.currency).lt(amount)) {
        const { key } = await server.refusal(moneyDocuments.add, input);
        expect(key).toMatch(/^settlement\.(over|amount)$/);
        await server.call(
          moneyDocuments.add,
          receive(terms, [{ settledDocumentId: bill.id, amount: toPlainDecimal(amount) }]),
        );
        return;
      }
      const { id } = await server.call(moneyDocuments.add, input);
      receipts.push({ id, currency: terms.currency, kept: amount.negated() });
    };
    const giveUp = async (at: number): Promise<void> => {
      const gone = receipts[at];
      // A receipt that settled a bill with it stays, so that no bill is open at the end.
      if (gone === undefined || gone.kept.lt(0)) return;
      await server.call(moneyDocuments.setStatus, { ids: gone.id, status: '0' });
      const wentBy = server.call(moneyDocuments.remove, { id: gone.id });
      const went = await wentBy.then(
        () => true,
        () => false,
      );
      // What others used stays; and so does what would leave less in the books than they used there.
      if (went) receipts.splice(at, 1);
      else await server.call(moneyDocuments.setStatus, { ids: gone.id, status: '1' });
      expect(kept(gone.currency).gte(0)).toBe(true);
    };
    for (const { act, currency, exchangeRate, cents, pick } of acts) {
      // Yen have no cents.
      const amount = decimal(currency === 'JPY' ? Math.ceil(cents / 100) : cents / 100);
      if (act === 'keep') await keep(amount, { currency, exchangeRate });
      else if (act === 'use') await use(amount, { currency, exchangeRate });
      else await giveUp(pick % Math.max(receipts.length, 1));
    }
    for (const currency of currencies)
      if (kept(currency).gt(0)) await use(kept(currency), { currency, exchangeRate: '3.3' });
    expect(await shop.purse('receivable', partnerId)).toBe('0');
  };
  await fc.assert(fc.asyncProperty(fc.array(anAct, { minLength: 8, maxLength: 14 }), history), {
    numRuns: sampledRuns(2, 6),
  });
});

test('statement and ageing show a customer’s overpayment below zero, each currency by itself', async () => {
  const { id } = await server.call(partners.add, { type: 'customer', name: crypto.randomUUID() });
  const pay = (amount: string, more: object) =>
    server.call(moneyDocuments.add, {
      kind: 'moneyIn',
      partnerId: id,
      accountId: shop.cash,
      status: '1',
      lines: [{ amount }],
      ...more,
    });
  await pay('12', {});
  await pay('5', { currency: 'EUR', exchangeRate: '8' });
  const read = async (path: string, search: object) => {
    const reply = await server.request('GET', path, { search: JSON.stringify(search) });
    return reply.json<{ data: { rows: Record<string, unknown>[] } }>().data.rows;
  };
  expect(
    await read(customerStatementTable.path, { supplierType: 'customer', organId: id }),
  ).toMatchObject([{ closing: '-52', foreign: 'EUR -5' }]);
  const bills = await read(agedBillsTable.path, { side: 'receivable', organId: id });
  expect(
    bills.map(({ currency, original, openDebt }) => [currency, original, openDebt]).toSorted(),
  ).toEqual([
    [null, null, '-12'],
    ['EUR', '-5', '-40'],
  ]);
  expect(new Set(bills.map((bill) => bill['id']))).toHaveLength(2);
});

test('every invariant of the books holds after all overpayments', async () => {
  expect(await shop.broken()).toEqual([]);
});

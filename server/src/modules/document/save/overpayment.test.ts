// What is paid beyond all debts: refused, or kept for later where the company says so.
import { debtTable, moneyDocuments, partners, customerStatementTable } from '@tradehouse/contract';
import type { MoneyDocumentInput } from '@tradehouse/contract';
import { beforeEach, describe, expect, test } from 'vitest';
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

describe.each(sides)('by a %s', (kind, billKind, type, purse, sign, opening) => {
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

  test('it is refused where the company keeps none', async () => {
    await shop.set({ keep_overpayment: false });
    const { id } = await bill('100');
    expect(await refusal([{ settledDocumentId: id, amount: '100.01' }])).toMatchObject({
      key: 'settlement.over',
    });
    const more = [{ settledDocumentId: id, amount: '100' }, { amount: '0.01' }];
    expect(await refusal(more)).toMatchObject({ key: 'settlement.over', data: { line: 2 } });
  });

  test('it is kept, seen among what is open, and settles what comes later', async () => {
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

  test('a draft is kept by no one yet', async () => {
    await shop.set({ force_approval: true });
    const draft = await pay([{ amount: '50' }], { status: '0' });
    expect(await beside()).toEqual([]);
    await server.call(moneyDocuments.setStatus, { ids: draft.id, status: '1' });
    expect(await beside()).toEqual(['-50']);
    await shop.set({ force_approval: false });
  });

  test('what others used of it stays paid', async () => {
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

  test('of two who use it at once one does', async () => {
    await pay([{ amount: '50' }]);
    const bills = [await bill('60'), await bill('60'), await bill('60')];
    const ends = await Promise.allSettled(
      bills.map(({ id }) => pay([{ settledDocumentId: id, amount: '60' }, { amount: '-50' }])),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('behind an opening balance, in the company’s own currency alone', async () => {
    const own = await server.call(partners.add, {
      type,
      name: crypto.randomUUID(),
      [opening]: '30',
    });
    partnerId = own.id;
    await pay([{ amount: '45' }]);
    expect(await beside()).toEqual(['-15']);
    const euros = { currency: 'EUR', exchangeRate: '8' };
    expect(await refusal([{ amount: '5' }], euros)).toMatchObject({
      key: 'document.sourceCurrency',
    });
  });
});

test('a statement shows below zero what a customer paid beyond', async () => {
  const { id } = await server.call(partners.add, { type: 'customer', name: crypto.randomUUID() });
  await server.call(moneyDocuments.add, {
    kind: 'moneyIn',
    partnerId: id,
    accountId: shop.cash,
    status: '1',
    lines: [{ amount: '12' }],
  });
  const search = JSON.stringify({ supplierType: 'customer', organId: id });
  const reply = await server.request('GET', customerStatementTable.path, { search });
  const { rows } = reply.json<{ data: { rows: Record<string, unknown>[] } }>().data;
  expect(rows).toMatchObject([{ closing: '-12' }]);
});

test('after all of it every promise of the books holds', async () => {
  expect(await shop.broken()).toEqual([]);
});

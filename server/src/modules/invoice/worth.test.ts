import { goodsDocuments, invoices } from '@tradehouse/contract';
import type { InvoiceFields } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { aStockedServer } from '../document/testShop.ts';

const { server, shop, line } = await aStockedServer('100000');

let next = 0;
type Part = readonly [{ readonly id: string }, string];
const input = (parts: readonly Part[], net: string, more: Partial<InvoiceFields> = {}) => ({
  direction: 'issued' as const,
  invoiceKind: 'vat' as const,
  number: `W${(next += 1)}`,
  invoiceDate: '2026-01-15',
  partnerId: shop.customer,
  net,
  tax: '0',
  bills: parts.map(([{ id: documentId }, amount]) => ({ documentId, amount })),
  ...more,
});
const issue = (parts: readonly Part[], net: string, more: Partial<InvoiceFields> = {}) =>
  server.call(invoices.add, input(parts, net, more));
const sale = (price: string, currency: string, exchangeRate: string) =>
  shop.goods('saleOut', [line('1', price)], { currency, exchangeRate, paidNow: '0', status: '1' });
const leftOf = async ({ id }: { id: string }) =>
  (await server.call(invoices.ofBill, { id })).uninvoiced;
const totalsOf = async (currency: string, search: object = {}) =>
  (
    await server.request('GET', '/invoice/list', {
      search,
      superQueryParams: [{ field: 'currency', rule: 'eq', val: currency }],
    })
  ).json<{ data: { rows: object[]; totals: Record<string, string> } }>().data.totals;

test.each([
  ['KWD', '1.237'],
  ['JPY', '1234'],
])(
  'an invoice of the full amount of a bill in %s leaves no uninvoiced rest',
  async (currency, price) => {
    const bill = await sale(price, currency, '3');
    const { id } = await issue([[bill, price]], price);
    expect(await server.call(invoices.infoCall, { id })).toMatchObject({ currency, gross: price });
    expect(await leftOf(bill)).toBe('0');
  },
);

test.each([
  ['net', '500.25', '0', '500', { field: 'net' }],
  ['tax', '450', '50.25', '500', { field: 'tax' }],
  ['a part', '501', '0', '500.25', { field: 'bills', line: 1 }],
])(
  'an invoice with more decimals in %s than in the currency is refused',
  async (_name, net, tax, part, place) => {
    const bill = await sale('1000', 'JPY', '0.05');
    const refusal = await server.request(
      'POST',
      '/invoice/add',
      input([[bill, part]], net, { tax }),
    );
    expect(refusal.statusCode).toBe(422);
    expect(refusal.json()).toMatchObject({ data: { key: 'cell.decimals', ...place } });
    expect(await leftOf(bill)).toBe('1000');
  },
);

test('a list of invoices keeps the decimals of each bill’s currency, and refuses further decimals', async () => {
  const [dinar, yen] = [await sale('2.345', 'KWD', '3'), await sale('500', 'JPY', '0.01')];
  const row = (number: string, net: string, bill: string) => ({
    number,
    direction: 'issued' as const,
    invoiceKind: 'vat' as const,
    invoiceDate: '2026-01-20',
    partnerName: 'Cy Stores',
    net,
    tax: '0',
    billNumbers: bill,
  });
  const finer = await server.call(invoices.bring, { rows: [row('L3', '500.25', yen.number)] });
  expect(finer).toMatchObject({ added: 0, faults: [{ row: 1 }] });
  const rows = [row('L1', '2.345', dinar.number), row('L2', '500', yen.number)];
  expect(await server.call(invoices.bring, { rows })).toMatchObject({ added: 2, faults: [] });
  expect([await leftOf(dinar), await leftOf(yen)]).toEqual(['0', '0']);
});

test('a rest with more decimals than the currency, left by an older version, can be invoiced', async () => {
  const bill = await sale('8199', 'JPY', '0.05');
  const comesTo = (amount: string) =>
    server.arrange(shop.company, (tx) =>
      tx
        .updateTable('document')
        .set({ payable: amount })
        .where('tenant_id', '=', shop.company.tenantId)
        .where('id', '=', bill.id)
        .execute(),
    );
  await comesTo('8198.6');
  await issue([[bill, '8198.6']], '8198.6');
  expect(await leftOf(bill)).toBe('0');
  await comesTo('8199');
});

test('the value of an invoice over several rates sums each share at its own exchange rate', async () => {
  const [one, two] = [await sale('100', 'CHF', '7'), await sale('100', 'CHF', '8')];
  const { id, version } = await issue(
    [
      [one, '100'],
      [two, '100'],
    ],
    '180',
    { tax: '20' },
  );
  expect(await totalsOf('CHF')).toMatchObject({ net: '1350', tax: '150', gross: '1500' });
  // Half of it is covered by the bill at 7 alone.
  const change = input([[one, '100']], '200');
  await server.call(invoices.update, { ...change, id, version });
  expect(await totalsOf('CHF')).toMatchObject({ net: '1400', tax: '0', gross: '1400' });
});

test('an invoiced bill keeps the exchange rate, so invoice totals equal the bill', async () => {
  const bill = await sale('100', 'NZD', '7');
  const { id } = await issue([[bill, '100']], '100');
  await server.call(goodsDocuments.setStatus, { ids: bill.id, status: '0' });
  const change = async (exchangeRate: string) => {
    const { time, version: read } = await server.call(goodsDocuments.info, { id: bill.id });
    const terms = { currency: 'NZD', exchangeRate, time, paidNow: '0', status: '1' } as const;
    const lines = [{ ...line('1', '100'), line: 1 }];
    return { ...shop.input('saleOut', lines, terms), id: bill.id, version: read };
  };
  expect((await server.refusal(goodsDocuments.update, await change('8'))).key).toBe(
    'document.isInvoiced',
  );
  await server.call(goodsDocuments.update, await change('7'));
  expect(await totalsOf('NZD')).toMatchObject({ gross: '700' });
  await server.call(invoices.voidBatch, { ids: id, reason: 'Taken back' });
  await server.call(goodsDocuments.setStatus, { ids: bill.id, status: '0' });
  await server.call(goodsDocuments.update, await change('8'));
});

test('invoice totals equal the sum of the invoice values in the base currency, to the cent', async () => {
  for (const _ of [1, 2, 3]) {
    const bill = await sale('7.13', 'SEK', '7.123457');
    await issue([[bill, '7.13']], '6.31', { tax: '0.82' });
  }
  // Each is worth 50.79, 5.84 of it tax.
  expect(await totalsOf('SEK')).toMatchObject({ net: '134.85', tax: '17.52', gross: '152.37' });
});

test('a received invoice voided by mistake is registered again, and only once', async () => {
  const of = { direction: 'received', partnerId: shop.supplier, number: 'S-1' } as const;
  const bought = await server.call(
    goodsDocuments.add,
    shop.input('purchaseIn', [line('1', '10')], { paidNow: '0', status: '1' }),
  );
  const { id } = await issue([[bought, '10']], '10', of);
  await server.call(invoices.voidBatch, { ids: id, reason: 'By mistake' });
  const again = await issue([[bought, '10']], '10', of);
  expect(await leftOf(bought)).toBe('0');
  const taken = { key: 'invoice.numberTaken' };
  expect(await server.refusal(invoices.add, input([], '1', of))).toMatchObject(taken);
  await server.call(invoices.voidBatch, { ids: again.id, reason: 'Once more' });
  const rows = [
    {
      number: 'S-1',
      direction: 'received' as const,
      invoiceKind: 'vat' as const,
      invoiceDate: '2026-01-20',
      partnerName: 'Ada Supplies',
      net: '10',
      tax: '0',
    },
  ];
  expect(await server.call(invoices.bring, { rows })).toMatchObject({ added: 1, faults: [] });
  expect(await shop.broken()).toEqual([]);
});

test('an invoice changed without a remark keeps the remark', async () => {
  const fields = input([], '5');
  const { id, version } = await server.call(invoices.add, { ...fields, remark: 'by hand' });
  await server.call(invoices.update, { ...fields, id, version });
  expect(await server.call(invoices.infoCall, { id })).toMatchObject({ remark: 'by hand' });
});

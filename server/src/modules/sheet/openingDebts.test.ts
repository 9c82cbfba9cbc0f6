import {
  applySheet,
  debtTable,
  exchangeRates,
  moneyDocuments,
  openingDebts,
  partners,
  sheetTemplate,
  undoSheet,
} from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { aShopServer } from '../document/testShop.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

const { server, shop } = await aShopServer();
const partner = async (type: 'customer' | 'supplier', name: string, more: object = {}) =>
  (await server.call(partners.add, { type, name, ...more })).id;
const market = await partner('customer', 'Grand Market');
const dawn = await partner('supplier', 'Dawn Trading');
await partner('customer', 'Both Ways');
await partner('supplier', 'Both Ways');
await partner('customer', 'With a balance', { openingReceivable: '9' });
await server.call(exchangeRates.add, { currency: 'EUR', day: '2025-01-01', rate: '7.5' });

const rows = async () => {
  const reply = await server.request('GET', openingDebts.table.path, { pageSize: 100 });
  const { rows: found } = reply.json<{ data: { rows: Record<string, unknown>[] } }>().data;
  return found.map((row) =>
    ['partnerName', 'side', 'number', 'dueOn', 'currency', 'amount', 'worth', 'openDebt']
      .map((name) => String(row[name]))
      .join(' '),
  );
};
const heads = ['往来单位*', '应收应付', '单据编号*', '单据日期*', '到期日', '币种', '欠款金额*'];

test('opening debts are imported by bill, and can be undone', async () => {
  const first = await compared(server, 'openingDebts', [
    heads,
    ['Grand  Market', '应收', 'XS-1', '2025-03-01', '2025-04-01', null, 1200],
    ['Grand Market', null, 'XS-2', '2025/3/2', null, 'EUR', '100'],
    ['Dawn Trading', null, 'CG-1', '2025-03-03', null, 'USD', '80.5'],
  ]);
  expect(first).toMatchObject({ newRows: 3, wrongRows: 0 });
  await stepTo(server, applySheet, first, 'applied');
  const brought = [
    'Dawn Trading payable CG-1 2025-03-03 USD 80.5 80.5 80.5',
    'Grand Market receivable XS-2 2025-03-02 EUR 100 750 100',
    'Grand Market receivable XS-1 2025-04-01 USD 1200 1200 1200',
  ];
  expect(await rows()).toEqual(brought);
  expect(await shop.purse('receivable', market)).toBe('1950');
  expect(await shop.purse('payable', dawn)).toBe('-80.5');
  expect(await shop.broken()).toEqual([]);
  await stepTo(server, undoSheet, first, 'undone');
  expect(await rows()).toEqual([]);
  expect(await shop.purse('receivable', market)).toBe('0');
  expect(await shop.broken()).toEqual([]);
});

test('an import of opening debts changes existing bills, and brings undone bills again', async () => {
  const before = await compared(server, 'openingDebts', [
    heads,
    ['Grand Market', null, 'XS-1', '2025-03-01', '2025-04-01', null, 1200],
    ['Grand Market', null, 'XS-2', '2025-03-02', null, 'EUR', '100'],
  ]);
  await stepTo(server, applySheet, before, 'applied');
  const after = await compared(server, 'openingDebts', [
    ['Customer', 'Number', 'Date', 'Amount due'],
    ['Grand Market', 'XS-1', '2025-03-01', '1000'],
    ['Grand Market', 'XS-2', '2025-03-02', '100'],
  ]);
  expect(after).toMatchObject({ newRows: 0, changedRows: 1, sameRows: 1, wrongRows: 0 });
  await stepTo(server, applySheet, after, 'applied');
  expect(await shop.purse('receivable', market)).toBe('1750');
  expect(await shop.broken()).toEqual([]);
  await stepTo(server, undoSheet, after, 'undone');
  expect(await shop.purse('receivable', market)).toBe('1950');
  expect(await shop.broken()).toEqual([]);
});

test('an import of opening debts is not undone once a bill was settled', async () => {
  const brought = await compared(server, 'openingDebts', [
    ['Customer', 'Number', 'Date', 'Amount due'],
    ['Grand Market', 'XS-9', '2025-03-01', '1000'],
  ]);
  await stepTo(server, applySheet, brought, 'applied');
  const search = JSON.stringify({ organId: market, kind: 'moneyIn' });
  const reply = await server.request('GET', debtTable.path, { search });
  const debts = reply.json<{ data: { rows: { id: string; number: string }[] } }>().data.rows;
  const debt = debts.find(({ number }) => number === 'XS-9');
  await server.call(moneyDocuments.add, {
    kind: 'moneyIn',
    time: '2025-06-01T04:00:00Z',
    partnerId: market,
    accountId: shop.bank,
    lines: [{ settledDocumentId: debt?.id ?? '', amount: '1' }],
  });
  await expect(stepTo(server, undoSheet, brought, 'undone')).rejects.toThrow('XS-9');
});

test('wrong cells of opening debts are reported by cell', async () => {
  const wrong = await compared(server, 'openingDebts', [
    [...heads, '汇率'],
    ['Nobody', null, 'A-1', '2025-03-01', null, null, 5, null],
    ['Both Ways', null, 'A-2', '2025-03-01', null, null, 5, null],
    ['Dawn Trading', '应收', 'A-3', '2025-03-01', null, null, 5, null],
    ['With a balance', null, 'A-4', '2025-03-01', null, null, 5, null],
    ['Dawn Trading', null, 'A-5', '2099-03-01', null, null, 5, null],
    ['Dawn Trading', null, 'A-6', '2025-03-01', '2025-02-01', null, 5, null],
    ['Dawn Trading', null, 'A-7', '2025-03-01', null, 'JPY', 5, null],
    ['Dawn Trading', null, 'A-8', '2025-03-01', null, 'EUR', 5.001, null],
    ['Dawn Trading', null, 'A-9', '2025-03-01', null, null, 0, null],
    ['Dawn Trading', null, 'A-9', '2025-03-01', null, null, 5, null],
    ['Dawn Trading', null, 'A-10', '2025-03-01', null, null, 5, 2],
    ['Dawn Trading', null, null, 'soon', null, 'euro', 'much', null],
  ]);
  expect(await errorsOf(server, wrong)).toMatchSnapshot();
});

test('importing the filled template of opening debts changes nothing', async () => {
  const query = { sheet: 'openingDebts', filled: true };
  const reply = await server.request('GET', sheetTemplate.path, query);
  const again = await settled(
    server,
    await send(server, 'openingDebts', new Uint8Array(reply.rawPayload)),
  );
  expect(again).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 0, sameRows: 3 });
});

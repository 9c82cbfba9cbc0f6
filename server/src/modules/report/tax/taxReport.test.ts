import { invoices, taxPapersTable, taxReportTable } from '@tradehouse/contract';
import type { InvoiceFields, TableDeclaration } from '@tradehouse/contract';
import { decimal, sum, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from '../../document/testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();

type TestLine = Parameters<typeof shop.goods>[1][number];
type TextRow = Readonly<Record<string, string | null>>;
const rowsOf = async ({ path }: TableDeclaration, search: object, token?: string) =>
  (
    await server.request('GET', path, { search: JSON.stringify(search), pageSize: 200 }, token)
  ).json<{ data: { rows: TextRow[]; totals: TextRow } }>().data;
const figures = ['billedNet', 'billedTax', 'invoicedNet', 'invoicedTax', 'openNet', 'openTax'];
/** Lines of a month, each as its side and name, and its figures. */
const report = async (month: string, search: object = {}) => {
  const { rows } = await rowsOf(taxReportTable, {
    dates: [`2025-${month}-01`, `2025-${month}-28`],
    ...search,
  });
  return rows.map((row) => [
    `${row['taxSide'] ?? ''} ${row['rateName'] ?? ''}`.trim(),
    ...figures.map((name) => row[name]),
  ]);
};
const line = (quantity: string, price: string, taxRate: string): TestLine => ({
  ...lineOf(product, quantity, price),
  taxRate,
});
const on = (month: string) =>
  ({ time: `2025-${month}-10T04:00:00Z`, status: '1', paidNow: '0' }) as const;
const buy = (month: string, ...lines: TestLine[]) => shop.goods('purchaseIn', lines, on(month));
const sell = (month: string, lines: TestLine[], more: object = {}) =>
  shop.goods('saleOut', lines, { ...on(month), ...more });
let next = 0;
const invoice = (month: string, fields: Partial<InvoiceFields>) =>
  server.call(invoices.add, {
    direction: 'issued',
    invoiceKind: 'vat',
    number: `T${(next += 1)}`,
    invoiceDate: `2025-${month}-20`,
    partnerId: shop.customer,
    net: '0',
    tax: '0',
    bills: [],
    ...fields,
  });
/** Tax moved in the ledger in a month: debits less credits of a subledger account. */
const ledgerTax = async (purse: 'taxIn' | 'taxOut', month: string) =>
  shop.asOwner(async ({ tx, tenantId }) => {
    const { rows } = await sql<{ tax: string }>`
      select coalesce(sum(case when to_purse = ${purse} then amount else -amount end), 0) as tax
      from money_entry
      where tenant_id = ${tenantId} and ${purse} in (to_purse, from_purse)
        and business_date between ${`2025-${month}-01`}::date and ${`2025-${month}-28`}::date`.execute(
      tx,
    );
    return toPlainDecimal(decimal(rows[0]?.tax ?? '0'));
  });

test('bills of several rates are split by line, beside the invoices of the period', async () => {
  await buy('01', line('100', '10', '13'), line('10', '10', '9'));
  const sale = await sell('01', [
    line('10', '20', '13'),
    line('10', '10', '6'),
    line('1', '50', '0'),
  ]);
  await invoice('01', {
    net: '350',
    tax: '32',
    bills: [{ documentId: sale.id, amount: '382' }],
  });
  expect(await report('01')).toEqual([
    ['output 13%', '200', '26', '200', '26', '0', '0'],
    ['output 6%', '100', '6', '100', '6', '0', '0'],
    ['output 0%', '50', '0', '50', '0', '0', '0'],
    ['output Output, total', '350', '32', '350', '32', '0', '0'],
    ['input 13%', '1000', '130', '0', '0', '1000', '130'],
    ['input 9%', '100', '9', '0', '0', '100', '9'],
    ['input Input, total', '1100', '139', '0', '0', '1100', '139'],
    ['Output less input', '-750', '-107', '350', '32', '-1100', '-139'],
  ]);
});

test('returns are negative, and reduce the tax of the side they belong to', async () => {
  const sale = await sell('02', [line('10', '20', '13')]);
  await shop.goods('saleBack', [line('4', '20', '13')], on('02'));
  expect(sale.id).not.toBe('');
  expect((await report('02', { taxSide: 'output' }))[0]).toEqual([
    'output 13%',
    '120',
    '15.6',
    '0',
    '0',
    '120',
    '15.6',
  ]);
});

test('a foreign bill is converted once, and its rates add up to the tax of the ledger', async () => {
  await sell('03', [line('1', '10.01', '13'), line('1', '10.01', '9'), line('1', '10.01', '6')], {
    currency: 'EUR',
    exchangeRate: '7.123456',
    discount: '0.05',
    otherFees: '3.33',
  });
  await buy('03', line('3', '3.33', '13'), line('3', '3.33', '9'));
  const lines = await report('03');
  const totalOf = (name: string, at: number) =>
    toPlainDecimal(
      sum(
        lines
          .filter(([title]) => title?.startsWith(name) === true && title.endsWith('%'))
          .map((row) => decimal(row[at] ?? '0')),
      ),
    );
  expect(decimal(totalOf('output', 2)).negated().toString()).toBe(await ledgerTax('taxOut', '03'));
  expect(totalOf('input', 2)).toBe(await ledgerTax('taxIn', '03'));
  // 10.01 × 3 + tax 2.80 − 0.05 + 3.33, at 7.123456, converted as a whole.
  const gross = decimal(totalOf('output', 1)).plus(totalOf('output', 2));
  expect(toPlainDecimal(gross)).toBe('257.23');
  expect(await shop.broken()).toEqual([]);
});

test('an invoice without bills has the rate of its amounts, and void invoices do not count', async () => {
  await invoice('04', { net: '100', tax: '13' });
  await invoice('04', { net: '-10', tax: '-1.3' });
  await invoice('04', { net: '1000.5', tax: '123.4' });
  const { id } = await invoice('04', { net: '7000', tax: '910' });
  await server.call(invoices.voidBatch, { ids: id, reason: 'wrong' });
  expect(await report('04', { taxSide: 'output' })).toEqual([
    ['output 13%', '0', '0', '90', '11.7', '-90', '-11.7'],
    ['output Several or other rates', '0', '0', '1000.5', '123.4', '-1000.5', '-123.4'],
    ['output Output, total', '0', '0', '1090.5', '135.1', '-1090.5', '-135.1'],
  ]);
});

test('an invoice over a part of a bill invoices an equal part of each tax rate', async () => {
  const sale = await sell('05', [line('1', '100', '13'), line('1', '100', '3')]);
  await invoice('05', { net: '100', tax: '8', bills: [{ documentId: sale.id, amount: '108' }] });
  expect(await report('05', { taxSide: 'output' })).toEqual([
    ['output 13%', '100', '13', '50', '6.5', '50', '6.5'],
    ['output 3%', '100', '3', '50', '1.5', '50', '1.5'],
    ['output Output, total', '200', '16', '100', '8', '100', '8'],
  ]);
});

test('an invoice for goods of a single tax rate is reported under the tax rate of the invoice', async () => {
  const sale = await sell('06', [line('1', '100', '13'), line('1', '100', '3')]);
  await invoice('06', { net: '100', tax: '13', bills: [{ documentId: sale.id, amount: '113' }] });
  expect((await report('06', { taxSide: 'output' }))[0]).toEqual([
    'output 13%',
    '100',
    '13',
    '100',
    '13',
    '0',
    '0',
  ]);
});

test('months are rows of their own, and add up to the whole period', async () => {
  const dates = ['2025-01-01', '2025-06-30'];
  const whole = (await rowsOf(taxReportTable, { dates })).rows.at(-1);
  const months = (await rowsOf(taxReportTable, { dates, byMonth: true })).rows.filter(
    ({ taxLine }) => taxLine === 'due',
  );
  expect(months.map(({ period }) => period)).toEqual(
    ['01', '02', '03', '04', '05', '06'].map((month) => `2025-${month}`),
  );
  for (const name of figures)
    expect(toPlainDecimal(sum(months.map((row) => decimal(row[name] ?? '0'))))).toBe(whole?.[name]);
});

test('the papers behind a figure add up to the figure', async () => {
  const dates = ['2025-01-01', '2025-06-30'];
  const { rows } = await rowsOf(taxReportTable, { dates });
  for (const { taxLine, taxRate, taxSide, ...row } of rows.filter(
    ({ taxSide }) => taxSide !== null,
  )) {
    const rate = taxLine === 'rate' ? { taxRate } : taxLine === 'none' ? { taxRate: 'none' } : {};
    for (const [taxPapers, of] of [
      ['bills', 'billed'],
      ['invoices', 'invoiced'],
    ] as const) {
      const { totals } = await rowsOf(taxPapersTable, { dates, taxSide, taxPapers, ...rate });
      expect([totals['net'] ?? '0', totals['tax'] ?? '0']).toEqual([
        row[`${of}Net`],
        row[`${of}Tax`],
      ]);
    }
  }
});

test('papers name their document or invoice, partner and kind', async () => {
  const { rows } = await rowsOf(taxPapersTable, { dates: ['2025-06-01', '2025-06-30'] });
  expect(rows.map(({ kind, partnerName, rateName }) => [kind, partnerName, rateName])).toEqual(
    expect.arrayContaining([
      ['saleOut', 'Cy Stores', '13%'],
      ['saleOut', 'Cy Stores', '3%'],
      ['invoice', 'Cy Stores', '13%'],
    ]),
  );
});

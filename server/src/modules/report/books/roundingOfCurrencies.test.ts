// Revenue of the profit report compared with the profit and loss statement, with foreign currencies.
import { profitTable, tradeProfitTable } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from '../../document/testShop.ts';

const { server, shop } = await aShopServer();
const time = '2025-03-04T04:00:00Z';
const dates = ['2025-03-01', '2025-03-31'];
const rows = async ({ path }: TableDeclaration, search: object) =>
  (await server.request('GET', path, { search: JSON.stringify(search), pageSize: 100 })).json<{
    data: { rows: Record<string, string>[] };
  }>().data.rows;

test('the profit report’s revenue equals the profit and loss statement plus its rounding of currencies', async () => {
  const product = await shop.product();
  const at = { time, status: '1', paidNow: '0' } as const;
  await shop.goods('purchaseIn', [lineOf(product, '10', '1')], at);
  const line = { ...lineOf(product, '1', '10'), taxRate: '13' };
  await shop.goods('saleOut', [line], { ...at, currency: 'EUR', exchangeRate: '7.123456' });
  const [sale] = await rows(tradeProfitTable, { dates, level: 'document' });
  const statement = await rows(profitTable, { dates });
  const amountOf = (code: string) =>
    decimal(statement.find((row) => row['code'] === code)?.['amount'] ?? '0');
  const rounding = amountOf('5603');
  expect(toPlainDecimal(rounding.abs())).toBe('0.01');
  expect(sale?.['revenue']).toBe(toPlainDecimal(amountOf('5001').minus(rounding)));
  expect(await shop.broken()).toEqual([]);
});

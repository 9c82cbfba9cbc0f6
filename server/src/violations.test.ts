// Tests find violations by one statement for all checks; `npm run verify` evaluates each check alone.
import { verifyDatabase } from '@tradehouse/database';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from './modules/document/testShop.ts';

const { server, shop } = await aShopServer();

test('tests and verify find the same violations in damaged books', async () => {
  const product = await shop.product();
  await shop.goods('purchaseIn', [lineOf(product, '5', '3')], { status: '1' });
  await shop.goods('saleOut', [lineOf(product, '2', '7')], { status: '1' });
  expect(await server.database.violations()).toEqual([]);
  await sql`update stock_balance set quantity = quantity + 1`.execute(server.database.admin);
  await sql`update money_entry set amount = amount + 1`.execute(server.database.admin);
  const { violations } = await verifyDatabase(server.database.connections.admin);
  expect(new Set(violations.map(({ check }) => check)).size).toBeGreaterThan(1);
  const sorted = (found: readonly object[]) =>
    found.map((one) => JSON.stringify(one, Object.keys(one).toSorted())).toSorted();
  expect(sorted(await server.database.violations())).toEqual(sorted(violations));
});

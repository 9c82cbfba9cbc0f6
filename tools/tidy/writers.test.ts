import { expect, test } from 'vitest';
import { filesBelow } from './sources.ts';

/** The ledgers, and the balances that are read in their place. */
const BOOKS =
  'stock_move|money_entry|stock_balance|sku_cost|money_balance|(?:stock|sku|money|trade)_period|trade_day';
const WRITES = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?:${BOOKS})\\b|(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'(?:${BOOKS})\\b`,
);
/** A new SKU opens its row, with nothing in it. */
const OPENS_ROW =
  /insert into sku_cost \(tenant_id, sku_id\)|insertInto\('sku_cost'\)\.values\(\{ tenant_id: \w+, sku_id: \w+ \}\)/g;

const writesBooks = (text: string): boolean => text.replaceAll(OPENS_ROW, '').search(WRITES) >= 0;

test.each([
  ['sql`update stock_balance b set quantity = 0`', true],
  ['sql`insert into stock_move (tenant_id)`', true],
  ['sql`insert into sku_cost (tenant_id, sku_id, value)`', true],
  [`tx.deleteFrom('money_period')`, true],
  ['sql`insert into sku_cost (tenant_id, sku_id) select 1, 2`', false],
  [`tx.insertInto('sku_cost').values({ tenant_id: tenantId, sku_id: id })`, false],
  ['sql`select from stock_move for update`', false],
] as const)('whether %s writes the books: %s', (text, writes) => {
  expect(writesBooks(text)).toBe(writes);
});

test('nothing but posting writes a ledger or a balance', () => {
  const writers = ['server', 'tools', 'database/src/tenantFile']
    .flatMap((folder) => filesBelow(folder, ['.ts']))
    .filter(({ path }) => !/\.test\.ts$|\/test[A-Z]\w*\.ts$/.test(path))
    .filter(({ text }) => writesBooks(text))
    .map(({ path }) => path.replace(/\/[^/]+$/, ''));
  expect([...new Set(writers)]).toEqual(['server/src/modules/posting']);
});

import { rollUps } from '@tradehouse/database';
import { expect, test } from 'vitest';
import { readSourcesBelow } from './sources.ts';

/** The ledgers, and the balances that are read in their place. */
const BOOKS =
  'stock_move|money_entry|stock_balance|sku_cost|money_balance|(?:stock|sku|money|trade)_period|(?:goods|partner)_trade|document_day|unfolded_posting';
const booksWrite = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?:${BOOKS})\\b|(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'(?:${BOOKS})\\b|(?:addRows|changeRows)\\([^']*'(?:${BOOKS})'`,
);
const writesBooks = (text: string): boolean => booksWrite.test(text);

test.each([
  ['sql`update stock_balance b set quantity = 0`', true],
  ['sql`insert into stock_move (tenant_id)`', true],
  ['sql`insert into sku_cost (tenant_id, sku_id, value)`', true],
  [`tx.deleteFrom('money_period')`, true],
  ['sql`delete from unfolded_posting where id = 1`', true],
  ['sql`select from stock_move for update`', false],
] as const)('the code %s is detected as a write of the books: %s', (text, writes) => {
  expect(writesBooks(text)).toBe(writes);
});

test('nothing but posting writes a ledger or a balance', () => {
  const writers = ['server', 'tools', 'database/src/tenantFile']
    .flatMap((folder) => readSourcesBelow(folder, ['.ts']))
    .filter(({ path }) => !/\.test\.ts$|\/test[A-Z]\w*\.ts$|^tools\/crash\//.test(path))
    .filter(({ text }) => writesBooks(text))
    .map(({ path }) => path.replace(/\/[^/]+$/, ''));
  expect([...new Set(writers)]).toEqual(['server/src/modules/posting']);
});

/** What is not folded into them yet is missing in the roll-ups themselves. */
const ROLL_UPS = rollUps.map(({ table }) => table).join('|');
const readsRollUp = new RegExp(
  `\\b(?:from|join)\\s+(?:${ROLL_UPS})\\b|(?:selectFrom|\\w+Join)\\(\\s*'(?:${ROLL_UPS})\\b`,
);

test.each([
  ['sql`select sum(amount) from money_balance`', true],
  ['sql`left join stock_period p on true`', true],
  [`tx.selectFrom('document_day')`, true],
  [`query.innerJoin('partner_trade as trade', on)`, true],
  ['sql`select sum(amount) from whole_money_balance`', false],
  ['sql`insert into money_balance (tenant_id)`', false],
] as const)(
  'the code %s is detected as a roll-up read without unfolded postings: %s',
  (text, reads) => {
    expect(readsRollUp.test(text)).toBe(reads);
  },
);

test('a roll-up is read only together with its pending rows', () => {
  const readers = ['server/src', 'tools', 'database/checks', 'database/src/tenantFile']
    .flatMap((folder) => readSourcesBelow(folder, ['.ts', '.sql']))
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .filter(({ text }) => readsRollUp.test(text))
    .map(({ path }) => path);
  expect(readers).toEqual([]);
});

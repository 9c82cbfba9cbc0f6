import { rollUps } from '@tradehouse/database';
import { expect, test } from 'vitest';
import { readSourcesBelow } from './sources.ts';

/** The ledgers, and the balances that are read in their place. */
const BOOKS =
  'stock_move|money_entry|stock_balance|sku_cost|money_balance|(?:stock|sku|money|trade)_period|(?:goods|partner)_trade|document_day|unfolded_posting';
/** A product with what is kept of it; what its SKUs cost is of the books. */
const PRODUCTS = 'product|sku|barcode|safety_stock';
const PARTNERS = 'partner';
const writes = (tables: string): RegExp =>
  new RegExp(
    `\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?:${tables})\\b|(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'(?:${tables})\\b|(?:addRows|changeRows)\\([^']*'(?:${tables})'`,
  );
/** A new SKU opens its row, with nothing in it. */
const OPENS_ROW =
  /insert into sku_cost \(tenant_id, sku_id\)|insertInto\('sku_cost'\)\.values\(\{ tenant_id: \w+, sku_id: \w+ \}\)/g;

const writesBooks = (text: string): boolean =>
  text.replaceAll(OPENS_ROW, '').search(writes(BOOKS)) >= 0;

test.each([
  ['sql`update stock_balance b set quantity = 0`', true],
  ['sql`insert into stock_move (tenant_id)`', true],
  ['sql`insert into sku_cost (tenant_id, sku_id, value)`', true],
  [`tx.deleteFrom('money_period')`, true],
  ['sql`delete from unfolded_posting where id = 1`', true],
  ['sql`insert into sku_cost (tenant_id, sku_id) select 1, 2`', false],
  [`tx.insertInto('sku_cost').values({ tenant_id: tenantId, sku_id: id })`, false],
  ['sql`select from stock_move for update`', false],
] as const)('the code %s is detected as a write of the books: %s', (text, writes) => {
  expect(writesBooks(text)).toBe(writes);
});

/** The folders of what writes into tables. */
const writers = (isWriter: (text: string) => boolean): readonly string[] => [
  ...new Set(
    ['server', 'tools', 'database/src/tenantFile']
      .flatMap((folder) => readSourcesBelow(folder, ['.ts']))
      .filter(({ path }) => !/\.test\.ts$|\/test[A-Z]\w*\.ts$|^tools\/crash\//.test(path))
      .filter(({ text }) => isWriter(text))
      .map(({ path }) => path.replace(/\/[^/]+$/, '')),
  ),
];

test('nothing but posting writes a ledger or a balance', () => {
  expect(writers(writesBooks)).toEqual(['server/src/modules/posting']);
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

test('a roll-up is read only together with its unfolded postings', () => {
  const readers = ['server/src', 'tools', 'database/checks', 'database/src/tenantFile']
    .flatMap((folder) => readSourcesBelow(folder, ['.ts', '.sql']))
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .filter(({ text }) => readsRollUp.test(text))
    .map(({ path }) => path);
  expect(readers).toEqual([]);
});

test.each([
  ["sql`update barcode b set code = ''`", true],
  ["addRows(context, 'product', rows)", true],
  ['sql`update product_property set alias = 1`', false],
] as const)('the code %s is detected as a write of products: %s', (text, is) => {
  expect(writes(PRODUCTS).test(text)).toBe(is);
});

test('the catalog writes products, typed or by spreadsheet', () => {
  expect(writers((text) => writes(PRODUCTS).test(text)).toSorted()).toEqual([
    'server/src/modules/catalog',
    // What documents cost becomes the price of their barcodes, under the locks of their posting.
    'server/src/modules/document/save',
    // Another product's rows come with the rules of their own dump.
    'server/src/modules/jsherp',
  ]);
});

test('only the module of partners writes partners, typed or by spreadsheet', () => {
  expect(writers((text) => writes(PARTNERS).test(text))).toEqual(['server/src/modules/partner']);
});

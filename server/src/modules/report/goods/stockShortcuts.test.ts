// A large company's first page of the stock list is read by a shorter query, with equal rows.
import { attributes, products, stockOnHandTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rollUpPostings } from '../../posting/index.ts';
import { at, daysAgo, someBooks } from '../testBooks.ts';
import type { Books } from '../testBooks.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { TableQuery } from '../../../kernel/table/index.ts';
import {
  collectedStockRows,
  shortcutSizes,
  shortStockRows,
  walkedStockRows,
} from './stockShortcuts.ts';

const ordinarySizes = { ...shortcutSizes };

let books: Books;
beforeAll(async () => {
  Object.assign(shortcutSizes, { manySkus: 0 });
  books = await someBooks();
  const { server, shop } = books;
  const colours = ['red', 'blue'];
  const { id: colour } = await server.call(attributes.add, { name: 'Colour', values: colours });
  const addShirt = async (prefix: string) => {
    const { id } = await server.call(products.add, {
      name: `Shirt ${prefix}`,
      unitName: 'piece',
      weight: '0.25',
      attributes: [{ id: colour, values: colours }],
      barcodes: colours.map((attribute, at) => ({
        code: `${prefix}${at}`,
        unit: 'piece',
        attributes: attribute,
      })),
    });
    return { id, red: `${prefix}0`, blue: `${prefix}1` };
  };
  const buy = (barcode: string, quantity: string, price: string, days: number) =>
    shop.goods('purchaseIn', [{ barcode, quantity, unitPrice: price }], { ...at(days) });
  const sell = (barcode: string, quantity: string, days: number) =>
    shop.goods('saleOut', [{ barcode, quantity, unitPrice: '9' }], { ...at(days), paidNow: '0' });
  const addOpened = async (code: string, openingStock: string) =>
    server.call(products.add, {
      name: `Opened ${code}`,
      unitName: 'piece',
      weight: '1.5',
      barcodes: [{ code, unit: 'piece', purchasePrice: '4' }],
      stock: [{ warehouseId: shop.main, openingStock }],
    });
  // Both variants in stock; a single variant in stock; variants adding up to zero, but of some value.
  const [both, one, none] = [
    await addShirt('8100'),
    await addShirt('8200'),
    await addShirt('8000'),
  ];
  await buy(both.red, '3', '7', 40);
  await buy(both.blue, '2', '8', 40);
  await buy(one.blue, '5', '6', 40);
  await shop.set({ negative_stock: true });
  await buy(none.red, '4', '6', 40);
  await sell(none.blue, '4', 10);
  // Opening stock in full, in part, and sold out.
  await addOpened('8401', '6');
  await addOpened('8402', '10');
  await sell('8402', '3', 20);
  await addOpened('8403', '5');
  await sell('8403', '5', 20);
});
afterAll(async () => {
  Object.assign(shortcutSizes, ordinarySizes);
  await books.server.stop();
});

/** Matches every row, and asks for more than the shorter query answers. */
const inFull = JSON.stringify([{ field: 'id', rule: 'filled', val: '' }]);

/** Pages of several days, orders and places in the list, by the shorter query and in full. */
async function readBothWays() {
  const found = { pages: [] as [string, object][], inFullPages: [] as [string, object][] };
  for (const manyInStock of [0, ordinarySizes.manyInStock]) {
    Object.assign(shortcutSizes, { manyInStock });
    await readPagesInto(found);
  }
  return found;
}

async function readPagesInto({
  pages,
  inFullPages,
}: Readonly<Record<'pages' | 'inFullPages', [string, object][]>>): Promise<void> {
  for (const search of [{}, ...[0, 15, 30, 400].map((days) => ({ date: daysAgo(days) }))]) {
    for (const order of ['asc', 'desc']) {
      for (const currentPage of [1, 2, 9]) {
        const asked = { order, column: 'barcode', currentPage, pageSize: 3 };
        const name = JSON.stringify([search, asked]);
        pages.push([name, await books.report(stockOnHandTable, search, undefined, asked)]);
        const full = { ...asked, superQueryParams: inFull };
        inFullPages.push([name, await books.report(stockOnHandTable, search, undefined, full)]);
      }
    }
  }
}

test.each([
  ['is', 0],
  ['is not', 1_000],
])('the shorter query %s read by a company of few SKUs if many are %i', async (is, manySkus) => {
  Object.assign(shortcutSizes, { manySkus });
  // SAFETY: the rows need only these parts of a request.
  const query = {
    filters: {},
    header: [],
    conditions: [],
    ids: [],
    order: { column: 'barcode', direction: 'asc' },
    offset: 0,
    limit: 10,
  } as unknown as TableQuery;
  const rows = await books.shop.asOwner((context) => shortStockRows(context, query));
  expect(rows === null).toBe(is === 'is not');
  Object.assign(shortcutSizes, { manySkus: 0 });
});

test('the first pages of the stock list and their totals equal the full query', async () => {
  const { server, shop } = books;
  const { rows, totals } = await books.report(stockOnHandTable);
  expect(rows.map(({ barcode }) => barcode)).toEqual(
    expect.arrayContaining(['81000', '82000', '8401', '8402']),
  );
  expect(rows.map(({ barcode }) => barcode)).not.toEqual(expect.arrayContaining(['80000']));
  expect(totals['openingStock']).toBe('16');
  const before = await readBothWays();
  expect(before.pages).toEqual(before.inFullPages);
  while ((await rollUpPostings(server.database.app, server.company.tenantId)) > 0);
  const folded = await readBothWays();
  expect(folded.pages).toEqual(folded.inFullPages);
  expect(await shop.broken()).toEqual([]);
});

test('goods in transit are missing from the first page of the stock list', async () => {
  const { shop } = books;
  const moved = {
    barcode: '81000',
    quantity: '2',
    unitPrice: '0',
    targetWarehouseId: shop.branch,
  };
  await shop.goods('transfer', [moved], { ...at(5), travels: true, status: '1' });
  const { pages, inFullPages } = await readBothWays();
  expect(pages).toEqual(inFullPages);
});

test.each([undefined, daysAgo(0), daysAgo(15), daysAgo(400)])(
  'products in stock are equal by a walk along the barcodes and by sums of all SKUs, day %s',
  async (day) => {
    const { server } = books;
    const [walked, collected] = await server.arrange(server.company, async (tx) => {
      // SAFETY: the queries read the company and the granted warehouses only.
      const context = {
        tx,
        tenantId: server.company.tenantId,
        scope: { warehouseIds: null },
      } as unknown as Context;
      const read = async (rows: typeof walkedStockRows) =>
        (await sql<{ barcode: string }>`${rows(context, day)} order by barcode`.execute(tx)).rows;
      return [await read(walkedStockRows), await read(collectedStockRows)] as const;
    });
    expect(walked).toEqual(collected);
    expect(walked.length > 0 || day === daysAgo(400)).toBe(true);
  },
);

// Three companies move in with the exports of their former programs, by the calls of the import dialog.
import {
  addMissingRecords,
  applySheet,
  lotStockTable,
  openingDebts,
  priceLists,
  productTable,
  rememberSheetMapping,
  sheetMappings,
  stockOnHandTable,
} from '@tradehouse/contract';
import type { SheetChoices, SheetId } from '@tradehouse/contract';
import { sum, decimal, toPlainDecimal } from '@tradehouse/domain';
import type { CellValue } from 'hucre';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { csvBytes, erpNextExports, jshErpExports, odooExports } from './testProgramExports.ts';
import { errorsOf, send, settled, workbook } from './testSheets.ts';

type FileRows = readonly (readonly CellValue[])[];

interface Company {
  readonly server: TestServer;
  /** Imports the right rows of a file, and returns the wrong cells. */
  readonly moveIn: (
    sheet: SheetId,
    file: FileRows | Uint8Array,
    choices?: SheetChoices,
  ) => Promise<readonly (readonly [cell: string, message: string])[]>;
}

async function openCompany(warehouses: readonly string[], lists: readonly string[] = []) {
  const server = await aServer();
  const warehouseIds = await server.arrange(server.company, async (tx) => {
    const ids: Record<string, string> = {};
    for (const name of warehouses) {
      const { id } = await tx
        .insertInto('warehouse')
        .values({ tenant_id: server.company.tenantId, name })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids[name] = id;
    }
    return ids;
  });
  for (const name of lists) await server.call(priceLists.add, { name, base: 'none' });
  const currency = await server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ currency: string }>`
      select currency from tenant_setting where tenant_id = ${server.company.tenantId}`.execute(tx);
    return rows[0]?.currency ?? '';
  });
  const moveIn: Company['moveIn'] = async (sheet, file, choices = {}) => {
    const isText = file instanceof Uint8Array;
    const bytes = isText ? file : await workbook(file);
    const name = isText ? 'export.csv' : 'export.xlsx';
    const begun = await send(server, sheet, bytes, undefined, name, choices);
    let came = await settled(server, begun);
    if (came.state !== 'checked') throw new Error(`${came.state}: ${came.failure ?? ''}`);
    if (came.missing.length > 0) {
      await server.call(addMissingRecords, { id: came.id, addsMissing: true });
      came = await settled(server, came);
    }
    const wrong = await errorsOf(server, came);
    await server.call(applySheet, { id: came.id, withoutWrong: true });
    const end = await settled(server, came);
    if (end.state !== 'applied') throw new Error(`${end.state}: ${end.failure ?? ''}`);
    return wrong;
  };
  return { server, warehouseIds, currency, moveIn };
}

type Row = Readonly<Record<string, string>>;

async function readTable(server: TestServer, path: string, search: object = {}) {
  const reply = await server.request('GET', path, { pageSize: 100, search });
  return reply.json<{ data: { total: number; rows: readonly Row[]; totals: Row } }>().data;
}

/** Quantity and value of the stock of a warehouse. */
async function stockIn(server: TestServer, warehouseId: string | undefined): Promise<string> {
  const { totals } = await readTable(server, stockOnHandTable.path, { warehouses: [warehouseId] });
  return `${totals['stock']} worth ${totals['stockValue']}`;
}

/** Open opening debts by partner, in the company's currency. */
async function debtsByPartner(server: TestServer): Promise<Readonly<Record<string, string>>> {
  const { rows } = await readTable(server, openingDebts.table.path);
  const byPartner = Map.groupBy(rows, ({ partnerName = '', side }) => `${side} ${partnerName}`);
  return Object.fromEntries(
    [...byPartner].map(([name, own]) => [
      name,
      toPlainDecimal(sum(own.map(({ worth = '0' }) => decimal(worth)))),
    ]),
  );
}

async function pricesOf(server: TestServer, list: string): Promise<readonly string[]> {
  const { rows } = await readTable(server, priceLists.table.path);
  const { id = '' } = rows.find(({ name }) => name === list) ?? {};
  const { prices } = await server.call(priceLists.infoCall, { id });
  return (prices ?? [])
    .map(({ barcode, price, minimumQuantity }) => `${barcode} ${price} from ${minimumQuantity}`)
    .toSorted();
}

const countOf = async (server: TestServer, path: string): Promise<number> =>
  (await readTable(server, path)).total;

const partnersOf = (server: TestServer, type: 'customer' | 'supplier') =>
  readTable(server, '/supplier/list', { type });

/** Wrong cells of the row of totals below a report of open bills. */
const totalRow = ({ row, partner, number }: Readonly<Record<string, string | number>>) => [
  [`A${row}`, '“Total” is not a day, such as 2026-01-31'],
  [`${partner}${row}`, 'Is needed'],
  [`${number}${row}`, 'Is needed'],
];

test('a company moves in from ERPNext with equal figures', async () => {
  const { server, warehouseIds, currency, moveIn } = await openCompany(
    ['Stores - RT', 'Shop - RT'],
    ['Standard Selling'],
  );
  const files = erpNextExports(currency);
  expect(await moveIn('products', csvBytes(files.items))).toEqual([
    ['C3', 'Is needed'],
    ['E3', 'Is needed'],
    ['F3', 'Is needed'],
    ['G7', '“0” is none of 商品 / Goods'],
  ]);
  expect(await moveIn('customers', csvBytes(files.customers))).toEqual([]);
  expect(await moveIn('suppliers', csvBytes(files.suppliers))).toEqual([]);
  expect(await moveIn('openingStock', files.stockBalance)).toEqual([
    ['A4', 'Lot required for 6901234500024'],
    ['A5', 'Serial numbers required for 6901234500031'],
    ['A6', '“Total” does not exist'],
    ['D6', 'Is needed'],
  ]);
  expect(await moveIn('openingStock', files.batches)).toEqual([]);
  expect(await moveIn('openingStock', csvBytes(files.serials))).toEqual([['D4', 'Is needed']]);
  expect(await moveIn('openingDebts', files.receivable)).toEqual([
    ['N5', '“-15” is below 0'],
    ...totalRow({ row: 6, partner: 'F', number: 'I' }),
  ]);
  // Both days of a bill have a name of the bill's day: the user chooses.
  const columns = 'businessDate,side,,,partnerName,,,number,dueOn,,,,,,amount,,currency';
  expect(await moveIn('openingDebts', files.payable, { headingRow: 1, columns })).toEqual(
    totalRow({ row: 3, partner: 'E', number: 'H' }),
  );
  expect(await moveIn('listPrices', csvBytes(files.prices))).toEqual([]);

  expect(await countOf(server, productTable.path)).toBe(4);
  expect((await partnersOf(server, 'customer')).total).toBe(3);
  expect((await partnersOf(server, 'supplier')).total).toBe(2);
  // Flasks 120 × 35, milk 60 × 6.5.
  expect(await stockIn(server, warehouseIds['Stores - RT'])).toBe('180 worth 4590');
  // Flasks 30 × 35, phones 1750 + 1850.
  expect(await stockIn(server, warehouseIds['Shop - RT'])).toBe('32 worth 4650');
  const lots = await readTable(server, lotStockTable.path);
  expect(lots.rows.map(({ lot, expiry, stock }) => `${lot} ${expiry} ${stock}`).toSorted()).toEqual(
    ['B-101 null 40', 'B-102 null 20'],
  );
  expect(await debtsByPartner(server)).toEqual({
    'receivable Grand Market': '10500.5',
    'receivable Hill Stores': '80',
    'payable Morning Trading': '4000',
  });
  expect(await pricesOf(server, 'Standard Selling')).toEqual([
    '6901234500017 52 from 0',
    '6901234500024 9.9 from 0',
  ]);
  const { rows } = await partnersOf(server, 'customer');
  const enabled = rows.map(({ name, enabled: isEnabled }) => `${name} ${isEnabled}`).toSorted();
  expect(enabled).toEqual(['Closed Shop false', 'Grand Market true', 'Hill Stores true']);
  expect(await server.database.violations()).toEqual([]);
  await server.stop();
});

test('a company moves in from Odoo with equal figures', async () => {
  const { server, warehouseIds, currency, moveIn } = await openCompany(
    ['San Francisco', 'Chicago'],
    ['Wholesale'],
  );
  const files = odooExports(currency);
  expect(await moveIn('products', files.products)).toEqual([
    ['E5', '“Service” is none of 商品 / Goods'],
  ]);
  expect(await moveIn('customers', files.customers)).toEqual([]);
  expect(await moveIn('suppliers', files.vendors)).toEqual([]);
  expect(await moveIn('openingStock', files.quants)).toEqual([]);
  expect(await moveIn('openingDebts', files.invoices)).toEqual([
    ['E4', '“Customer Credit Note” is none of 应收 / Receivable, 应付 / Payable'],
  ]);
  expect(await moveIn('listPrices', files.priceRules)).toEqual([
    ['E4', '“Discount” is none of 固定价 / Fixed price'],
  ]);

  expect(await countOf(server, productTable.path)).toBe(4);
  expect((await partnersOf(server, 'customer')).total).toBe(2);
  expect((await partnersOf(server, 'supplier')).total).toBe(1);
  // Lamps 15 × 20, paint 20 × 4.5.
  expect(await stockIn(server, warehouseIds['San Francisco'])).toBe('35 worth 390');
  // Paint 10 × 4.5, drills 2 × 60.
  expect(await stockIn(server, warehouseIds['Chicago'])).toBe('12 worth 165');
  const lots = await readTable(server, lotStockTable.path);
  expect(lots.rows.map(({ lot, expiry, stock }) => `${lot} ${expiry} ${stock}`).toSorted()).toEqual(
    ['0000007 2027-05-01 20', '0000008 2027-08-15 10'],
  );
  expect(await debtsByPartner(server)).toEqual({
    'receivable Azure Interior': '700.25',
    'receivable Deco Addict': '99.5',
    'payable Wood Corner': '315',
  });
  expect(await pricesOf(server, 'Wholesale')).toEqual([
    '5901234123457 39.9 from 10',
    '5901234123464 11 from 0',
  ]);
  expect(await server.database.violations()).toEqual([]);
  await server.stop();
});

test('a company moves in from jshERP with equal figures, a second user without choosing columns', async () => {
  const { server, warehouseIds, moveIn } = await openCompany(['总仓', '门店仓']);
  const { products, vendors, customers, stock, customerAccount } = jshErpExports;
  expect(await moveIn('products', products)).toEqual([]);
  expect(await moveIn('suppliers', vendors)).toEqual([]);
  expect(await moveIn('customers', customers)).toEqual([]);
  expect(await stockIn(server, warehouseIds['总仓'])).toBe('100 worth 3500');
  expect(await moveIn('openingStock', stock)).toEqual([]);

  // The headings of the report name no column of customers: a user chooses once, for the company.
  const headings = customerAccount[1].join('|');
  const chosen = ['name', null, null, null, null, null, null, null, 'openingReceivable'];
  await server.call(rememberSheetMapping, { sheet: 'customers', headings, columns: chosen });
  await server.addUser({ loginName: 'second', role: 'manager' });
  const second = await server.signIn('second');
  const kept = await server.call(sheetMappings, { sheet: 'customers' }, second);
  const { columns = [] } = kept.find((one) => one.headings === headings) ?? {};
  const choices = { headingRow: 2, columns: columns.map((field) => field ?? '').join() };
  expect(await moveIn('customers', customerAccount, choices)).toEqual([]);

  expect(await countOf(server, productTable.path)).toBe(2);
  expect((await partnersOf(server, 'customer')).total).toBe(2);
  expect((await partnersOf(server, 'supplier')).total).toBe(1);
  // Flasks 80 × 36; pencils 450 × 0.6.
  expect(await stockIn(server, warehouseIds['总仓'])).toBe('80 worth 2880');
  expect(await stockIn(server, warehouseIds['门店仓'])).toBe('450 worth 270');
  const { rows } = await partnersOf(server, 'customer');
  const debts = rows.map(({ name, openingReceivable }) => `${name} ${openingReceivable}`);
  expect(debts.toSorted()).toEqual(['东门小店 80', '宏图超市 650']);
  const goods = await readTable(server, productTable.path);
  expect(goods.rows.map(({ barcode, salePrice }) => `${barcode} ${salePrice}`).toSorted()).toEqual([
    '6902000000011 52',
    '6902000000028 1',
  ]);
  expect(await server.database.violations()).toEqual([]);
  await server.stop();
});

// Columns about another page are shown only to users with access to the page.
import {
  documentTables,
  invoicePage,
  lotStockTable,
  outDetailTable,
  stockLedgerTable,
} from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { shownTable, hideCreatorColumn, hideNamesOfFixed } from './shownTable.ts';

test.each([
  ['the stock ledger', stockLedgerTable],
  ['sales', documentTables.saleOut],
])('%s shows and requests numbers of invoices only to users with the invoice page', (_, table) => {
  expect(shownTable(table, (url) => url === invoicePage)).toBe(table);
  const shown = shownTable(table, (url) => url !== invoicePage);
  const names = (of: object) => Object.keys(of);
  expect(names(shown.columns)).toEqual(
    names(table.columns).filter((name) => name !== 'invoiceNumbers'),
  );
  expect(names(shown.filters)).toEqual(
    names(table.filters).filter((name) => name !== 'invoiceNumber'),
  );
});

test('the creator column is optional where all creators are a single user', () => {
  const { creatorName, ...others } = hideCreatorColumn(documentTables.transfer).columns;
  expect(creatorName?.optional).toBe(true);
  expect(Object.keys(others)).toEqual(
    Object.keys(documentTables.transfer.columns).filter((name) => name !== 'creatorName'),
  );
});

test.each([
  ['sales of a customer', documentTables.saleOut, { organId: '5' }, 'partnerName'],
  ['money of a customer', documentTables.moneyIn, { organId: '5' }, 'partnerName'],
  ['goods issued to a customer', outDetailTable, { organId: '5' }, 'partnerName'],
  ['moves of a product', stockLedgerTable, { materialId: '5' }, 'productName'],
  ['lots of a product', lotStockTable, { productId: '5' }, 'name'],
])('%s do not repeat the name of the record in every row', (_, table, fixed, name) => {
  const hidden = (asked: Readonly<Record<string, unknown>>, nameColumn?: string) =>
    Object.entries(hideNamesOfFixed(table, asked, nameColumn).columns)
      .filter(([, column]) => column.hidden === true)
      .map(([one]) => one);
  expect(hidden({})).not.toContain(name);
  expect(hidden(fixed)).toEqual(expect.arrayContaining([name, ...hidden({})]));
  expect(hidden(fixed)).toHaveLength(hidden({}).length + 1);
  expect(hidden(fixed, name)).not.toContain(name);
});

// What a list tells of another page is for who may open that one.
import { documentTables, invoicePage, stockLedgerTable } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { shownTable, hideCreatorColumn } from './shownTable.ts';

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

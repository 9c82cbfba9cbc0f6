import { expect, test } from 'vitest';
import { weightOfColumn } from '../table.ts';
import type { TableDeclaration } from '../table.ts';
import { accountFlowTable, accountReportTable } from './accounts.ts';
import { reports } from './pages.ts';
import { customerStatementTable, supplierStatementTable } from './statements.ts';
import { stockByWarehouseTable, stockOnHandTable } from './stock.ts';
import { tradeProfitTable } from './trade.ts';

/** Columns as they stand on screen at first: `Σ` is summed. */
const columnsOf = ({ columns }: TableDeclaration): string =>
  Object.entries(columns)
    .filter(([, { hidden, optional }]) => hidden !== true && optional !== true)
    .map(([name, { sum }]) => (sum === true ? `${name}Σ` : name))
    .join(' ');

/** Filters in order: `○` stands behind "more", `=` names what it starts with. */
const filtersOf = ({ filters }: TableDeclaration): string =>
  Object.entries(filters)
    .map(([name, { first, starts }]) =>
      [first === true ? '' : '○', name, starts === undefined ? '' : `=${String(starts)}`].join(''),
    )
    .join(' ');

const statement = 'name contacts telephone phone email openingΣ newDebtΣ settledΣ closingΣ foreign';
const asked = 'organId dates=thisMonth ○hasDebt=true';

test.each<[TableDeclaration, string, string]>([
  [
    stockOnHandTable,
    'barcode name standard model color categoryName shelfPosition unit cost openingStockΣ stockΣ stockValueΣ weightΣ',
    'warehouses keyword date=today ○category ○shelfPosition ○zeroStock ○belowZero',
  ],
  [
    stockByWarehouseTable,
    'warehouseName stockΣ cost stockValueΣ',
    '○materialId ○skuId ○warehouses ○date=today',
  ],
  [
    accountReportTable,
    'name number openingAmountΣ monthAmountΣ balanceΣ',
    'name number date=today',
  ],
  [
    accountFlowTable,
    'date number kind partnerName amountΣ originalAmount originalCurrency balance remark',
    'accountId number dates=threeMonths ○kinds',
  ],
  [customerStatementTable, statement, asked],
  [supplierStatementTable, statement, asked],
])('$id shows columns and filters in the expected order', (table, columns, filters) => {
  expect(columnsOf(table)).toBe(columns);
  expect(filtersOf(table)).toBe(filters);
});

test.each(reports.map((table) => [table.id, table] as const))(
  'the columns of %s include its name and card columns',
  (_, { columns, nameColumn = 'id', facts = [] }) => {
    expect(Object.keys(columns)).toEqual(expect.arrayContaining([nameColumn, ...facts]));
  },
);

test('freight and net profit stand beside the profit, before the figures that explain revenue', () => {
  const names = columnsOf(tradeProfitTable).replaceAll('Σ', '').split(' ');
  const first = ['revenue', 'cost', 'profit', 'margin', 'freight', 'netProfit'];
  expect(names.slice(names.indexOf('revenue'), names.indexOf('netProfit') + 1)).toEqual(first);
  for (const name of ['freight', 'netProfit'] as const)
    expect(weightOfColumn(name, tradeProfitTable.columns[name])).toBe('most');
});

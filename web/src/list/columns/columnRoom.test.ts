import {
  arrangeColumns,
  documentTables,
  invoices,
  revenueReportTable,
  stockOnHandTable,
  trialBalanceMonthsTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { figureText } from '../../control/format.ts';
import { loadPhrases } from '../../phrase/index.ts';
import { textWidth } from '../../record/labels.ts';
import { shownType } from './cells.tsx';
import {
  widthRequestOfColumn,
  contentWidths,
  findEchoingColumns,
  selectColumnsWithContent,
  keepsOrder,
} from './columnRoom.ts';
import { fitColumns } from './fitted.ts';

beforeAll(() => loadPhrases('en'));

const own = { currency: 'USD', currencySymbol: '$', currencyDigits: 2 };
const widthOf = (column: TableDeclaration['columns'][string], amount: string, currency = 'EUR') => {
  const table = {
    id: 'flows',
    path: '',
    access: { page: '' },
    columns: { currency: { type: 'text', hidden: true }, amount: column },
    filters: {},
    order: { column: 'amount', direction: 'asc' },
  } as const satisfies TableDeclaration;
  const page = { rows: [{ currency, amount }], total: 1, totals: {} };
  return contentWidths<TableDeclaration>(table, page, own, {}).get('amount');
};

test('a column has room for the picture before its text, if any row has a picture', () => {
  const table = {
    id: 'goods',
    path: '',
    access: { page: '' },
    columns: {
      imageId: { type: 'id', hidden: true },
      barcode: { type: 'text', code: true, pictured: 'imageId' },
    },
    filters: {},
    order: { column: 'barcode', direction: 'asc' },
  } as const satisfies TableDeclaration;
  const barcode = '6901234500004';
  const wished = (imageId: string | null) => {
    const page = { rows: [{ imageId, barcode }], total: 1, totals: {} };
    const content = contentWidths<TableDeclaration>(table, page, own, {}).get('barcode');
    const column = { name: 'barcode', column: table.columns.barcode, visible: true };
    return widthRequestOfColumn(table, { ...column, pinned: false, dragged: null }, content, {
      names: false,
      special: true,
    });
  };
  const bare = wished(null);
  // As wide as a thumbnail with the gap behind it.
  expect(wished('5')).toMatchObject({ least: bare.least + 42, wish: bare.wish + 42 });
});

test.each([
  ['what came in, with its plus and the sign of its currency', { signed: true }, '150', '+€150.00'],
  ['what went out', { signed: true }, '-150', '-€150.00'],
  ['what has no plus', {}, '150', '€150.00'],
  ['what is in the company’s own, whatever its row is in', { own: true }, '150', '150.00'],
] as const)('a column has room for %s', (_, more, amount, said) => {
  expect(widthOf({ type: 'money', ...more }, amount)).toBeGreaterThanOrEqual(textWidth(said));
  expect(widthOf({ type: 'money', ...more }, amount)).toBeLessThanOrEqual(textWidth(said) + 4);
});

test('a change in percentage points has two decimals and no percent sign', () => {
  const points = { type: 'percent', points: true, signed: true } as const;
  const type = shownType(points);
  expect([figureText(type, '2.7', 0), figureText(type, '1.55', 0)]).toEqual(['2.70', '1.55']);
});

test.each<[string, TableDeclaration, boolean]>([
  ['months of a year', revenueReportTable, true],
  ['months side by side', trialBalanceMonthsTable, true],
  ['what has no order of its own', stockOnHandTable, false],
])('column order is fixed regardless of width: %s', (_what, table, kept) => {
  expect(keepsOrder(table, {})).toBe(kept);
  expect(keepsOrder(table, { order: [] })).toBe(true);
});

test('a year of months fits beside its sum on a screen of 1366 pixels', () => {
  const months = Array.from({ length: 12 }, (_, at) => [`m${at + 1}`, '10629.00'] as const);
  const row = { name: 'Warehouse rent', total: '119218.00', ...Object.fromEntries(months) };
  const page = { rows: [row], total: 1, totals: {} };
  const content = contentWidths<TableDeclaration>(revenueReportTable, page, own, {});
  const least = arrangeColumns(revenueReportTable, {})
    .filter(({ visible }) => visible)
    .map((one) =>
      widthRequestOfColumn(revenueReportTable, one, content.get(one.name), {
        names: one.name === 'name',
        special: false,
      }),
    )
    .reduce((sum, asked) => sum + asked.least, 0);
  expect(least).toBeLessThanOrEqual(1142);
});

test('an amount equal to its total in all rows is hidden until chosen', () => {
  const sales = documentTables.saleOut;
  const shownOf = (goodsAmount: string, shown: readonly string[] = []): readonly string[] => {
    const rows = [{ goodsAmount, totalAmount: '113.00' }];
    const totals = { goodsAmount, totalAmount: '113.00' };
    const filled = new Map(Object.keys(rows[0] ?? {}).map((name) => [name, 80]));
    const echoed = findEchoingColumns(sales, { rows, totals });
    return selectColumnsWithContent(arrangeColumns(sales, {}), filled, echoed, { shown }, []).map(
      ({ name }) => name,
    );
  };
  expect(shownOf('100.00')).toEqual(['goodsAmount', 'totalAmount']);
  expect(shownOf('113.00')).toEqual(['totalAmount']);
  expect(shownOf('113.00', ['goodsAmount'])).toEqual(['goodsAmount', 'totalAmount']);
});

test('a weight column with zeros alone counts as empty', () => {
  const widthsOf = (weight: string) =>
    contentWidths<TableDeclaration>(
      stockOnHandTable,
      { rows: [{ stock: '0', weight }], total: 1, totals: { stock: '0', weight } },
      own,
      {},
    );
  expect([...widthsOf('0.000').keys()]).toEqual(['stock']);
  expect([...widthsOf('1.5').keys()]).toEqual(['stock', 'weight']);
});

test('invoices without tax show uncut partners and documents on a screen of 1366 pixels', () => {
  const { table } = invoices;
  const row = {
    number: '40000188',
    direction: 'issued',
    invoiceKind: 'electronic',
    invoiceDate: '2026-11-27',
    partnerName: 'Tongji Kindergarten Group',
    net: '765.4',
    tax: '0',
    gross: '765.4',
    billNumbers: 'XSCK26110000123',
    invoiceStatus: '0',
  };
  const totals = { net: '89850.89', tax: '0', gross: '89850.89' };
  const page = { rows: [row], total: 1, totals };
  const content = contentWidths<TableDeclaration>(table, page, own, {});
  const requests = selectColumnsWithContent(
    arrangeColumns(table, {}).filter(({ visible }) => visible),
    content,
    findEchoingColumns(table, page),
    {},
    ['number'],
  ).map((one) =>
    widthRequestOfColumn(table, one, content.get(one.name), {
      names: one.name === 'number',
      special: one.name === 'invoiceStatus',
    }),
  );
  const widths = new Map(fitColumns(requests, 1050, false).map(({ name, width }) => [name, width]));
  for (const { name, content: wanted } of requests)
    expect(widths.get(name), name).toBeGreaterThanOrEqual(wanted);
  expect([...widths.keys()]).not.toContain('tax');
});

// Every import in the browser distinguishes numeric cells of a workbook from texts by one rule.
import { beforeAll, expect, test } from 'vitest';
import { bankHeadings, readBankRows } from '../bank/bankRows.ts';
import { readBankFile } from '../bank/bankFile.ts';
import { readGiven, workbookNumbersOf } from '../control/importDialog/importSource.ts';
import type { ImportSourceInput } from '../control/importDialog/importSource.ts';
import { enteredLines, blankEntered } from '../document/money/enteredLine.ts';
import { withSheet } from '../document/money/enteredSheet.ts';
import { gridOf } from '../document/grid/gridState.ts';
import { readLines } from '../document/lines/testLineReading.ts';
import { readOrders } from '../externalOrder/externalOrderRows.ts';
import { readRows } from '../invoice/invoiceRows.ts';
import { readBill } from '../logistics/freightBillRows.ts';
import { loadPhrases } from '../phrase/index.ts';

beforeAll(() => loadPhrases('en'));

/** A workbook whose second column has a text, then a number, then texts, below its heading. */
const inputOf = (
  headings: readonly string[],
  ...amounts: readonly string[]
): Extract<ImportSourceInput, { kind: 'sheet' }> => {
  const rows = amounts.map((amount, at) => [`700000${at}`, amount, '2026-03-05', 'Ada', '1', '0']);
  const numbers = amounts.map((_, at) => (at === 1 ? [1, 4, 5] : [4, 5]));
  const cells = { rows: [[...headings], ...rows], numbers: [[], ...numbers], is1904: false };
  const places = cells.rows.map((_, at) => at + 1);
  return { kind: 'sheet', name: 'a.xlsx', cells: { ...cells, places } };
};
const sourceOf = (headings: readonly string[], ...amounts: readonly string[]) => {
  const source = readGiven(inputOf(headings, ...amounts), {});
  const cells = source.rows.map((row) => row.cells);
  const facts = { isSheet: true, workbookNumbers: workbookNumbersOf(source.rows) };
  return { ...source, cells, facts };
};
const comma = { mark: ',' } as const;
const defaults = {
  platform: 'P',
  shop: 'S',
  partnerId: '7',
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
};

const readers: Readonly<Record<string, (...amounts: readonly string[]) => readonly unknown[]>> = {
  'bank statements': (...amounts) => {
    const paid = amounts.map((amount) => `-${amount}`);
    const { rows } = sourceOf(['Reference', 'Amount', 'Date', 'Name'], ...paid);
    const file = readBankFile('', [...rows]);
    const { above, mapping } = bankHeadings(file);
    const read = readBankRows(file, above, mapping, { isSheet: true, ...comma });
    return read?.rows.map(({ row }) => row?.amount.replace('-', '')) ?? [];
  },
  invoices: (...amounts) => {
    const titles = ['发票号码', '金额', '开票日期', '往来单位', '序号', '税额'];
    const { cells, facts } = sourceOf(titles, ...amounts);
    const read = readRows(cells, 'issued', { ...facts, ...comma, currency: 'CNY' });
    return read?.map(({ row }) => row?.net) ?? [];
  },
  'freight bills': (...amounts) => {
    const { cells, facts } = sourceOf(['运单号', '应付金额'], ...amounts);
    return readBill(cells, { ...facts, ...comma })?.lines.map(({ line }) => line?.amount) ?? [];
  },
  'external orders': (...amounts) => {
    const titles = ['订单编号', '商品单价', '下单时间', '商家编码', '购买数量'];
    const { cells, facts } = sourceOf(titles, ...amounts);
    const read = readOrders(cells, defaults, { ...facts, ...comma });
    return read?.map(({ order }) => order?.lines[0]?.price) ?? [];
  },
  'document lines': (...amounts) => {
    const titles = ['Barcode', 'Unit price', 'Production date', 'Remark', 'Quantity'];
    const codes = amounts.map((_, at) => `700000${at}`);
    const read = readLines(inputOf(titles, ...amounts), codes, ',');
    return [...(read?.values() ?? [])].map((line) => line?.['price']);
  },
};

test.each(Object.keys(readers))(
  '%s read workbook texts by the chosen decimal mark, and workbook numbers by their point',
  (name) => {
    const read = readers[name]?.('1.234', '1.234', '1.234,5', '12.5');
    expect(read).toEqual(['1234', '1.234', '1234.5', undefined]);
  },
);

test('lines of expenses read a number of a workbook by its point, and ask about a text', () => {
  const { cells, facts } = sourceOf(['Expense item', 'Amount'], '1.234', '1.235');
  const { shape } = enteredLines('itemOut', { currency: 'KWD', digits: 3 }, []);
  const grid = withSheet(gridOf([blankEntered]), shape, cells, facts);
  expect(grid?.rows.map(({ value }) => value.amount)).toEqual(['', '1.235']);
});

import { expect, test } from 'vitest';
import type { TableSource } from '../control/importDialog/importTable.ts';
import { t } from '../phrase/index.ts';
import { readRows as readRowsIn } from './invoiceRows.ts';

const readRows = (
  cells: readonly (readonly string[])[],
  direction: 'issued' | 'received',
  source: Pick<TableSource<never>, 'isSheet' | 'workbookNumbers'> & {
    readonly currency?: string;
  } = {},
) => readRowsIn(cells, direction, { currency: 'CNY', ...source });

const headings = ['发票号', '方向', '开票日期', '往来单位', '价税合计', '税额', '关联单据'];

test('a list of invoices is read by headings in either language', () => {
  const rows = readRows(
    [
      headings,
      ['F1', '取得', '2026-01-05', 'Ada', '1,130.00', '130', 'CGRK1'],
      ['F2', '', '20260106', 'Cy', '¥5', '', ''],
    ],
    'issued',
  );
  expect(rows?.map(({ place, row, problem }) => [place, row, problem])).toEqual([
    [
      2,
      {
        number: 'F1',
        direction: 'received',
        invoiceKind: 'electronic',
        invoiceDate: '2026-01-05',
        partnerName: 'Ada',
        net: '1000',
        tax: '130',
        billNumbers: 'CGRK1',
        remark: '',
      },
      null,
    ],
    [3, expect.objectContaining({ direction: 'issued', net: '5', tax: '0' }), null],
  ]);
});

test('days are shown as YYYY-MM-DD, whatever the format of the sheet', () => {
  const rows = readRows(
    [headings, ['F1', '', '46027', 'Cy', 'five'], ['F2', '', 'soon']],
    'issued',
  );
  expect(rows?.map(({ texts }) => texts.invoiceDate)).toEqual(['2026-01-05', 'soon']);
});

test.each([
  ['no number', ['', '开具', '2026-01-05', 'Cy', '5', '', '']],
  ['another direction', ['F1', 'sideways', '2026-01-05', 'Cy', '5', '', '']],
  ['no day', ['F1', '', '2026-13-05', 'Cy', '5', '', '']],
  ['no partner', ['F1', '', '2026-01-05', '', '5', '', '']],
  ['no amount', ['F1', '', '2026-01-05', 'Cy', 'five', '', '']],
  ['no tax', ['F1', '', '2026-01-05', 'Cy', '5', 'x', '']],
])('a row with %s is reported with its column', (_what, cells) => {
  const [row] = readRows([headings, cells], 'issued') ?? [];
  expect([row?.row, typeof row?.problem, typeof row?.column]).toEqual([null, 'string', 'string']);
});

test('inconsistent net, tax and gross are reported', () => {
  const titles = ['Invoice no.', 'Invoice date', 'Partner', 'Net', 'Tax', 'Gross'];
  const read = (gross: string) =>
    readRows([titles, ['F1', '2026-01-05', 'Cy', '100', '13', gross]], 'issued')?.[0]?.row ?? null;
  expect(read('113')).toMatchObject({ net: '100', tax: '13' });
  expect(read('114')).toBeNull();
});

test('a list of invoices without headings is not read', () => {
  expect(readRows([['F1', '2026-01-05', 'Cy', '100']], 'issued')).toBeNull();
});

test('a list of a tax office names both sides below its notes; the counterparty is the partner', () => {
  const list = [
    ['发票清单', '2026-11'],
    ['发票号码', '开票日期', '销方名称', '购方名称', '金额（元）', '税额（元）', '价税合计（元）'],
    ['F1', '05/03/2026', '我方', '晨光', '1.000,50', '0,5', '1001'],
    ['F2', '25/03/2026', '我方', '晨光', '9,90', '0', '9,90'],
  ];
  expect(readRows(list, 'issued')?.map(({ row }) => row)).toMatchObject([
    { partnerName: '晨光', invoiceDate: '2026-03-05', net: '1000.5', tax: '0.5' },
    { partnerName: '晨光', net: '9.9' },
  ]);
  expect(readRows(list, 'received')?.[0]?.row).toMatchObject({ partnerName: '我方' });
});

test('a number shortened by a spreadsheet, and a day or an amount with two readings, are reported', () => {
  const titles = ['发票号', '开票日期', '往来单位', '价税合计'];
  const read = (...cells: string[]) => readRows([titles, cells], 'issued')?.[0]?.row;
  expect(read('2.3E+18', '2026-01-05', 'Cy', '5')).toBeNull();
  expect(read('F1', '05/03/2026', 'Cy', '5')).toBeNull();
  expect(read('F1', '2026-01-05', 'Cy', '1,234')).toBeNull();
});

test('a workbook amount like 1.125 is a decimal, even beside a text with a decimal comma', () => {
  const rows = [
    ['发票号', '往来单位', '开票日期', '金额', '税额'],
    ['F1', 'Ada', '2026-01-05', '1.125', '0'],
    ['F2', 'Cy', '2026-01-05', '12,5', '0'],
  ];
  const source = { isSheet: true, workbookNumbers: [[], [3, 4], [4]] };
  const nets = readRows(rows, 'issued', source)?.map(({ row }) => row?.net);
  expect(nets).toEqual(['1.125', '12.5']);
});

const taxOffice = [
  '发票代码',
  '发票号码',
  '数电票号码',
  '开票日期',
  '购方名称',
  '金额',
  '税额',
  '发票状态',
];
test.each([
  [
    'an old number',
    ['044001', '12345678', '', '2026-03-05', '晨光', '60', '7.80', '正常'],
    '12345678',
  ],
  [
    'a number of a 数电票',
    ['', '', '26442000000012345678', '2026-03-05', '晨光', '60', '7.80', '正常'],
    '26442000000012345678',
  ],
  [
    'an invoice that a red one takes back',
    ['', '', '2644', '2026-03-05', '晨光', '60', '7.80', '已红冲-全额'],
    '2644',
  ],
])('the list of the tax office with %s gives net and tax', (_, cells, number) => {
  expect(readRows([taxOffice, cells], 'issued')).toMatchObject([
    { row: { number, net: '60', tax: '7.8' }, problem: null, isLeftOut: false },
  ]);
});

test('a reversed and void invoice is left out', () => {
  const cells = ['', '1', '', '2026-03-05', '晨光', '60', '7.80', '红冲后作废'];
  expect(readRows([taxOffice, cells], 'issued')).toMatchObject([{ row: null, isLeftOut: true }]);
});

test('a void invoice is left out, and an unknown state is refused', () => {
  const cells = (state: string) => ['', '1', '', '2026-03-05', '晨光', '60', '7.80', state];
  expect(readRows([taxOffice, cells('作废'), cells('神秘')], 'issued')).toMatchObject([
    { row: null, isLeftOut: true },
    { row: null, isLeftOut: false },
  ]);
});

test.each(['免税', '***', '不征税'])('the tax text %s is read as zero tax', (tax) => {
  const cells = ['', '1', '', '2026-03-05', '晨光', '60', tax, '正常'];
  expect(readRows([taxOffice, cells], 'issued')?.[0]?.row).toMatchObject({ net: '60', tax: '0' });
});

test('an amount without a column for its tax is refused', () => {
  const titles = ['Invoice no', 'Supplier', 'Date', 'Gross amount'];
  const cells = ['1', 'A', '2026-03-05', '119.00'];
  expect(readRows([titles, cells], 'received')?.[0]?.row).toBeNull();
});

test('net and gross give the tax by their difference', () => {
  const titles = ['Invoice no', 'Supplier', 'Date', 'Net amount', 'Gross amount'];
  const cells = ['1', 'A', '2026-03-05', '100', '119.00'];
  expect(readRows([titles, cells], 'received')?.[0]?.row).toMatchObject({ net: '100', tax: '19' });
});

test('an invoice in another currency than the company’s own is refused', () => {
  const titles = ['Invoice no', 'Supplier', 'Date', 'Net amount', 'Tax', 'Currency'];
  const cells = (currency: string) => ['1', 'A', '2026-03-05', '100', '0', currency];
  const rows = readRows([titles, cells('USD'), cells('RMB')], 'received');
  expect(rows?.map(({ row }) => row === null)).toEqual([true, false]);
  // RMB is a code of settings stored by earlier versions.
  const own = readRows([titles, cells('USD'), cells('CNY')], 'received', { currency: 'RMB' });
  expect(own?.map(({ row }) => row === null)).toEqual([true, false]);
  const head = ['Invoice no', 'Supplier', 'Date', 'Net amount', 'Tax'];
  const signed = readRows([head, ['1', 'A', '2026-03-05', '100', '$19']], 'received');
  expect(signed).toMatchObject([
    {
      row: null,
      column: 'tax',
      problem: t('table.otherCurrency', { text: '$19', currency: 'CNY' }),
    },
  ]);
});

test('an invoice with amounts under a heading in another currency is refused', () => {
  const head = ['Invoice no', 'Supplier', 'Date', 'Net amount (USD)', 'Tax (USD)'];
  expect(readRows([head, ['1', 'A', '2026-03-05', '100', '19']], 'received')).toMatchObject([
    { row: null, column: 'net' },
  ]);
});

test('a row wider than its headings is reported', () => {
  const head = ['Invoice no', 'Supplier', 'Date', 'Net amount', 'Tax amount'];
  const [wide] =
    readRows([head, ['1', 'A', '2026-03-05', '100', '50', '19', '10']], 'received') ?? [];
  expect([wide?.row, typeof wide?.problem]).toEqual([null, 'string']);
});

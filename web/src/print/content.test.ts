import { defaultTemplate, printPaperCodes } from '@tradehouse/contract';
import type { LineReply, PrintedDocument, PrintPaper, SettingsReply } from '@tradehouse/contract';
import { noScanRules } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { contentOfDocument } from './content.ts';
import type { PrintContent } from './content.ts';
import { differencesContent, differencesTemplate } from './differences.ts';
import { line } from './testLine.ts';

const other: LineReply = {
  ...line,
  line: 2,
  position: 2,
  productName: 'Cup',
  quantity: '1',
  amount: '20',
  tax: '0',
  total: '20',
  allocations: [],
};

const sale: PrintedDocument = {
  id: '9',
  version: 1,
  kind: 'saleOut',
  number: 'XSCK1',
  time: '2026-05-01T02:03:04.000Z',
  businessDate: '2026-05-01',
  partnerId: '1',
  partnerName: 'Tea house',
  handlerId: null,
  handlerName: '',
  salespersonIds: [],
  salespersonNames: '',
  creatorId: '1',
  creatorName: 'Ann',
  auditorName: 'Bob',
  auditedAt: '2026-05-01T02:03:04.000Z',
  createdAt: '2026-05-01T02:03:04.000Z',
  updatedAt: '2026-05-01T02:03:04.000Z',
  updaterName: 'Ann',
  status: '1',
  purchaseStatus: '0',
  closed: false,
  life: null,
  inForce: true,
  taxMode: 'exclusive',
  currency: 'CNY',
  exchangeRate: '1',
  payment: 'now',
  travels: false,
  goodsAmount: '3520',
  taxAmount: '350',
  totalAmount: '3870',
  discountRate: '0',
  discount: '70',
  afterDiscount: '3800',
  serviceRate: '0',
  serviceCharge: '0',
  services: [],
  serviceFees: '0',
  otherFees: '0',
  freight: '0',
  allocateBy: 'amount',
  payable: '3800',
  depositUsed: '0',
  bonus: '0',
  depositTaken: null,
  depositLeft: null,
  paidNow: '800',
  debt: '3000',
  settled: '0',
  openDebt: '3000',
  exchangeDifference: '0',
  received: null,
  changeGiven: null,
  totalQuantity: '4.5',
  accountId: '1',
  accountName: 'Cash',
  settlements: [],
  requiredOn: null,
  expectedOn: null,
  paymentKind: 'cycle',
  dueOn: '2026-04-09',
  institutionName: '',
  couponCode: '',
  externalOrder: '',
  externalTracking: '',
  activityId: null,
  attachments: [],
  remark: 'By noon',
  lines: [line, other],
  sourceNumbers: '',
  partnerContacts: 'Mr Li',
  partnerPhone: '',
  partnerAddress: '',
  partnerTaxNumber: '',
  partnerBank: '',
  partnerBankAccount: '',
  paymentFee: '0',
  paymentFeeRate: null,
  partnerDebt: '3000',
  partnerDebtBefore: '0',
};

const settings: SettingsReply = {
  companyName: 'Trader',
  companyContacts: '',
  companyAddress: '1 Road',
  companyPhone: '555',
  companyFax: '',
  companyPostCode: '',
  saleAgreement: 'Seven days.',
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
  currencySymbol: '¥',
  currencyDigits: 2,
  closedUntil: null,
  warehouseGrants: false,
  customerGrants: false,
  negativeStock: false,
  purchaseBySale: false,
  forceApproval: false,
  updateUnitPrice: true,
  overLink: false,
  multiAccount: true,
  auditPrint: false,
  reviewBySelf: true,
  zeroChangeAmount: false,
  customerStaticPrice: false,
  priceIncludesTax: false,
  reserveOnOrder: false,
  keepOverpayment: false,
  creditCheck: 'warn',
  bonusUse: 'cashFirst',
  landingUrl: '',
  landings: [],
  freightInProfit: false,
  landedCost: false,
  scanRules: { ...noScanRules, weightCodes: [] },
  onlyUser: false,
  hiddenAmounts: [],
  partOfBooks: false,
  version: 1,
};

const on = (
  paper: PrintPaper,
  document: PrintedDocument = sale,
  code: Parameters<typeof defaultTemplate>[0] = 'saleOut',
): PrintContent =>
  contentOfDocument(document, {
    template: defaultTemplate(code, paper),
    settings,
    language: 'en',
    printedAt: '2026-05-01T03:00:00.000Z',
  });
const fields = (items: readonly { readonly field: string }[]) => items.map(({ field }) => field);

// Contents of each paper of a taxed outbound with lots, a discount and a debt.
const sheetColumns =
  'position barcode productName standard lot expiry stockType unit quantity unitPrice amount taxRate tax total';
const rollColumns = 'productName standard lot quantity unit unitPrice amount';
const sheetSums = 'totalAmount discount payable written paidNow openDebt';
const rollSums = 'totalQuantity totalAmount discount payable paidNow openDebt';
test.each([
  [
    'a4',
    sheetColumns,
    sheetSums,
    'Trader | Address: 1 Road | Phone: 555',
    'maker auditor cashier deliverer receiver',
  ],
  [
    'a5',
    sheetColumns,
    sheetSums,
    'Trader | Address: 1 Road | Phone: 555',
    'maker auditor cashier deliverer receiver',
  ],
  ['continuous140', sheetColumns, sheetSums, 'Trader', 'maker auditor cashier deliverer receiver'],
  ['continuous93', sheetColumns, sheetSums, 'Trader', 'maker auditor cashier deliverer receiver'],
  ['receipt80', rollColumns, rollSums, 'Trader | Phone: 555', ''],
  ['receipt58', rollColumns, rollSums, 'Trader | Phone: 555', ''],
] as const)(
  'a document printed on %s has the columns, sums and signatures of the paper',
  (paper, columns, sums, company, signs) => {
    const content = on(paper);
    expect(content.title).toBe('Delivery note');
    expect(fields(content.columns).join(' ')).toBe(columns);
    expect(fields(content.sums).join(' ')).toBe(sums);
    expect(content.company.map(({ text }) => text).join(' | ')).toBe(company);
    expect(fields(content.signs).join(' ')).toBe(signs);
    expect(content.rows).toHaveLength(2);
  },
);

test('a paper on account states days of credit, and the balance due after a part payment', () => {
  const read = (more: Partial<PrintedDocument>) => {
    const { facts, sums } = on('a4', { ...sale, ...more });
    return [...facts, ...sums]
      .filter(({ field }) => ['paymentKind', 'settled', 'openDebt'].includes(field))
      .map(({ label, value }) => [label, value]);
  };
  expect(read({ time: '2026-03-10T04:00:00.000Z', settled: '1000', openDebt: '2000' })).toEqual([
    ['Payment terms', '30 days'],
    ['Paid since', '¥1,000.00'],
    ['Balance due', '¥2,000.00'],
  ]);
  expect(read({ time: '2026-03-10T04:00:00.000Z', dueOn: '2026-03-11' })[0]?.[1]).toBe('1 day');
  expect(read({ paymentKind: 'cash' })[0]).toEqual(['Payment terms', 'Cash']);
});

test('a receipt paid by a prepayment names the prepayment, and prints no change', () => {
  const till = { ...sale, kind: 'retailOut', received: '3800', changeGiven: '0' } as const;
  const paid = (payment: 'now' | 'prepaid', more: Partial<PrintedDocument> = {}) => {
    const { facts, sums } = on('receipt80', { ...till, payment, ...more }, 'retailOut');
    return [...facts, ...sums]
      .filter(({ field }) => ['payment', 'received', 'changeGiven'].includes(field))
      .map(({ value }) => value);
  };
  expect(paid('now')).toEqual(['Paid now', '¥3,800.00', '¥0.00']);
  expect(paid('prepaid')).toEqual(['Prepayment']);
  const rest = [{ accountId: '1', accountName: 'Till', amount: '16' }];
  expect(paid('prepaid', { payable: '36', settlements: rest })).toEqual([
    'Prepayment ¥20.00, Till ¥16.00',
  ]);
});

test('a receipt of a till return prints the refund, and change only of more than is due', () => {
  const back = { ...sale, kind: 'retailBack', payment: 'now', received: '3800' } as const;
  const printed = (changeGiven: string) =>
    on('receipt80', { ...back, changeGiven }, 'retailBack')
      .sums.filter(({ field }) => ['received', 'changeGiven'].includes(field))
      .map(({ label, value }) => [label, value]);
  expect(printed('0')).toEqual([['Refunded', '¥3,800.00']]);
  expect(printed('5')).toEqual([
    ['Refunded', '¥3,800.00'],
    ['Change', '¥5.00'],
  ]);
});

test('the paper tests cover every paper', () => {
  expect([...printPaperCodes]).toEqual([
    'a4',
    'a5',
    'continuous140',
    'continuous93',
    'receipt80',
    'receipt58',
  ]);
});

test('printed sums have a currency sign, and cells are plain numbers', () => {
  const { sums, rows, columns } = on('receipt80', { ...sale, currency: 'EUR' });
  const sumOf = (field: string) => sums.find((one) => one.field === field)?.value;
  expect([sumOf('payable'), sumOf('paidNow')]).toEqual(['€3,800.00', '€800.00']);
  expect(rows[0]?.cells[fields(columns).indexOf('amount')]).toBe('3,500.00');
});

test('an amount in words names its currency, unless Chinese words are in yuan', () => {
  const written = (currency: string) =>
    on('a4', { ...sale, currency }).sums.find(({ field }) => field === 'written')?.value;
  const own = written('CNY');
  expect(own).toMatch(/^CNY Three thousand eight hundred and /);
  expect(written('GBP')).toBe(own?.replace('CNY', 'GBP'));
});

test('a paper refunding a deposit names the order and its deposit', () => {
  const given = { ...line, settledNumber: 'SO1', settledDebt: '100', settledBefore: '0' };
  const { columns } = on('a4', { ...sale, kind: 'depositOut', lines: [given] }, 'depositOut');
  expect(columns.map(({ label }) => label)).toEqual([
    '#',
    'Order',
    'Deposit',
    'Used or refunded',
    'Refunded now',
  ]);
});

test('values are written in readable form: zones, separators, trimmed quantities', () => {
  const { facts, sums, rows, totals, columns, pageWord, sumOf } = on('a4');
  const factOf = (field: string) => facts.find((one) => one.field === field)?.value;
  expect([factOf('time'), factOf('warehouseName'), factOf('remark')]).toEqual([
    '2026-05-01 10:03',
    'Main',
    'By noon',
  ]);
  expect(sums.find(({ field }) => field === 'payable')?.value).toBe('¥3,800.00');
  expect(sums.find(({ field }) => field === 'written')?.wide).toBe(true);
  const cell = (row: number, field: string) => rows[row]?.cells[fields(columns).indexOf(field)];
  expect(
    ['position', 'lot', 'expiry', 'quantity', 'amount', 'tax'].map((field) => cell(0, field)),
  ).toEqual(['1', 'A, B', '2030-01-01', '3.5', '3,500.00', '350.00']);
  // No tax is no nought.
  expect(cell(1, 'tax')).toBe('');
  expect(columns.filter(({ right }) => right).map(({ field }) => field)).toEqual([
    'quantity',
    'unitPrice',
    'amount',
    'taxRate',
    'tax',
    'total',
  ]);
  const sumAt = (sum: readonly string[], field: string) => sum[fields(columns).indexOf(field)];
  expect(['quantity', 'amount', 'total', 'unitPrice'].map((field) => sumAt(totals, field))).toEqual(
    ['4.5', '3,520.00', '3,870.00', ''],
  );
  expect(sumAt(sumOf(1, 2), 'amount')).toBe('20.00');
  expect(pageWord(2, 3)).toContain('2');
});

// Each column of the lines can be printed.
test('product facts are printed where the template asks and some line has the fact', () => {
  const asked = ['outerSkuCode', 'manufacturer', 'propertyTwo', 'shelfPosition', 'color'] as const;
  const template = defaultTemplate('saleOut', 'a4');
  const columns = asked.map((field) => ({ field, label: '', width: 0 }));
  const facts = {
    outerSkuCode: 'O-1',
    maker: 'Kiln',
    propertyTwo: 'Spring',
    shelfPosition: 'A-03',
  };
  const printed = contentOfDocument(
    { ...sale, lines: [{ ...line, ...facts }] },
    {
      template: { ...template, lines: { ...template.lines, columns } },
      settings,
      language: 'en',
      printedAt: '2026-05-01T03:00:00.000Z',
    },
  );
  expect(printed.columns.map(({ label }) => label)).toEqual([
    'Platform SKU code',
    'Manufacturer',
    'Property 2',
    'Shelf position',
  ]);
  expect(printed.rows.map(({ cells }) => cells)).toEqual([['O-1', 'Kiln', 'Spring', 'A-03']]);
});

test('amounts hidden from the reader leave no column, no sum and no trace', () => {
  const hide = (one: LineReply): LineReply => ({
    ...one,
    unitPrice: null,
    amount: null,
    tax: null,
    total: null,
  });
  const hidden: PrintedDocument = {
    ...sale,
    lines: sale.lines.map(hide),
    goodsAmount: null,
    taxAmount: null,
    totalAmount: null,
    discount: null,
    afterDiscount: null,
    payable: null,
    paidNow: null,
    debt: null,
    settled: null,
    openDebt: null,
  };
  for (const paper of printPaperCodes) {
    const content = on(paper, hidden);
    for (const field of ['unitPrice', 'amount', 'tax', 'total'])
      expect(fields(content.columns)).not.toContain(field);
    expect(fields(content.sums).filter((field) => field !== 'totalQuantity')).toEqual([]);
  }
});

test('a line with a hundred serials continues in rows below on A4, and fills a single row on a roll', () => {
  const serials = Array.from({ length: 100 }, (_, at) => `SN${String(at).padStart(6, '0')}`);
  const [first] = line.allocations;
  if (first === undefined) throw new Error('the line has a lot');
  const long = { ...sale, lines: [{ ...line, allocations: [{ ...first, serials }] }] };
  const table = on('a4', long);
  expect(table.rows.length).toBeGreaterThan(1);
  expect(table.rows.filter((row) => row.line !== null)).toHaveLength(1);
  const at = fields(table.columns).indexOf('serials');
  expect(table.rows.map(({ cells }) => cells[at]).join(', ')).toBe(serials.join(', '));
  expect(on('receipt80', long).rows).toHaveLength(1);
});

test('a difference note shows sender, quantities and differences, and omits empty facts', () => {
  const cup = {
    line: 2,
    barcode: '4712',
    name: 'Cup',
    unit: 'piece',
    ordered: '1200',
    received: '200',
    arrived: '1003',
    formal: '1001',
    defective: '1',
    gift: '1',
    difference: '2',
    reason: 'sent too many',
  };
  const { facts, columns, rows, number, totals } = differencesContent(
    {
      id: '7',
      number: 'CGDD1',
      partnerName: 'Tea house',
      warehouseName: 'Main',
      time: '2026-05-01T02:03:04.000Z',
      carrier: 'By cart',
      tracking: 'T-1',
      remark: '',
      lines: [cup, { ...cup, line: 5, difference: '-1', reason: '' }],
    },
    { settings, language: 'en', printedAt: '2026-05-01T03:00:00.000Z' },
  );
  expect(number).toBe('CGDD1');
  expect(facts.map(({ value }) => value)).toEqual([
    'Tea house',
    'CGDD1',
    'Main',
    '2026-05-01 10:03',
    'By cart',
    'T-1',
  ]);
  expect(fields(columns).join(' ')).toBe(
    'position barcode productName unit ordered received arrived formal defective gift difference reason',
  );
  const figures = ['1,200', '200', '1,003', '1,001', '1', '1'];
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['1', '4712', 'Cup', 'piece', ...figures, '+2', 'sent too many'],
    ['2', '4712', 'Cup', 'piece', ...figures, '-1', ''],
  ]);
  expect(totals).toHaveLength(columns.length);
  expect(differencesTemplate().sums).toEqual([]);
});

test('printed sums name an amount once, and tax only with tax', () => {
  const labels = (more: Partial<PrintedDocument>) =>
    on('a4', { ...sale, goodsAmount: '3800', taxAmount: '0', totalAmount: '3800', ...more })
      .sums.filter(({ field }) => ['goodsAmount', 'totalAmount', 'payable'].includes(field))
      .map(({ label }) => label);
  expect(labels({ discount: '0' })).toEqual(['Amount due']);
  expect(labels({ goodsAmount: '3870', totalAmount: '3870' })).toEqual([
    'Goods amount',
    'Amount due',
  ]);
  expect(labels({ totalAmount: '3870', taxAmount: '70' })).toEqual([
    'Total with tax',
    'Amount due',
  ]);
});

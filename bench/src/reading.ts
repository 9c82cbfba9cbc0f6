import {
  cashOwnTable,
  home,
  itemsOwnTable,
  replenishmentStart,
  replenishmentTable,
  soldOwnTable,
  stockOwnTable,
} from '@tradehouse/contract';
import type { BenchCompany } from './company.ts';
import { drawNumberBelow, drawOneOf } from './draw.ts';

/** Request that users send all day, each time with new values. */
export interface BenchQuestion {
  readonly scenario: string;
  /** `planning` is no part of a mixed day. */
  readonly sort: 'list' | 'report' | 'type-ahead' | 'dashboard' | 'planning';
  ask(company: BenchCompany): ReadCall;
}

/** Read request. */
export interface ReadCall {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Offset of the companies' default time zone: eight hours ahead of London. */
const AHEAD = 8 * 3_600_000;
const daysAgo = (days: number): string =>
  new Date(Date.now() + AHEAD - days * 86_400_000).toISOString().slice(0, 10);
export const todayOfBenchCompany = (): string => daysAgo(0);
/** Initial date range of a list: the last three months. */
const rangeOfThreeMonths = (): readonly string[] => [daysAgo(91), todayOfBenchCompany()];
const rangeOfCurrentMonth = (): readonly string[] => [
  `${todayOfBenchCompany().slice(0, 8)}01`,
  todayOfBenchCompany(),
];

const makeListQuestion = (
  scenario: string,
  kind: string,
  filters: (company: BenchCompany) => Readonly<Record<string, unknown>>,
  page: Readonly<Record<string, unknown>> = {},
): BenchQuestion => ({
  scenario,
  sort: 'list',
  ask: (company) => ({
    path: kind === 'moneyIn' ? '/accountHead/list' : '/depotHead/list',
    query: {
      search: { kind, time: rangeOfThreeMonths(), ...filters(company) },
      currentPage: 1,
      pageSize: 10,
      ...page,
    },
  }),
});

const makeReportQuestion = (
  scenario: string,
  path: string,
  search: (company: BenchCompany) => Readonly<Record<string, unknown>>,
): BenchQuestion => ({
  scenario,
  sort: 'report',
  ask: (company) => ({ path, query: { search: search(company), currentPage: 1, pageSize: 10 } }),
});

/** Proposals to buy with the initial parameters. */
const makeProposalQuestion = (scenario: string, needed?: boolean): BenchQuestion => ({
  ...makeReportQuestion(scenario, replenishmentTable.path, () => ({
    ...replenishmentStart,
    ...(needed === undefined ? {} : { needed }),
  })),
  sort: 'planning',
});

const aYear = (): readonly string[] => [daysAgo(364), todayOfBenchCompany()];

/** A year of sales and retail by two, beside the year before, ranked. */
const makeCustomReportQuestion = (scenario: string, level: string, second: string): BenchQuestion =>
  makeReportQuestion(scenario, soldOwnTable.path, () => ({
    ...soldOwnTable.fixed,
    dates: aYear(),
    level,
    second,
    measure: 'amount',
    compare: 'yearBefore',
    top: '20',
  }));

/** A year of another subject. */
const ownOf = (
  scenario: string,
  { fixed, filters }: typeof stockOwnTable | typeof cashOwnTable | typeof itemsOwnTable,
  by: Readonly<Record<string, string | boolean>>,
): BenchQuestion =>
  makeReportQuestion(scenario, soldOwnTable.path, () => ({
    ...fixed,
    dates: aYear(),
    measure: filters.measure.starts[0],
    ...by,
  }));

/** Search words: of any length, Chinese, pinyin, or a barcode's beginning. */
const words: readonly (readonly [string, (company: BenchCompany) => string])[] = [
  ['one sign', () => '品'],
  ['one digit', () => String(drawNumberBelow(10))],
  ['two signs', () => '商品'],
  ['two digits', () => String(10 + drawNumberBelow(90))],
  ['pinyin', ({ productIds }) => `sp${1 + drawNumberBelow(productIds.length)}`],
  ['a name', ({ productIds }) => `商品 ${1 + drawNumberBelow(productIds.length)}`],
  ['the beginning of a barcode', ({ barcodes }) => drawOneOf(barcodes).code.slice(0, 5)],
  ['a barcode', ({ barcodes }) => drawOneOf(barcodes).code],
  ['a word that nothing has', () => '无此物'],
  ['two signs that nothing has', () => '无此'],
];

const makeTypeAheadQuestion = (
  scenario: string,
  query: (company: BenchCompany) => Readonly<Record<string, unknown>>,
): BenchQuestion => ({
  scenario,
  sort: 'type-ahead',
  ask: (company) => ({
    path: '/material/findBySelect',
    query: { depotId: drawOneOf(company.warehouseIds), page: 1, rows: 20, ...query(company) },
  }),
});

const goods: readonly BenchQuestion[] = [
  makeTypeAheadQuestion('product picker', () => ({})),
  makeTypeAheadQuestion('product picker, page 2,500', () => ({ page: 2500 })),
  ...words.map(([name, word]) =>
    makeTypeAheadQuestion(`product picker by ${name}`, (company) => ({ q: word(company) })),
  ),
  ...(
    [
      ['product list', '/material/list'],
      ['stock list', '/material/getListWithStock'],
      ['SKU list', '/material/getSkuStock'],
    ] as const
  ).flatMap(([name, path]) => [
    makeReportQuestion(name, path, () => ({})),
    ...words.map(([of, word]) =>
      makeReportQuestion(`${name} by ${of}`, path, (company) => ({ keyword: word(company) })),
    ),
  ]),
];

export const questions: readonly BenchQuestion[] = [
  ...goods,
  makeListQuestion('list purchase receipts', 'purchaseIn', () => ({})),
  makeListQuestion('list sales outbounds', 'saleOut', () => ({})),
  makeListQuestion('list sales of a customer', 'saleOut', ({ customerIds }) => ({
    organId: drawOneOf(customerIds),
  })),
  makeListQuestion('list sales by part of a number', 'saleOut', () => ({
    number: String(10 + drawNumberBelow(89)),
  })),
  makeListQuestion('list sales by four digits', 'saleOut', () => ({
    number: String(1000 + drawNumberBelow(8999)),
  })),
  makeListQuestion('list sales with a product', 'saleOut', ({ barcodes }) => ({
    materialParam: drawOneOf(barcodes).code,
  })),
  makeListQuestion('list sales with open debt', 'saleOut', () => ({ hasLastDebt: true })),
  makeListQuestion('list sales, page 100', 'saleOut', () => ({}), { currentPage: 100 }),
  makeListQuestion('list receipts of money', 'moneyIn', () => ({})),
  makeReportQuestion('stock on hand today', '/material/getListWithStock', () => ({
    date: todayOfBenchCompany(),
  })),
  makeReportQuestion('stock on hand a year ago', '/material/getListWithStock', () => ({
    date: daysAgo(365),
  })),
  makeReportQuestion(
    'stock of a product a year ago',
    '/material/getMaterialDepotStock',
    ({ productIds }) => ({
      materialId: drawOneOf(productIds),
      date: daysAgo(365),
    }),
  ),
  makeReportQuestion(
    'stock ledger, three months',
    '/depotItem/findDetailByDepotIdsAndMaterialId',
    ({ productIds }) => ({
      materialId: drawOneOf(productIds),
      dates: rangeOfThreeMonths(),
    }),
  ),
  makeReportQuestion('customer statement, month', '/depotHead/getStatementAccount', () => ({
    supplierType: 'customer',
    dates: rangeOfCurrentMonth(),
  })),
  makeReportQuestion('account flow, month', '/account/findAccountInOutList', ({ accountId }) => ({
    accountId,
    dates: rangeOfCurrentMonth(),
  })),
  makeCustomReportQuestion('custom report, a year by month and category', 'month', 'category'),
  makeCustomReportQuestion('custom report, a year by customer and month', 'customer', 'month'),
  makeCustomReportQuestion(
    'custom report, a year by product and warehouse',
    'product',
    'warehouse',
  ),
  makeCustomReportQuestion('custom report, a year by product and customer', 'product', 'customer'),
  ownOf('custom report, a year of stock by product', stockOwnTable, { level: 'product' }),
  ownOf('custom report, a year of stock with its trend', stockOwnTable, {
    level: 'product',
    trend: true,
  }),
  ownOf('custom report, a year of stock by month and warehouse', stockOwnTable, {
    level: 'month',
    second: 'warehouse',
  }),
  ownOf('custom report, a year of accounts by month', cashOwnTable, {
    level: 'account',
    second: 'month',
  }),
  ownOf('custom report, a year of payments by partner', cashOwnTable, {
    level: 'partner',
    measure: 'paid',
  }),
  ownOf('custom report, a year of items by month', itemsOwnTable, {
    level: 'item',
    second: 'month',
  }),
  makeProposalQuestion('proposals to buy', true),
  makeProposalQuestion('proposals of all goods'),
  {
    scenario: 'dashboard',
    sort: 'dashboard',
    ask: () => ({ path: home.path, query: {} }),
  },
  {
    scenario: 'dashboard, six months',
    sort: 'dashboard',
    ask: () => ({ path: '/depotItem/buyOrSalePrice', query: {} }),
  },
  {
    scenario: 'product type-ahead',
    sort: 'type-ahead',
    ask: ({ productIds, warehouseIds }) => ({
      path: '/material/findBySelect',
      query: {
        q: `sp${1 + drawNumberBelow(productIds.length)}`,
        depotId: drawOneOf(warehouseIds),
        page: 1,
        rows: 10,
      },
    }),
  },
];

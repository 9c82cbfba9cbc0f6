import {
  cashOwnTable,
  home,
  itemsOwnTable,
  soldOwnTable,
  stockOwnTable,
} from '@tradehouse/contract';
import type { Company } from './company.ts';
import { draw, oneOf } from './draw.ts';

/** A question that users ask all day, with other values each time. */
export interface Question {
  readonly scenario: string;
  readonly sort: 'list' | 'report' | 'type-ahead' | 'dashboard';
  ask(company: Company): Asked;
}

/** A call that reads. */
export interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** The companies keep the time zone that every company starts with: their day begins eight hours before London's. */
const AHEAD = 8 * 3_600_000;
const daysAgo = (days: number): string =>
  new Date(Date.now() + AHEAD - days * 86_400_000).toISOString().slice(0, 10);
export const today = (): string => daysAgo(0);
/** What a list opens with: the last three months. */
const usual = (): readonly string[] => [daysAgo(91), today()];
const month = (): readonly string[] => [`${today().slice(0, 8)}01`, today()];

const list = (
  scenario: string,
  kind: string,
  filters: (company: Company) => Readonly<Record<string, unknown>>,
  page: Readonly<Record<string, unknown>> = {},
): Question => ({
  scenario,
  sort: 'list',
  ask: (company) => ({
    path: kind === 'moneyIn' ? '/accountHead/list' : '/depotHead/list',
    query: {
      search: { kind, time: usual(), ...filters(company) },
      currentPage: 1,
      pageSize: 10,
      ...page,
    },
  }),
});

const report = (
  scenario: string,
  path: string,
  search: (company: Company) => Readonly<Record<string, unknown>>,
): Question => ({
  scenario,
  sort: 'report',
  ask: (company) => ({ path, query: { search: search(company), currentPage: 1, pageSize: 10 } }),
});

const aYear = (): readonly string[] => [daysAgo(364), today()];

/** A year of sales and retail by two, beside the year before, ranked. */
const own = (scenario: string, level: string, second: string): Question =>
  report(scenario, soldOwnTable.path, () => ({
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
): Question =>
  report(scenario, soldOwnTable.path, () => ({
    ...fixed,
    dates: aYear(),
    measure: filters.measure.starts[0],
    ...by,
  }));

/** Words as they are typed into a search for goods: of any length, in Chinese, as pinyin, or the beginning of a barcode. */
const words: readonly (readonly [string, (company: Company) => string])[] = [
  ['one sign', () => '品'],
  ['one digit', () => String(draw(10))],
  ['two signs', () => '商品'],
  ['two digits', () => String(10 + draw(90))],
  ['pinyin', ({ productIds }) => `sp${1 + draw(productIds.length)}`],
  ['a name', ({ productIds }) => `商品 ${1 + draw(productIds.length)}`],
  ['the beginning of a barcode', ({ barcodes }) => oneOf(barcodes).code.slice(0, 5)],
  ['a barcode', ({ barcodes }) => oneOf(barcodes).code],
  ['a word that nothing has', () => '无此物'],
  ['two signs that nothing has', () => '无此'],
];

const picker = (
  scenario: string,
  query: (company: Company) => Readonly<Record<string, unknown>>,
): Question => ({
  scenario,
  sort: 'type-ahead',
  ask: (company) => ({
    path: '/material/findBySelect',
    query: { depotId: oneOf(company.warehouseIds), page: 1, rows: 20, ...query(company) },
  }),
});

const goods: readonly Question[] = [
  picker('product picker', () => ({})),
  picker('product picker, page 2,500', () => ({ page: 2500 })),
  ...words.map(([name, word]) =>
    picker(`product picker by ${name}`, (company) => ({ q: word(company) })),
  ),
  ...(
    [
      ['product list', '/material/list'],
      ['stock list', '/material/getListWithStock'],
      ['SKU list', '/material/getSkuStock'],
    ] as const
  ).flatMap(([name, path]) => [
    report(name, path, () => ({})),
    ...words.map(([of, word]) =>
      report(`${name} by ${of}`, path, (company) => ({ keyword: word(company) })),
    ),
  ]),
];

export const questions: readonly Question[] = [
  ...goods,
  list('list purchase receipts', 'purchaseIn', () => ({})),
  list('list sales outbounds', 'saleOut', () => ({})),
  list('list sales of a customer', 'saleOut', ({ customerIds }) => ({
    organId: oneOf(customerIds),
  })),
  list('list sales by part of a number', 'saleOut', () => ({ number: String(10 + draw(89)) })),
  list('list sales by four digits', 'saleOut', () => ({ number: String(1000 + draw(8999)) })),
  list('list sales with a product', 'saleOut', ({ barcodes }) => ({
    materialParam: oneOf(barcodes).code,
  })),
  list('list sales with open debt', 'saleOut', () => ({ hasLastDebt: true })),
  list('list sales, page 100', 'saleOut', () => ({}), { currentPage: 100 }),
  list('list receipts of money', 'moneyIn', () => ({})),
  report('stock on hand today', '/material/getListWithStock', () => ({ date: today() })),
  report('stock on hand a year ago', '/material/getListWithStock', () => ({
    date: daysAgo(365),
  })),
  report('stock of a product a year ago', '/material/getMaterialDepotStock', ({ productIds }) => ({
    materialId: oneOf(productIds),
    date: daysAgo(365),
  })),
  report(
    'stock ledger, three months',
    '/depotItem/findDetailByDepotIdsAndMaterialId',
    ({ productIds }) => ({
      materialId: oneOf(productIds),
      dates: usual(),
    }),
  ),
  report('customer statement, month', '/depotHead/getStatementAccount', () => ({
    supplierType: 'customer',
    dates: month(),
  })),
  report('account flow, month', '/account/findAccountInOutList', ({ accountId }) => ({
    accountId,
    dates: month(),
  })),
  own('own report, a year by month and category', 'month', 'category'),
  own('own report, a year by customer and month', 'customer', 'month'),
  own('own report, a year by product and warehouse', 'product', 'warehouse'),
  own('own report, a year by product and customer', 'product', 'customer'),
  ownOf('own report, a year of stock by product', stockOwnTable, { level: 'product' }),
  ownOf('own report, a year of stock with its trend', stockOwnTable, {
    level: 'product',
    trend: true,
  }),
  ownOf('own report, a year of stock by month and warehouse', stockOwnTable, {
    level: 'month',
    second: 'warehouse',
  }),
  ownOf('own report, a year of accounts by month', cashOwnTable, {
    level: 'account',
    second: 'month',
  }),
  ownOf('own report, a year of payments by partner', cashOwnTable, {
    level: 'partner',
    measure: 'paid',
  }),
  ownOf('own report, a year of items by month', itemsOwnTable, { level: 'item', second: 'month' }),
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
        q: `sp${1 + draw(productIds.length)}`,
        depotId: oneOf(warehouseIds),
        page: 1,
        rows: 10,
      },
    }),
  },
];

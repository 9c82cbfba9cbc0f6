import { forecastMethods, serviceLevels } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, toLiteralUnion } from '../field.ts';
import { stockReportFilters } from '../report/tradeFilters.ts';
import {
  Closed,
  Day,
  DecimalString,
  Id,
  NumberString,
  Nullable,
  PositiveString,
} from '../resource.ts';
import { defineTable } from '../table.ts';

export const replenishmentPage = '/bill/replenishment';

/** Choices of the parameters, in days and months. */
export const coverDayChoices = ['7', '14', '30', '45', '60', '90', '180'] as const;
export const leadDayChoices = ['1', '3', '7', '14', '30', '60', '90'] as const;
export const reviewDayChoices = ['1', '7', '14', '30'] as const;
export const historyChoices = ['6', '12', '24', '36'] as const;

/** Parameters of the rule; every list and proposal starts from these values. */
export const replenishmentStart = {
  coverDays: '30',
  leadDays: '7',
  reviewDays: '7',
  serviceLevel: '95',
  method: 'auto',
  history: '24',
} as const;

const defineParameter = <const Choices extends readonly string[]>(
  choices: Choices,
  start: Choices[number],
  called: { readonly 'zh-cn': string; readonly en: string },
) => ({ by: 'own', control: 'choice', choices, required: true, starts: [start], called }) as const;

const supplier = { 'zh-cn': '供应商', en: 'Supplier' };

/**
 * Proposals to buy by SKU and supplier, in base units: `proposed` raises the stock position (`onHand` less
 * `reserved` plus `onOrder` and `drafted`) to the order level, once the position is below the reorder
 * point. `drafted` is in drafts of purchase orders and in open requisitions. `soldWeekly` covers the last
 * three complete months, `forecast` the next seven days. Stock is regular stock in the chosen warehouses;
 * orders without a warehouse count for each. `stockOutOn` regards neither orders nor drafts; missing:
 * later than two years, or never. Amounts of prices in another currency are missing.
 */
export const replenishmentTable = defineTable({
  id: 'replenishment',
  path: '/replenishment/list',
  exportPath: '/replenishment/export',
  access: { page: replenishmentPage },
  columns: {
    id: { type: 'id', hidden: true },
    productId: { type: 'id', hidden: true },
    supplierId: { type: 'id', hidden: true },
    barcode: { type: 'text', code: true, width: 120 },
    name: { type: 'text', width: 160 },
    attributes: { type: 'text', optional: true, width: 90 },
    standard: { type: 'text', optional: true, width: 80 },
    categoryName: { type: 'text', optional: true, width: 90 },
    unit: { type: 'text', width: 60 },
    supplierName: { type: 'text', width: 130, called: supplier },
    supplierCode: {
      type: 'text',
      code: true,
      optional: true,
      width: 110,
      called: { 'zh-cn': '供应商货号', en: 'Supplier’s code' },
    },
    onHand: { type: 'quantity', width: 90, called: { 'zh-cn': '正品库存', en: 'On hand' } },
    reserved: {
      type: 'quantity',
      width: 80,
      matters: 'some',
      called: { 'zh-cn': '已锁定', en: 'Reserved' },
    },
    onOrder: { type: 'quantity', width: 80, called: { 'zh-cn': '在途', en: 'On order' } },
    drafted: {
      type: 'quantity',
      width: 90,
      matters: 'some',
      called: { 'zh-cn': '草稿与请购', en: 'Drafts and requisitions' },
    },
    /** On order and drafted, for any warehouse. */
    coming: { type: 'quantity', hidden: true },
    soldWeekly: {
      type: 'quantity',
      mean: true,
      width: 90,
      called: { 'zh-cn': '周均销量', en: 'Sold a week' },
    },
    forecast: {
      type: 'quantity',
      mean: true,
      width: 90,
      called: { 'zh-cn': '下周预测', en: 'Forecast of a week' },
    },
    method: {
      type: 'choice',
      choices: forecastMethods,
      optional: true,
      width: 90,
      called: { 'zh-cn': '预测方法', en: 'Method' },
    },
    stockOutOn: {
      type: 'day',
      width: 110,
      matters: 'most',
      called: { 'zh-cn': '预计断货日', en: 'Out of stock on' },
    },
    leadDays: { type: 'integer', width: 80 },
    safetyStock: {
      type: 'quantity',
      mean: true,
      optional: true,
      width: 90,
      called: { 'zh-cn': '安全库存', en: 'Safety stock' },
    },
    reorderPoint: {
      type: 'quantity',
      mean: true,
      width: 90,
      called: { 'zh-cn': '再订货点', en: 'Reorder point' },
    },
    orderUpTo: {
      type: 'quantity',
      mean: true,
      optional: true,
      width: 90,
      called: { 'zh-cn': '补到', en: 'Order up to' },
    },
    minimumOrder: { type: 'quantity', optional: true, width: 90 },
    packSize: { type: 'quantity', optional: true, width: 90 },
    proposed: {
      type: 'quantity',
      sum: true,
      width: 100,
      matters: 'most',
      called: { 'zh-cn': '建议采购量', en: 'To buy' },
    },
    price: { type: 'price', mask: 'purchase', matters: 'some', width: 90 },
    currency: { type: 'text', code: true, optional: true, width: 70 },
    amount: { type: 'money', mask: 'purchase', own: true, sum: true, width: 110 },
  },
  filters: {
    keyword: stockReportFilters.keyword,
    supplierId: { by: 'own', control: 'supplier', first: true, called: supplier },
    warehouses: stockReportFilters.warehouses,
    needed: {
      by: 'own',
      control: 'flag',
      first: true,
      starts: true,
      called: { 'zh-cn': '只看需补货', en: 'Only what is needed' },
    },
    coverDays: {
      ...defineParameter(coverDayChoices, replenishmentStart.coverDays, {
        'zh-cn': '备货天数',
        en: 'Days of cover',
      }),
      first: true,
    },
    serviceLevel: {
      ...defineParameter(serviceLevels, replenishmentStart.serviceLevel, {
        'zh-cn': '不断货概率',
        en: 'Service level',
      }),
      first: true,
    },
    method: defineParameter(forecastMethods, replenishmentStart.method, {
      'zh-cn': '预测方法',
      en: 'Method',
    }),
    leadDays: defineParameter(leadDayChoices, replenishmentStart.leadDays, {
      'zh-cn': '默认采购周期',
      en: 'Lead time if unknown',
    }),
    reviewDays: defineParameter(reviewDayChoices, replenishmentStart.reviewDays, {
      'zh-cn': '检查周期',
      en: 'Review interval',
    }),
    history: defineParameter(historyChoices, replenishmentStart.history, {
      'zh-cn': '参考历史',
      en: 'History',
    }),
    category: { by: 'own', control: 'category' },
    materialId: { by: 'own', control: 'product' },
  },
  nameColumn: 'name',
  facts: ['supplierName', 'proposed', 'stockOutOn'],
  order: { column: 'stockOutOn', direction: 'asc' },
});

export const proposalKinds = ['purchaseRequest', 'purchaseOrder'] as const;
export type ProposalKind = (typeof proposalKinds)[number];
/** Lines of a draft made at once. */
export const MOST_PROPOSED = 200;

/**
 * Makes a draft of one supplier's proposals. `coming` is the row's on the user's screen: a proposal whose
 * quantity has changed since is refused, so that nothing is ordered twice. Prices are the supplier's;
 * other goods have the usual price of a new line.
 */
export const makeFromProposals = defineEndpoint({
  call: 'POST /replenishment/make',
  summary: 'Make a draft of a requisition or a purchase order from proposals',
  access: { page: replenishmentPage },
  labels: 'replenishment',
  input: Closed({
    kind: toLiteralUnion(proposalKinds),
    /** Required for a purchase order. */
    supplierId: Optional(Nullable(Id)),
    lines: Type.Array(Closed({ skuId: Id, quantity: PositiveString, coming: NumberString }), {
      minItems: 1,
      maxItems: MOST_PROPOSED,
    }),
  }),
  reply: Closed({ id: Id, number: Type.String(), kind: toLiteralUnion(proposalKinds) }),
});

const parameterInput = {
  warehouses: Optional(
    Type.String({ pattern: '^([0-9]{1,18}(,[0-9]{1,18})*)?$', maxLength: 20_000 }),
  ),
  supplierId: Optional(Id),
  coverDays: toLiteralUnion(coverDayChoices),
  serviceLevel: toLiteralUnion(serviceLevels),
  method: toLiteralUnion(forecastMethods),
  leadDays: toLiteralUnion(leadDayChoices),
  reviewDays: toLiteralUnion(reviewDayChoices),
  history: toLiteralUnion(historyChoices),
};

/** Figures behind a proposal: the months of the history, the forecast and the levels. */
export const explainProposal = defineEndpoint({
  call: 'GET /replenishment/explain',
  summary: 'The figures behind a proposal',
  access: { page: replenishmentPage },
  input: Closed({ skuId: Id, ...parameterInput }),
  reply: Closed({
    /** Oldest first, complete months only; `month` is YYYY-MM. */
    months: Type.Array(Closed({ month: Type.String(), sold: DecimalString })),
    method: toLiteralUnion(forecastMethods),
    /** Forecast of an average month, and the standard deviation of the error. */
    monthly: DecimalString,
    deviation: DecimalString,
    /** Factors of the months of the year from January. */
    season: Nullable(Type.Array(Type.Number())),
    leadDays: Type.Integer(),
    reviewDays: Type.Integer(),
    coverDays: Type.Integer(),
    minimumStock: DecimalString,
    onHand: DecimalString,
    reserved: DecimalString,
    onOrder: DecimalString,
    drafted: DecimalString,
    position: DecimalString,
    /** Demand of lead time and review days. */
    reorderDemand: DecimalString,
    safetyStock: DecimalString,
    reorderPoint: DecimalString,
    orderUpTo: DecimalString,
    minimumOrder: Nullable(DecimalString),
    packSize: Nullable(DecimalString),
    proposed: DecimalString,
  }),
});

/** SKUs of a back-test: the most sold by amount. */
export const MOST_TESTED = 300;

const TestFigures = Closed({
  /** Days of SKUs that end without stock, from the first stock or movement on. */
  stockOutDays: Type.Integer(),
  /** At the present unit cost; null without access to costs. */
  averageValue: Nullable(DecimalString),
  /** Orders by SKU; in the books, days with goods from suppliers. */
  orders: Type.Integer(),
  /** Demand without stock at the mean price of the year; null in the books, or without access to prices. */
  missed: Nullable(DecimalString),
});
const TestedRule = { books: TestFigures, rule: TestFigures };

/**
 * Back-test: the rule simulated over the demand of twelve complete months, beside the books of these
 * months. The year ends with the last complete month before `until`; absent: before today.
 */
export const backTestRule = defineEndpoint({
  call: 'GET /replenishment/backTest',
  summary: 'The rule of replenishment over the demand of a past year, beside the books',
  access: { page: replenishmentPage },
  labels: 'replenishment',
  input: Closed({ ...parameterInput, until: Optional(Day) }),
  reply: Closed({
    since: Day,
    until: Day,
    /** SKUs with sales, and the tested SKUs. */
    traded: Type.Integer(),
    tested: Type.Integer(),
    /** Share of the tested SKUs in the amount sold, in percent; null without access to prices. */
    share: Nullable(DecimalString),
    ...TestedRule,
    /** Oldest first; `month` is YYYY-MM. */
    months: Type.Array(Closed({ month: Type.String(), ...TestedRule })),
    /** The SKUs with the largest change of days without stock first. */
    rows: Type.Array(
      Closed({
        skuId: Id,
        barcode: Type.String(),
        name: Type.String(),
        unit: Type.String(),
        sold: DecimalString,
        ...TestedRule,
      }),
    ),
  }),
});

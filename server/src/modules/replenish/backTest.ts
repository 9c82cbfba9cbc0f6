import { MOST_TESTED } from '@tradehouse/contract';
import type { InputOf, ReplyOf, backTestRule } from '@tradehouse/contract';
import {
  dayAfter,
  daysBetween,
  monthsBefore,
  resultOfBooks,
  simulateRule,
  trialCalendar,
} from '@tradehouse/domain';
import type { BackTestBooks, BackTestRule, TrialCalendar, TrialMonth } from '@tradehouse/domain';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { idsFromList } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { readCompanyToday } from '../system/index.ts';
import { readSkuFigures } from './figures.ts';
import { tradedAmounts } from './monthlyDemand.ts';
import type { SkuFigures } from './figures.ts';
import {
  FORESEEN_DAYS,
  estimateText,
  orderTermsOf,
  proposalsOf,
  replenishFrame,
} from './proposals.ts';
import type { ReplenishFrame } from './proposals.ts';
import { readTestedDays, readTestedSkus } from './testedBooks.ts';
import type { TestedDayRow, TestedSkuRow, TestedYear } from './testedBooks.ts';

type BackTestQuestion = InputOf<typeof backTestRule>;
type TestedReply = ReplyOf<typeof backTestRule>;
type TestFigures = TestedReply['rule'];

const YEAR = 12;

/** Months of a SKU in the books and under the rule. */
interface TestedSku {
  readonly sku: TestedSkuRow;
  readonly sold: number;
  /** Mean price of the year. */
  readonly price: number;
  readonly books: readonly TrialMonth[];
  readonly rule: readonly TrialMonth[];
}

/** Simulates the rule over a past year of the most sold SKUs, and compares the year with the books. */
export async function backTest(
  context: Context,
  { warehouses, supplierId, until: asked, ...parameters }: BackTestQuestion,
): Promise<TestedReply> {
  const today = await readCompanyToday(context);
  if (asked !== undefined && asked > today)
    refuseWith('replenishment.future', { date: today }, { field: 'until' });
  const until = `${(asked ?? today).slice(0, 8)}01`;
  const since = monthsBefore(until, YEAR);
  const warehouseIds = warehouses === undefined ? undefined : idsFromList(warehouses);
  const year = { since, until, days: daysBetween(since, until), warehouseIds };
  const frame = replenishFrame(since, parameters);
  const amounts = await tradedAmounts(context, warehouseIds, [since, until]);
  const amountOf = ({ skuId }: SkuFigures): number => amounts.get(skuId) ?? 0;
  const figures = await readSkuFigures(context, {
    warehouseIds,
    supplierId,
    months: frame.months,
  });
  const traded = figures.filter((sku) => amountOf(sku) > 0);
  const chosen = traded
    .toSorted((one, other) => amountOf(other) - amountOf(one))
    .slice(0, MOST_TESTED);
  const rules = new Map(
    proposalsOf(figures, frame).map(({ figures: sku, minimumStock }) => [
      sku.skuId,
      testedRuleOf(sku, minimumStock, frame),
    ]),
  );
  const tested = await testSkus(context, chosen, year, { frame, rules, amountOf });
  const totalOf = (skus: readonly SkuFigures[]): number =>
    skus.reduce((total, sku) => total + amountOf(sku), 0);
  const share = traded.length === 0 ? 0 : (100 * totalOf(chosen)) / totalOf(traded);
  return {
    since,
    until: dayAfter(until, -1),
    traded: traded.length,
    tested: tested.length,
    share: seesAmounts(context.scope, 'sale') ? estimateText(share) : null,
    ...comparisonOf(context, tested),
    months: Array.from({ length: YEAR }, (_, at) => ({
      month: monthsBefore(until, YEAR - at).slice(0, 7),
      ...comparisonOf(context, tested, at),
    })),
    rows: tested
      .toSorted((one, other) => changeOfStockOuts(one) - changeOfStockOuts(other))
      .map((one) => ({
        skuId: one.sku.sku_id,
        barcode: one.sku.barcode,
        name: one.sku.name,
        unit: one.sku.unit,
        sold: estimateText(one.sold),
        ...comparisonOf(context, [one]),
      })),
  };
}

const testedRuleOf = (
  figures: SkuFigures,
  minimumStock: number,
  frame: ReplenishFrame,
): BackTestRule => ({
  method: frame.method,
  leadDays: figures.leadDays ?? frame.leadDays,
  reviewDays: frame.reviewDays,
  coverDays: frame.coverDays,
  serviceLevel: frame.serviceLevel,
  minimumStock,
  order: orderTermsOf(figures),
});

interface TestWorld {
  readonly frame: ReplenishFrame;
  readonly rules: ReadonlyMap<string, BackTestRule>;
  readonly amountOf: (sku: SkuFigures) => number;
}

async function testSkus(
  context: Context,
  chosen: readonly SkuFigures[],
  year: TestedYear,
  { frame, rules, amountOf }: TestWorld,
): Promise<readonly TestedSku[]> {
  const ids = chosen.map(({ skuId }) => skuId);
  const skus = await readTestedSkus(context, ids, year);
  const days = Map.groupBy(await readTestedDays(context, ids, year), ({ sku_id }) => sku_id);
  const named = new Map(skus.map((sku) => [sku.sku_id, sku]));
  const calendar = trialCalendar(year.since, year.days, {
    reviewDays: frame.reviewDays,
    lookAhead: FORESEEN_DAYS,
  });
  return chosen.flatMap((figures): TestedSku[] => {
    const [sku, rule] = [named.get(figures.skuId), rules.get(figures.skuId)];
    if (sku === undefined || rule === undefined) return [];
    const books = booksOf(sku, days.get(figures.skuId) ?? [], year, figures.sold);
    return [testSku(sku, amountOf(figures), books, rule, calendar)];
  });
}

function testSku(
  sku: TestedSkuRow,
  amount: number,
  books: BackTestBooks,
  rule: BackTestRule,
  calendar: TrialCalendar,
): TestedSku {
  const sold = books.sold.reduce((total, quantity) => total + quantity, 0);
  return {
    sku,
    sold,
    price: sold > 0 ? amount / sold : 0,
    books: resultOfBooks(books, calendar),
    rule: simulateRule(books, rule, calendar),
  };
}

/** Days of a SKU, with zeros between the movements. */
function booksOf(
  { opening }: TestedSkuRow,
  rows: readonly TestedDayRow[],
  { days }: TestedYear,
  history: readonly number[],
): BackTestBooks {
  const byDay = (figure: 'sold' | 'received' | 'other'): readonly number[] => {
    const quantities = Array.from<number>({ length: days }).fill(0);
    for (const row of rows) quantities[row.day] = row[figure];
    return quantities;
  };
  const [sold, received, otherChanges] = [byDay('sold'), byDay('received'), byDay('other')];
  return { opening, sold, received, otherChanges, history };
}

/** Fewer days without stock under the rule are negative. */
const changeOfStockOuts = ({ books, rule }: TestedSku): number =>
  sumOf(rule, ({ stockOutDays }) => stockOutDays) -
  sumOf(books, ({ stockOutDays }) => stockOutDays);

const sumOf = (months: readonly TrialMonth[], of: (month: TrialMonth) => number): number =>
  months.reduce((total, month) => total + of(month), 0);

/** Figures of the books and of the rule over SKUs, of the whole year or of a month. */
const comparisonOf = (
  context: Context,
  tested: readonly TestedSku[],
  at?: number,
): { readonly books: TestFigures; readonly rule: TestFigures } => ({
  books: { ...figuresOf(context, tested, 'books', at), missed: null },
  rule: figuresOf(context, tested, 'rule', at),
});

function figuresOf(
  { scope }: Context,
  tested: readonly TestedSku[],
  side: 'books' | 'rule',
  at?: number,
): TestFigures {
  const parts = tested.map((one) => {
    const months = at === undefined ? one[side] : one[side].slice(at, at + 1);
    const days = sumOf(months, (month) => month.days);
    const stock = sumOf(months, (month) => month.averageStock * month.days);
    return { ...one, months, averageStock: days === 0 ? 0 : stock / days };
  });
  const total = (of: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((sum, part) => sum + of(part), 0);
  const value = total(({ averageStock, sku }) => averageStock * sku.cost);
  const missed = total(({ months, price }) => sumOf(months, ({ short }) => short) * price);
  return {
    stockOutDays: total(({ months }) => sumOf(months, ({ stockOutDays }) => stockOutDays)),
    averageValue: seesAmounts(scope, 'cost') ? estimatedAmountText(value) : null,
    orders: total(({ months }) => sumOf(months, ({ orders }) => orders)),
    missed: seesAmounts(scope, 'sale') ? estimatedAmountText(missed) : null,
  };
}

/** Estimated amount with two decimals. */
const estimatedAmountText = (estimate: number): string => estimateText(Number(estimate.toFixed(2)));

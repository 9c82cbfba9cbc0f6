import { keysOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/index.ts';
import { figure, less, plus, rate } from '../rankedReport.ts';
import type { Of } from '../rankedReport.ts';
import { back, both, net } from './tradeLevels.ts';
import { asksOfGoods } from './tradedBy.ts';
import type { TradeAsked, TradeSum } from './tradedBy.ts';

type Sql = RawBuilder<unknown>;

/** What is read off a row of trade: of which sum, and how. */
const read = {
  documents: { of: 'documents', as: both },
  quantity: { of: 'quantity', as: net },
  amount: { of: 'amount', as: net },
  tax: { of: 'tax', as: net },
  discount: { of: 'discount', as: net },
  charges: { of: 'charges', as: net },
  cost: { of: 'cost', as: net },
  returnedQuantity: { of: 'quantity', as: back },
  returnedAmount: { of: 'amount', as: back },
  returnedTax: { of: 'tax', as: back },
} as const satisfies Readonly<Record<string, { readonly of: TradeSum; as(of: TradeSum): Sql }>>;

export const figureNames = keysOf(read);

/**
 * Documents are not counted where they would be more than once, or not at all: a row for each of their goods and warehouses,
 * and of some warehouses those alone that begin there.
 */
export const countsDocuments = ({ scope }: Context, asked: TradeAsked): boolean =>
  !asksOfGoods(asked) &&
  ![asked.by, asked.second].includes('warehouse') &&
  asked.warehouseIds === undefined &&
  scope.warehouseIds === null;

/** Some figures, as they are read off rows of trade, and which of its sums that takes. */
export function figuresOf(context: Context, asked: TradeAsked, wanted: readonly string[]) {
  const names = figureNames.filter((name) => wanted.includes(name));
  const silent = (name: string): boolean =>
    name === 'documents' && !countsDocuments(context, asked);
  const figures = names.map((name) => {
    const { of, as } = read[name];
    return sql`${silent(name) ? sql`null::numeric` : as(of)} as ${sql.ref(name)}`;
  });
  // Rows do not hang on what is asked of them: whether there was any trade is told by these.
  const any: readonly TradeSum[] = asksOfGoods(asked)
    ? ['quantity', 'amount']
    : ['documents', 'quantity', 'amount'];
  const summed = names.filter((name) => !silent(name)).map((name) => read[name].of);
  return { figures: sql.join(figures), sums: [...new Set([...any, ...summed])] };
}

const revenue = less(figure('amount'), figure('tax'));
const profit = less(revenue, figure('cost'));

/** What reports say of trade, from what is added up of it. */
export const measures = {
  documents: figure('documents'),
  quantity: figure('quantity'),
  amount: figure('amount'),
  tax: figure('tax'),
  revenue,
  price: rate(figure('amount'), figure('quantity'), 6),
  returnedQuantity: figure('returnedQuantity'),
  returnedAmount: figure('returnedAmount'),
  returnedRevenue: less(figure('returnedAmount'), figure('returnedTax')),
  discount: figure('discount'),
  charges: figure('charges'),
  cost: figure('cost'),
  profit,
  margin: rate(profit, revenue, 2, 100),
  netProfit: plus(profit, figure('charges')),
} as const satisfies Readonly<Record<string, Of>>;

export type Measure = keyof typeof measures;

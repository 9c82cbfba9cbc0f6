import type { Scope } from '../../../kernel/access/index.ts';
import { asksOfGoods, asksOfWarehouses, isBy, listTradeKeys, tradeSums } from './tradeQuery.ts';
import type { TradeAsked } from './tradeQuery.ts';

/** Source of trade: a roll-up, or the lines and moves of documents. */
export type TradeRead = 'skus' | 'goods' | 'partners' | 'lines';

/** Returns the smallest roll-up that answers the query within the scope; lines answer everything. */
export function readOf(scope: Scope, asked: TradeAsked): TradeRead {
  if (isBy(asked, 'documents')) return 'lines';
  if (!asksOfGoods(asked)) return 'partners';
  const asks = (...filters: readonly unknown[]): boolean =>
    filters.some((filter) => filter !== undefined);
  const { partnerId, salespersonId, institution, ownInstitution } = asked;
  if (asks(partnerId, salespersonId) || scope.customerIds !== null || isBy(asked, 'people'))
    return 'lines';
  const { sums = tradeSums } = asked;
  const isApart =
    asksOfWarehouses(scope, asked) ||
    asks(institution, ownInstitution) ||
    listTradeKeys(asked).includes('institution') ||
    scope.documents.of !== 'all' ||
    sums.includes('documents');
  return isApart ? 'goods' : 'skus';
}

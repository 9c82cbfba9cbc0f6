import type { Scope } from '../../../kernel/access/index.ts';
import {
  hasGoodsDetail,
  hasWarehouseDetail,
  hasDetail,
  listTradeKeys,
  tradeSums,
} from './tradeQuery.ts';
import type { TradeQuery } from './tradeQuery.ts';

/** Source of trade: a roll-up, or the lines and moves of documents. */
export type TradeSource = 'skus' | 'goods' | 'partners' | 'lines';

/** Returns the smallest roll-up that answers the query within the scope; lines answer everything. */
export function selectTradeSource(scope: Scope, query: TradeQuery): TradeSource {
  if (hasDetail(query, 'documents')) return 'lines';
  if (!hasGoodsDetail(query)) return 'partners';
  const hasAny = (...filters: readonly unknown[]): boolean =>
    filters.some((filter) => filter !== undefined);
  const { partnerId, salespersonId, institution, ownInstitution } = query;
  if (hasAny(partnerId, salespersonId) || scope.customerIds !== null || hasDetail(query, 'people'))
    return 'lines';
  const { sums = tradeSums } = query;
  const needsGoodsTrade =
    hasWarehouseDetail(scope, query) ||
    hasAny(institution, ownInstitution) ||
    listTradeKeys(query).includes('institution') ||
    scope.documents.of !== 'all' ||
    sums.includes('documents');
  return needsGoodsTrade ? 'goods' : 'skus';
}

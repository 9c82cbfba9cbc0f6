import { tradeMeasures } from '@tradehouse/database';
import type { KindCode } from '@tradehouse/domain';
import type { Scope } from '../../../kernel/access/index.ts';
import { tradeDimensions } from './tradeDimensions.ts';
import type { TradedBy } from './tradeDimensions.ts';

/** Id for an absent record, in keys and filters. */
export const NONE = '0';

export interface GoodsFilters {
  readonly productId?: string | undefined;
  readonly brandId?: string | undefined;
  /** Keyword words of a product. */
  readonly keyword?: string | undefined;
  /** Category with all below. */
  readonly category?: string | undefined;
  /** Category without the categories below. */
  readonly ownCategory?: string | undefined;
}

export const tradeSums = ['documents', ...tradeMeasures] as const;
export type TradeSum = (typeof tradeSums)[number];

export interface TradeQuery extends GoodsFilters {
  /**
   * Requested sums; default: all. Fewer sums are faster: without the cost no move is read. A key with only
   * zeros is left out.
   */
  readonly sums?: readonly TradeSum[] | undefined;
  readonly by: TradedBy;
  /** A second key, beside the first. */
  readonly second?: TradedBy | undefined;
  readonly kinds: readonly KindCode[];
  /**
   * Return kinds: rows separate outgoing and returned sums, instead of kinds. Empty: all kinds are
   * combined.
   */
  readonly returns?: readonly KindCode[] | undefined;
  /** Days in YYYY-MM-DD, inclusive; null: from the first, to the last. */
  readonly since: string | null;
  readonly until: string | null;
  readonly partnerId?: string | undefined;
  readonly salespersonId?: string | undefined;
  readonly warehouseIds?: readonly string[] | undefined;
  /** Institution with all below. */
  readonly institution?: string | undefined;
  /** Institution without the institutions below. */
  readonly ownInstitution?: string | undefined;
}

export const listTradeKeys = ({
  by,
  second,
}: Pick<TradeQuery, 'by' | 'second'>): readonly TradedBy[] =>
  second === undefined ? [by] : [by, second];
/** Tests if a key or a filter needs teams. */
export const hasTeamDetail = (query: TradeQuery): boolean =>
  listTradeKeys(query).includes('salesperson') || query.salespersonId !== undefined;
/** Tests if a key needs the detail. */
export const hasDetail = (
  query: TradeQuery,
  detail: (typeof tradeDimensions)[TradedBy]['detail'],
): boolean => listTradeKeys(query).some((by) => tradeDimensions[by].detail === detail);

/** Tests if the scope, a key or a filter needs warehouses. */
export const hasWarehouseDetail = ({ warehouseIds }: Scope, query: TradeQuery): boolean =>
  warehouseIds !== null ||
  query.warehouseIds !== undefined ||
  listTradeKeys(query).includes('warehouse');

/** Tests if a key or a filter needs goods. */
export const hasGoodsDetail = (query: TradeQuery): boolean => {
  const { productId, brandId, keyword, category, ownCategory } = query;
  const filters = [productId, brandId, keyword, category, ownCategory];
  return hasDetail(query, 'goods') || filters.some((filter) => filter !== undefined);
};

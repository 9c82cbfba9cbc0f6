import { tradeMeasures } from '@tradehouse/database';
import type { KindCode } from '@tradehouse/domain';
import type { Scope } from '../../../kernel/access/index.ts';
import { dimensions } from './tradeDimensions.ts';
import type { TradedBy } from './tradeDimensions.ts';

/** Id for an absent record, in keys and filters. */
export const NONE = '0';

export interface GoodsAsked {
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

export interface TradeAsked extends GoodsAsked {
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
}: Pick<TradeAsked, 'by' | 'second'>): readonly TradedBy[] =>
  second === undefined ? [by] : [by, second];
/** Returns true if the query needs teams. */
export const asksOfTeams = (asked: TradeAsked): boolean =>
  listTradeKeys(asked).includes('salesperson') || asked.salespersonId !== undefined;
export const isBy = (asked: TradeAsked, of: (typeof dimensions)[TradedBy]['of']): boolean =>
  listTradeKeys(asked).some((by) => dimensions[by].of === of);

/** Returns true if the query needs warehouses. */
export const asksOfWarehouses = ({ warehouseIds }: Scope, asked: TradeAsked): boolean =>
  warehouseIds !== null ||
  asked.warehouseIds !== undefined ||
  listTradeKeys(asked).includes('warehouse');

/** Returns true if any part of the query depends on goods. */
export const asksOfGoods = (asked: TradeAsked): boolean => {
  const { productId, brandId, keyword, category, ownCategory } = asked;
  const filters = [productId, brandId, keyword, category, ownCategory];
  return isBy(asked, 'goods') || filters.some((one) => one !== undefined);
};

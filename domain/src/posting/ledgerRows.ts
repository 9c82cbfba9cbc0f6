import type { Decimal } from '../decimal.ts';
import { ZERO, sum } from '../decimal.ts';
import type { CostRequest, OriginOf, SkuCost } from '../stock/cost.ts';
import { resolveCosts } from '../stock/cost.ts';
import type { PostingDifference } from './difference.ts';
import { NO_LINE } from './difference.ts';
import { stockCrossingOf, isInside } from './places.ts';
import type {
  LedgerEntry,
  MoveToPost,
  StockPlace,
  PostedRows,
  PostedEntry,
  PostedMove,
} from './posting.ts';

/** Rows for both ledgers, and the touched SKUs' new costs. */
export interface LedgerRows extends PostedRows {
  readonly costs: ReadonlyMap<string, SkuCost>;
}

/** SKUs with costs needed by a difference, to lock before valuing. */
export const skusOfDifference = ({ moves }: PostingDifference): string[] =>
  [
    ...new Set(moves.filter((move) => stockCrossingOf(move) !== 'none').map(({ skuId }) => skuId)),
  ].toSorted();

/**
 * Values a difference under SKU locks and makes the books agree with the moves. Goods value beyond the
 * document's inventory entries is cost of sales (day by day).
 */
export function ledgerRows(
  { moves, entries, currency }: PostingDifference,
  posted: PostedRows,
  costs: ReadonlyMap<string, SkuCost>,
  originOf?: OriginOf,
): LedgerRows {
  const resolved = resolveCosts(costs, moves.map(requestOf), originOf);
  const valued = moves.map((move, at) => toPostedMove(move, resolved.values[at] ?? ZERO));
  const variances = resolved.variances.flatMap(({ request, amount, businessDate }) => {
    const cause = moves[request];
    return cause === undefined ? [] : [varianceRow(cause, amount, businessDate)];
  });
  const all = [...valued, ...variances];
  const agreed = deriveInventoryEntries(
    [...posted.moves, ...all],
    [...posted.entries, ...entries],
    currency,
  );
  return { moves: all, entries: [...entries, ...agreed], costs: resolved.costs };
}

const requestOf = (move: MoveToPost): CostRequest => ({
  skuId: move.skuId,
  direction: stockCrossingOf(move),
  quantity: move.quantity,
  businessDate: move.businessDate,
  cost: move.cost,
  undo: move.undo,
  revalues: move.revalues,
});

function toPostedMove(
  { cost: _cost, undo: _undo, revalues: _revalues, ...row }: MoveToPost,
  value: Decimal,
): PostedMove {
  return { ...row, value };
}

const variancePlace: StockPlace = { place: 'variance', id: '0' };

/** A value-only row at the place where the cause crossed the border. */
function varianceRow(cause: MoveToPost, amount: Decimal, businessDate: string): PostedMove {
  const stock = isInside(cause.from) ? cause.from : cause.to;
  const ends = amount.isNegative()
    ? { from: stock, to: variancePlace }
    : { from: variancePlace, to: stock };
  const { skuId, kitSkuId, lot, stockType } = cause;
  const value = amount.abs();
  return {
    line: NO_LINE,
    skuId,
    ...(kitSkuId === undefined ? {} : { kitSkuId }),
    lot,
    stockType,
    serials: [],
    ...ends,
    quantity: ZERO,
    value,
    businessDate,
  };
}

/** Entry per day bringing the inventory purse to the moves' value, if different. */
function deriveInventoryEntries(
  moves: readonly PostedMove[],
  entries: readonly PostedEntry[],
  currency: string,
): PostedEntry[] {
  const days = new Set([...moves, ...entries].map(({ businessDate }) => businessDate));
  return [...days].toSorted().flatMap((businessDate) => {
    const onDay = (row: { readonly businessDate: string }) => row.businessDate === businessDate;
    const missing = stockValue(moves.filter(onDay)).minus(inventoryOf(entries.filter(onDay)));
    return missing.isZero() ? [] : [{ ...costEntry(missing), businessDate, currency }];
  });
}

const stockValue = (moves: readonly PostedMove[]): Decimal =>
  sum(
    moves.map(
      (move) => ({ in: move.value, out: move.value.negated(), none: ZERO })[stockCrossingOf(move)],
    ),
  );

const inventoryOf = (entries: readonly PostedEntry[]): Decimal =>
  sum(
    entries.map(({ from, to, amount }) =>
      netChangeOfPurse(amount, from.purse === 'inventory', to.purse === 'inventory'),
    ),
  );

const netChangeOfPurse = (amount: Decimal, leaves: boolean, enters: boolean): Decimal =>
  (enters ? amount : ZERO).minus(leaves ? amount : ZERO);

/** Value of goods is of the company's own currency alone. */
function costEntry(missing: Decimal): LedgerEntry {
  const costs = { purse: 'costOfSales', id: '0' } as const;
  const inventory = { purse: 'inventory', id: '0' } as const;
  const [from, to] = missing.isNegative() ? [inventory, costs] : [costs, inventory];
  return { from, to, amount: missing.abs(), originalAmount: ZERO, partnerId: null };
}

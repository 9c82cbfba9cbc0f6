import type { Decimal, PostedMove, StockType } from '@tradehouse/domain';
import type { MoveRow } from './ledgerRows.ts';
import type { PostedOf } from './posted.ts';

/** What a balance is kept of. */
export interface StockKey {
  readonly warehouseId: string;
  readonly skuId: string;
  readonly lot: string;
  readonly stockType: StockType;
}

/** How much more (or less) of a key there is from a day on. */
export interface StockChange extends StockKey {
  readonly businessDate: string;
  readonly quantity: Decimal;
}

export const keyOf = ({ warehouseId, skuId, lot, stockType }: StockKey): string =>
  `${skuId} ${warehouseId} ${stockType} ${lot}`;

/**
 * What moves do to the balances, summed per key and day, in key order: sums, because two lines of one product
 * count together, and in one order, because every posting takes its rows in it.
 */
export function stockChanges(moves: readonly PostedMove[]): StockChange[] {
  const changes = new Map<string, StockChange>();
  for (const move of moves) {
    for (const change of endsOf(move)) {
      add(changes, `${keyOf(change)} ${change.businessDate}`, change);
    }
  }
  return [...changes.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change)
    .filter(({ quantity }) => !quantity.isZero());
}

/** Quantities of a move that leave a warehouse and that come to one. */
export function endsOf({
  from,
  to,
  skuId,
  lot,
  stockType,
  businessDate,
  quantity,
}: PostedMove): StockChange[] {
  const at = (warehouseId: string, amount: Decimal): StockChange => ({
    warehouseId,
    skuId,
    lot,
    stockType,
    businessDate,
    quantity: amount,
  });
  return [
    ...(from.place === 'warehouse' ? [at(from.id, quantity.negated())] : []),
    ...(to.place === 'warehouse' ? [at(to.id, quantity)] : []),
  ];
}

/**
 * What more of it came: of each document what it brings in sum, so that goods which it takes back never came. Goods that are
 * only graded otherwise don't come.
 */
export function arrivals(moves: readonly MoveRow[], posted: PostedOf): StockChange[] {
  return [...Map.groupBy(moves, ({ documentId }) => documentId)].flatMap(([id, own]) => {
    const before = posted(id).moves;
    return [
      ...brought(before).map((one) => ({ ...one, quantity: one.quantity.negated() })),
      ...brought([...before, ...own]),
    ];
  });
}

const brought = (moves: readonly PostedMove[]): StockChange[] =>
  stockChanges(
    moves.filter(({ from, to }) => from.place !== 'regrade' && to.place !== 'regrade'),
  ).filter(({ quantity }) => quantity.gt(0));

/** The same per key alone: what happens to the balance of now. */
export function summedByKey(changes: readonly StockChange[]): Map<string, StockChange> {
  const sums = new Map<string, StockChange>();
  for (const change of changes) add(sums, keyOf(change), change);
  return sums;
}

/** Adds a change to those that are known under its key. */
function add(sums: Map<string, StockChange>, key: string, change: StockChange): void {
  const before = sums.get(key);
  const { quantity } = change;
  sums.set(
    key,
    before === undefined ? change : { ...change, quantity: before.quantity.plus(quantity) },
  );
}

import type { Decimal, PostedMove, StockType } from '@tradehouse/domain';
import type { MoveRow } from './ledgerRows.ts';
import type { PostedOf } from './posted.ts';

export interface StockKey {
  readonly warehouseId: string;
  readonly skuId: string;
  readonly lot: string;
  readonly stockType: StockType;
}

/** Change of a key's stock from a day on; negative for less. */
export interface StockChange extends StockKey {
  readonly businessDate: string;
  readonly quantity: Decimal;
}

export const stockKeyText = ({ warehouseId, skuId, lot, stockType }: StockKey): string =>
  `${skuId} ${warehouseId} ${stockType} ${lot}`;

/**
 * Sums balance changes of moves per key and day, in key order. Sums, because two lines of a product count
 * together; in order, because every posting locks rows in key order.
 */
export function stockChanges(moves: readonly PostedMove[]): StockChange[] {
  const changes = new Map<string, StockChange>();
  for (const move of moves) {
    for (const change of stockChangesOfMove(move)) {
      addStockChange(changes, `${stockKeyText(change)} ${change.businessDate}`, change);
    }
  }
  return [...changes.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change)
    .filter(({ quantity }) => !quantity.isZero());
}

/** Lists the quantities of a move leaving and entering warehouses. */
export function stockChangesOfMove({
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
 * Sums new arrivals: per document the net arrival, therefore goods taken back never arrived. Regraded goods
 * do not arrive.
 */
export function receivedStockChanges(moves: readonly MoveRow[], posted: PostedOf): StockChange[] {
  return [...Map.groupBy(moves, ({ documentId }) => documentId)].flatMap(([id, own]) => {
    const before = posted(id).moves;
    return [
      ...inboundStockChanges(before).map((one) => ({ ...one, quantity: one.quantity.negated() })),
      ...inboundStockChanges([...before, ...own]),
    ];
  });
}

const inboundStockChanges = (moves: readonly PostedMove[]): StockChange[] =>
  stockChanges(
    moves.filter(({ from, to }) => from.place !== 'regrade' && to.place !== 'regrade'),
  ).filter(({ quantity }) => quantity.gt(0));

/** Sums changes per balance key, over all days: the effect on the current balance. */
export function summedByKey(changes: readonly StockChange[]): Map<string, StockChange> {
  const sums = new Map<string, StockChange>();
  for (const change of changes) addStockChange(sums, stockKeyText(change), change);
  return sums;
}

/** Adds a change to the sum of the key. */
function addStockChange(sums: Map<string, StockChange>, key: string, change: StockChange): void {
  const before = sums.get(key);
  const { quantity } = change;
  sums.set(
    key,
    before === undefined ? change : { ...change, quantity: before.quantity.plus(quantity) },
  );
}

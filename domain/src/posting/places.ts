import type { Document, GoodsLine } from '../document/document.ts';
import type { PlaceName } from '../document/kind.ts';
import type { LedgerEntry, StockPlace, PlaceType, LedgerPurse } from './posting.ts';

const inside: ReadonlySet<PlaceType> = new Set(['warehouse', 'transit', 'regrade']);

/** Checks if goods at the place are company stock: only moves across this border have value. */
export const isInside = ({ place }: StockPlace): boolean => inside.has(place);

/** Direction of a move across the company stock border. */
export function stockCrossingOf({
  from,
  to,
}: {
  readonly from: StockPlace;
  readonly to: StockPlace;
}): 'in' | 'out' | 'none' {
  if (isInside(from) === isInside(to)) return 'none';
  return isInside(to) ? 'in' : 'out';
}

/** Place of a kind for one line. A line without a warehouse gets '0'; an earlier check refuses it. */
export function locatePlace(
  name: PlaceName,
  line: GoodsLine,
  { partnerId, travels }: Pick<Document, 'partnerId' | 'travels'>,
): StockPlace {
  switch (name) {
    case 'targetWarehouse':
      return { place: travels ? 'transit' : 'warehouse', id: line.targetWarehouseId ?? '0' };
    case 'warehouse':
    case 'transit':
      return { place: name, id: line.warehouseId ?? '0' };
    case 'supplier':
    case 'customer':
      return { place: name, id: partnerId ?? '0' };
    default:
      return { place: name, id: '0' };
  }
}

/** Checks for the same place and holder. */
export const samePlace = (one: StockPlace, other: StockPlace): boolean =>
  one.place === other.place && one.id === other.id;
/** Checks for the same purse and holder. */
export const samePurse = (one: LedgerPurse, other: LedgerPurse): boolean =>
  one.purse === other.purse && one.id === other.id;

/** Checks if an entry is nonzero in either currency. */
export const movesMoney = ({
  amount,
  originalAmount,
}: Pick<LedgerEntry, 'amount' | 'originalAmount'>): boolean =>
  !amount.isZero() || !originalAmount.isZero();

import type { Document, GoodsLine } from '../document/document.ts';
import type { PlaceName } from '../document/kind.ts';
import type { Entry, Place, PlaceType, Purse } from './posting.ts';

const inside: ReadonlySet<PlaceType> = new Set(['warehouse', 'transit', 'regrade']);

/** Whether goods that lie there are the company's stock: only journeys across this border have a value. */
export const isInside = ({ place }: Place): boolean => inside.has(place);

/** Which way a journey crosses the border of the company's stock. */
export function crossing({
  from,
  to,
}: {
  readonly from: Place;
  readonly to: Place;
}): 'in' | 'out' | 'none' {
  if (isInside(from) === isInside(to)) return 'none';
  return isInside(to) ? 'in' : 'out';
}

/** The place that a kind names, for one line. A line without its warehouse stands at '0'; a check refuses it before. */
export function locate(
  name: PlaceName,
  line: GoodsLine,
  { partnerId, travels }: Pick<Document, 'partnerId' | 'travels'>,
): Place {
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

/** Whether both are the one place of the one holder. */
export const samePlace = (one: Place, other: Place): boolean =>
  one.place === other.place && one.id === other.id;
/** Whether both are the one purse of the one holder. */
export const samePurse = (one: Purse, other: Purse): boolean =>
  one.purse === other.purse && one.id === other.id;

/** An entry moves money when its amount is not zero in either currency. */
export const movesMoney = ({
  amount,
  originalAmount,
}: Pick<Entry, 'amount' | 'originalAmount'>): boolean =>
  !amount.isZero() || !originalAmount.isZero();

// Reservations of regular stock in the reference, by order lines and activities, and free stock.
import type { ErrorKey } from '@tradehouse/domain';
import { takenOf } from './links.ts';
import { movesOf } from './owed.ts';
import { inForce, products, spotOf, spots } from './papers.ts';
import type { Paper, ProductNumber, Spot } from './papers.ts';
import { formalOf, stockOf } from './stock.ts';

/** Reservation; `holder` is an order line (`orderLine`) or an activity (`activityName`). */
export interface Reservation {
  readonly holder: string;
  readonly spot: Spot;
  readonly product: ProductNumber;
  readonly pieces: number;
}
const orderLine = (paper: number, line: number): string => `order ${paper} ${line}`;
export const activityName = (at: number): string => `activity ${at}`;
const isOrderLine = ({ holder }: Reservation): boolean => holder.startsWith('order ');
const orderOf = (holder: string): number => Number(holder.split(' ')[1]);

export const holds = ({ kind, approved, closed, deleted }: Paper): boolean =>
  kind === 'saleOrder' && approved && !closed && !deleted;

const lockedAt = (
  reservations: readonly Reservation[],
  spot: Spot,
  product: ProductNumber,
): number =>
  reservations
    .filter((reservation) => reservation.spot === spot && reservation.product === product)
    .reduce((all, { pieces }) => all + pieces, 0);

/** Returns regular stock without reservation. */
export const freeAt = (
  papers: readonly Paper[],
  reservations: readonly Reservation[],
  spot: Spot,
  product: ProductNumber,
): number => formalOf(stockOf(papers), spot, product) - lockedAt(reservations, spot, product);

/** Adds pieces to a reservation, or removes some. */
export function withChange(
  reservations: readonly Reservation[],
  change: Reservation,
): Reservation[] {
  const same = ({ holder, spot, product }: Reservation): boolean =>
    holder === change.holder && spot === change.spot && product === change.product;
  const had = reservations.find(same)?.pieces ?? 0;
  return [
    ...reservations.filter((reservation) => !same(reservation)),
    { ...change, pieces: had + change.pieces },
  ].filter(({ pieces }) => pieces > 0);
}

/** Pieces taken from a reservation; `formal` is true for regular stock, false for another stock type. */
export interface Take extends Reservation {
  readonly formal: boolean;
}

/** Returns the pieces taken by a paper from reservations of its orders and activity; negative for returns. */
function takes(paper: Paper | undefined): Take[] {
  if (paper === undefined) return [];
  return movesOf(paper).flatMap(({ line, product, pieces, stockType, from }): Take[] => {
    const own = paper.lines.find((one) => one.line === line);
    if (own === undefined) return [];
    const spot = spotOf(paper, own);
    const formal = stockType === 'formal';
    const take = { spot, product, pieces: from === spot ? pieces : -pieces, formal };
    const ordered = paper.kind === 'saleOut' ? own.from : null;
    return [
      ...(ordered === null ? [] : [{ ...take, holder: orderLine(ordered.paper, ordered.line) }]),
      ...(paper.activity === null || !formal
        ? []
        : [{ ...take, holder: activityName(paper.activity) }]),
    ];
  });
}

/** Returns the change of taken pieces by a change of papers. */
export function takenBetween(
  changes: readonly (readonly [before: Paper | undefined, after: Paper])[],
): Take[] {
  const all = changes.flatMap(([before, after]) => [
    ...takes(after),
    ...takes(before).map((take) => ({ ...take, pieces: -take.pieces })),
  ]);
  const groups = Map.groupBy(all, ({ holder, product, spot, formal }) =>
    [holder, product, spot, formal].join(),
  );
  return [...groups.values()].flatMap((same) => {
    const pieces = same.reduce((net, take) => net + take.pieces, 0);
    return same[0] === undefined || pieces === 0 ? [] : [{ ...same[0], pieces }];
  });
}

/** Releases delivered pieces: first in the warehouse of the delivery, for orders then elsewhere. */
export function delivered(
  reservations: readonly Reservation[],
  taken: readonly Reservation[],
): Reservation[] {
  let left = [...reservations];
  for (const take of taken.filter(({ pieces }) => pieces > 0)) {
    let open = take.pieces;
    const own = left.filter(
      ({ holder, product }) => holder === take.holder && product === take.product,
    );
    const here = own.filter(({ spot }) => spot === take.spot);
    const away = isOrderLine(take) ? own.filter(({ spot }) => spot !== take.spot) : [];
    for (const reservation of [...here, ...away]) {
      const less = Math.min(reservation.pieces, open);
      open -= less;
      left = withChange(left, { ...reservation, pieces: -less });
    }
  }
  return left;
}

/** Removes all reservations of an order. */
export const without = (reservations: readonly Reservation[], order: number): Reservation[] =>
  reservations.filter(
    (reservation) => !isOrderLine(reservation) || orderOf(reservation.holder) !== order,
  );

/** Finds orders with returned pieces, or with pieces delivered from another stock type. */
export const regaining = (taken: readonly Take[]): number[] =>
  taken
    .filter((take) => isOrderLine(take) && (take.pieces < 0 || !take.formal))
    .map(({ holder }) => orderOf(holder));

/** Reserves free stock for orders, first in the warehouse with most stock. */
export function reserved(
  papers: readonly Paper[],
  before: readonly Reservation[],
  orders: readonly number[],
): Reservation[] {
  let reservations = [...before];
  for (const at of new Set(orders)) {
    const order = papers[at];
    if (order === undefined || !holds(order)) continue;
    for (const { line, product, pieces } of order.lines) {
      const holder = orderLine(at, line);
      const own = reservations.filter((reservation) => reservation.holder === holder);
      let missing = pieces - takenOf(papers, at, line, 'other', inForce);
      for (const reservation of own) missing -= reservation.pieces;
      const free = spots
        .map((spot) => ({ spot, free: freeAt(papers, reservations, spot, product) }))
        .toSorted((one, other) => other.free - one.free);
      for (const { spot, free: has } of free) {
        const more = Math.min(has, missing);
        if (more <= 0) continue;
        missing -= more;
        reservations = withChange(reservations, { holder, spot, product, pieces: more });
      }
    }
  }
  return reservations;
}

/** Refuses papers that take stock reserved for others. */
export function lockReasons(
  before: readonly Paper[],
  papers: readonly Paper[],
  reservations: readonly Reservation[],
): ErrorKey[] {
  if (reservations.length === 0) return [];
  const [old, now] = [stockOf(before), stockOf(papers)];
  const short = spots.some((spot) =>
    products.some((product) => {
      const [was, is] = [formalOf(old, spot, product), formalOf(now, spot, product)];
      const locked = lockedAt(reservations, spot, product);
      return locked > 0 && is < was && is < locked;
    }),
  );
  return short ? ['stock.locked'] : [];
}

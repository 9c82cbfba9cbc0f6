// What goods are worth in the reference: the moving average of design §3 and §7.1–7.3, one posting after the other.
import { ZERO, decimal, rounded, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { isInside } from './owed.ts';
import type { Move } from './owed.ts';
import { shared } from './papers.ts';
import type { ProductNumber } from './papers.ts';

/**
 * What a product is worth, and the last pair that had goods in it: the average that is known below zero, too. `days` is
 * what each day did, so that what was held at the end of any of them can be told.
 */
export interface Worth {
  readonly quantity: Decimal;
  readonly value: Decimal;
  readonly lastQuantity: Decimal;
  readonly lastValue: Decimal;
  readonly days: ReadonlyMap<number, { readonly quantity: Decimal; readonly value: Decimal }>;
}
export const worthNothing: Worth = {
  quantity: ZERO,
  value: ZERO,
  lastQuantity: ZERO,
  lastValue: ZERO,
  days: new Map(),
};

/** What a paper has posted of one line and journey: as it lies now. Pieces 0: all of it came back. */
export interface Net {
  readonly move: Move;
  readonly pieces: number;
  readonly value: Decimal;
  readonly serials: readonly string[];
}
/** Value without goods that a posting caused on a day; below zero it left. */
export interface Variance {
  readonly key: string;
  readonly product: ProductNumber;
  readonly day: number;
  readonly amount: Decimal;
}
export interface Posted {
  readonly nets: readonly Net[];
  readonly variances: readonly Variance[];
}
export const nothingPosted: Posted = { nets: [], variances: [] };

/** A row to post: `move` is turned round already where it takes something back. */
export interface Row {
  readonly move: Move;
  readonly pieces: number;
  readonly serials: readonly string[];
  readonly undo: boolean;
  /** Its goods stay, and cost something else now. */
  readonly recosts?: boolean;
  /** Of what is taken back: what it was posted at. */
  readonly value: Decimal;
  /** Value alone. */
  readonly variance?: Variance;
}

const turned = (move: Move): Move => ({ ...move, from: move.to, to: move.from });
const keyOf = ({ line, product, lot, stockType, day, from, to }: Move): string =>
  [line, product, lot, stockType, day, ...[from, to].toSorted()].join('|');
const sameWay = (one: Move, other: Move): boolean => one.from === other.from;

interface Change {
  readonly back?: Row;
  readonly more?: Row;
  readonly whole: boolean;
  readonly recosts?: boolean;
}

/** The rows between what a paper has posted and what it owes: what is taken back first, then value alone, then the new. */
export function rowsBetween(posted: Posted, owed: readonly Move[]): Row[] {
  const own = posted.nets.filter(({ pieces }) => pieces > 0);
  const matching = (net: Net, move: Move) =>
    keyOf(net.move) === keyOf(move) && sameWay(net.move, move);
  const kept = own.map((net) =>
    changed(
      net,
      owed.find((move) => matching(net, move)),
    ),
  );
  const fresh = owed.filter((move) => !own.some((net) => matching(net, move))).map(anew);
  const changes = [...kept, ...fresh].filter(
    ({ back, more }) => back !== undefined || more !== undefined,
  );
  const made = owed.some(({ cost }) => cost.by === 'issues');
  if (changes.length === 0) return made ? worthOtherwise(own, owed) : [];
  const all = made ? [...own.map((net) => takenBack(net)), ...owed.map(anew)] : recosted(changes);
  const products = new Set(
    all
      .filter(({ whole, recosts }) => whole && recosts !== true)
      .map(({ back, more }) => (back ?? more)?.move.product),
  );
  return [
    ...all.flatMap(({ back }) => back ?? []),
    ...variancesBack(
      posted.variances.filter(({ product }) => products.has(product)),
      posted,
    ),
    ...all.flatMap(({ more }) => more ?? []),
  ];
}

/** Of a paper whose goods stay: what it made costs what it used and its fees, however they changed. */
function worthOtherwise(own: readonly Net[], owed: readonly Move[]): Row[] {
  const makers = owed.filter(({ cost }) => cost.by === 'issues');
  const keys = makers.map(keyOf);
  const used = own.filter(({ move }) => !keys.includes(keyOf(move))).map(({ value }) => value);
  const worth = madeOf(makers, sum(used));
  const rows = makers.flatMap((move, at): Row[] => {
    const net = own.find((one) => keyOf(one.move) === keyOf(move));
    const value = worth[at] ?? ZERO;
    if (net === undefined || value.equals(net.value)) return [];
    const { pieces, serials } = net;
    const now: Move = { ...move, cost: { by: 'given', value } };
    return [
      { move: turned(net.move), pieces, serials, undo: true, value: net.value, recosts: true },
      { move: now, pieces, serials, undo: false, value: ZERO, recosts: true },
    ];
  });
  return [...rows.filter(({ undo }) => undo), ...rows.filter(({ undo }) => !undo)];
}

/** Goods are costed anew on their own only where nothing else of their product changes. */
function recosted(changes: readonly Change[]): Change[] {
  const productOf = ({ back, more }: Change) => (back ?? more)?.move.product;
  const others = new Set(changes.filter(({ recosts }) => recosts !== true).map(productOf));
  return changes.map((change) => {
    const recosts = change.recosts === true && !others.has(productOf(change));
    const { back, more } = change;
    return {
      ...change,
      recosts,
      ...(back === undefined ? {} : { back: { ...back, recosts } }),
      ...(more === undefined ? {} : { more: { ...more, recosts } }),
    };
  });
}

const anew = (move: Move): Change => ({
  more: { move, pieces: move.pieces, serials: move.serials, undo: false, value: ZERO },
  whole: true,
});

function takenBack(net: Net, pieces = net.pieces, serials = net.serials): Change {
  const whole = pieces === net.pieces;
  const value = whole ? net.value : rounded(net.value.times(pieces).dividedBy(net.pieces), 6);
  return { back: { move: turned(net.move), pieces, serials, undo: true, value }, whole };
}

/** Whose value goods come back at. */
const originText = ({ cost }: Move): string =>
  cost.by === 'origin' ? `${cost.paper} ${cost.line}` : '';

function changed(net: Net, owed: Move | undefined): Change {
  if (owed === undefined) return takenBack(net);
  if (originText(owed) !== originText(net.move)) return { ...takenBack(net), ...anew(owed) };
  const gone = net.serials.filter((serial) => !owed.serials.includes(serial));
  const come = owed.serials.filter((serial) => !net.serials.includes(serial));
  const same = owed.pieces === net.pieces && gone.length === 0 && come.length === 0;
  if (owed.cost.by === 'given' && !(same && owed.cost.value.equals(net.value))) {
    const enters = !isInside(owed.from) && isInside(owed.to);
    return { ...takenBack(net), ...anew(owed), recosts: same && enters && owed.pieces > 0 };
  }
  if (same) return { whole: false };
  const less = Math.max(gone.length, net.pieces - owed.pieces);
  const extra = owed.pieces - (net.pieces - less);
  return {
    ...(less > 0 ? takenBack(net, less, gone) : { whole: false }),
    ...(extra > 0
      ? { more: { move: owed, pieces: extra, serials: come, undo: false, value: ZERO } }
      : {}),
  };
}

function variancesBack(variances: readonly Variance[], { nets }: Posted): Row[] {
  const groups = Map.groupBy(variances, sameVariance);
  return [...groups.values()].flatMap((group): Row[] => {
    const [first] = group;
    const amount = sum(group.map((one) => one.amount)).negated();
    const move = nets[0]?.move;
    if (first === undefined || move === undefined || amount.isZero()) return [];
    const variance = { ...first, amount };
    return [{ move, pieces: 0, serials: [], undo: true, value: amount.abs(), variance }];
  });
}

const sameVariance = ({ key, day }: Variance): string => `${key}|${day}`;

/** Which way a row crosses the border of the company's stock. */
function directionOf({ move, variance }: Row): 'in' | 'out' | 'none' {
  if (variance !== undefined) return variance.amount.isNegative() ? 'out' : 'in';
  if (isInside(move.from) === isInside(move.to)) return 'none';
  return isInside(move.to) ? 'in' : 'out';
}

/** What is taken back first, what leaves before what enters; the average last of what enters, first of what leaves. */
function rankOf(row: Row): number {
  const [leaves, average] = [directionOf(row) === 'out', row.move.cost.by === 'average'];
  if (row.undo) return leaves ? 0 : 1;
  if (leaves) return average ? 2 : 3;
  return average ? 5 : 4;
}

export interface Valued {
  readonly values: readonly Decimal[];
  readonly variances: readonly Variance[];
  readonly worth: ReadonlyMap<ProductNumber, Worth>;
}

type Origin = (paper: number, line: number) => { pieces: number; value: Decimal };

const dayOf = ({ variance, move }: Row): number => variance?.day ?? move.day;
const productOf = ({ variance, move }: Row): ProductNumber => variance?.product ?? move.product;

/**
 * Values rows, each by what its own day held at its end; `origin` tells what a line of another paper has posted. Every day
 * after it gets the same rows at the same values: what they leave behind otherwise than on the day before is value without
 * goods of that day. What a day has left without goods, or below 0, later days don't get back.
 */
export function valued(
  before: ReadonlyMap<ProductNumber, Worth>,
  rows: readonly Row[],
  origin: Origin,
): Valued {
  const crossing = rows.filter((row) => directionOf(row) !== 'none');
  const products = new Set(crossing.map(productOf));
  const worth = new Map(before);
  const of = (product: ProductNumber): Worth => before.get(product) ?? worthNothing;
  const first = Math.min(...crossing.map(dayOf));
  const booked = [...products].flatMap((product) => [...of(product).days.keys()]);
  const days = new Set([...crossing.map(dayOf), ...booked.filter((day) => day > first)]);
  const values = new Map<Row, Decimal>();
  const variances: Variance[] = [];
  const lost = new Map<ProductNumber, Decimal>();
  let passed = new Map<Row, Decimal>();
  for (const day of [...days].toSorted((one, other) => one - other)) {
    const held = new Map(
      [...products].map((product) => [product, endOf(of(product), day, lost.get(product) ?? ZERO)]),
    );
    const { touched, left } = onDay(
      held,
      crossing.filter((row) => dayOf(row) <= day),
      values,
      origin,
    );
    for (const row of new Set([...passed.keys(), ...left.keys()]))
      variances.push(...without(row, day, (left.get(row) ?? ZERO).minus(passed.get(row) ?? ZERO)));
    for (const [product, row] of touched) {
      const now = held.get(product) ?? worthNothing;
      const more = offSide(now).negated();
      worth.set(product, after(now, now.quantity, now.value.plus(more)));
      lost.set(product, (lost.get(product) ?? ZERO).plus(more));
      variances.push(...without(row, day, more));
    }
    passed = left;
  }
  for (const product of products)
    worth.set(product, withDays(worth.get(product) ?? worthNothing, product, values, variances));
  return { values: rows.map((row) => values.get(row) ?? ZERO), variances, worth };
}

/** What was held at the end of a day, less what this posting has lost by then. */
function endOf(now: Worth, day: number, lost: Decimal): Worth {
  const later = [...now.days].filter(([other]) => other > day).map(([, change]) => change);
  const quantity = now.quantity.minus(sum(later.map((change) => change.quantity)));
  const value = now.value.minus(sum(later.map((change) => change.value)));
  return after(now, quantity, value.plus(lost));
}

/** Value that lies where no goods are, or on the other side of zero. */
function offSide({ quantity, value }: Worth): Decimal {
  const onItsSide =
    quantity.isZero() || value.isZero() ? value.isZero() : quantity.gt(0) === value.gt(0);
  return onItsSide ? ZERO : value;
}

function without({ move, variance }: Row, day: number, amount: Decimal): Variance[] {
  if (amount.isZero()) return [];
  const { product, lot, stockType, from, to } = move;
  const own = [product, lot, stockType, isInside(from) ? from : to].join('|');
  return [{ ...(variance ?? { key: own, product }), day, amount }];
}

function withDays(
  now: Worth,
  product: ProductNumber,
  values: ReadonlyMap<Row, Decimal>,
  variances: readonly Variance[],
): Worth {
  const days = new Map(now.days);
  const add = (day: number, quantity: Decimal, value: Decimal): void => {
    const had = days.get(day) ?? { quantity: ZERO, value: ZERO };
    days.set(day, { quantity: had.quantity.plus(quantity), value: had.value.plus(value) });
  };
  for (const [row, value] of values) {
    if (productOf(row) !== product) continue;
    const sign = directionOf(row) === 'out' ? -1 : 1;
    add(dayOf(row), decimal(row.pieces).times(sign), value.times(sign));
  }
  for (const one of variances) if (one.product === product) add(one.day, ZERO, one.amount);
  return { ...now, days };
}

/** What rows make of what a day holds. `values` keeps what each was found to be worth on its own day. */
function onDay(
  worth: Map<ProductNumber, Worth>,
  rows: readonly Row[],
  values: Map<Row, Decimal>,
  origin: Origin,
): { touched: Map<ProductNumber, Row>; left: Map<Row, Decimal> } {
  const touched = new Map<ProductNumber, Row>();
  const left = new Map<Row, Decimal>();
  const of = (product: ProductNumber): Worth => worth.get(product) ?? worthNothing;
  const leave = (row: Row, amount: Decimal): void => {
    if (!amount.isZero()) left.set(row, amount);
  };
  let issued = ZERO;
  let made: Decimal[] | null = null;
  const makers = rows.filter((row) => row.move.cost.by === 'issues' && !row.undo);
  const order = rows
    .map((row, at) => ({ row, at }))
    .toSorted((one, other) => rankOf(one.row) - rankOf(other.row) || one.at - other.at);
  // What goods came to cost since they came is theirs as far as so many are there; the rest is value without goods.
  const recosting = rows.filter((row) => row.recosts === true);
  for (const [product, group] of Map.groupBy(recosting, ({ move }) => move.product)) {
    const held = of(product);
    let [more, pieces] = [ZERO, 0];
    for (const row of group) {
      const value = values.get(row) ?? valueOf(row, held, origin);
      values.set(row, value);
      touched.set(product, row);
      more = row.undo ? more.minus(value) : more.plus(value);
      pieces += row.undo ? 0 : row.pieces;
    }
    const there = Math.max(0, Math.min(pieces, held.quantity.toNumber()));
    const kept = rounded(more.times(there).dividedBy(pieces), 6);
    worth.set(product, after(held, held.quantity, held.value.plus(kept)));
    const last = group.at(-1);
    if (last !== undefined) leave(last, kept.minus(more));
  }
  for (const { row } of order) {
    if (row.recosts === true) continue;
    const product = productOf(row);
    const held = of(product);
    if (makers.includes(row))
      made ??= madeOf(
        makers.map(({ move }) => move),
        issued,
      );
    const value = values.get(row) ?? made?.[makers.indexOf(row)] ?? valueOf(row, held, origin);
    values.set(row, value);
    touched.set(product, row);
    if (directionOf(row) === 'out') {
      if (!row.undo) issued = issued.plus(value);
      worth.set(product, after(held, held.quantity.minus(row.pieces), held.value.minus(value)));
      continue;
    }
    const quantity = held.quantity.plus(row.pieces);
    const fills = !row.undo && row.pieces > 0 && held.quantity.isNegative();
    const plain = held.value.plus(value);
    // Goods that fill a hole take the hole's own value; what is left over of the receipt keeps the receipt's.
    const kept = !fills
      ? plain
      : rounded(
          quantity.gt(0)
            ? value.times(quantity).dividedBy(row.pieces)
            : held.value.times(quantity).dividedBy(held.quantity),
          6,
        );
    worth.set(product, after(held, quantity, kept));
    leave(row, kept.minus(plain));
  }
  return { touched, left };
}

function madeOf(makers: readonly Move[], issued: Decimal): Decimal[] {
  const costs = makers.flatMap(({ cost }) => (cost.by === 'issues' ? [cost] : []));
  const whole = issued.plus(sum(costs.map(({ plus }) => plus)));
  return shared(
    whole,
    costs.map(({ weight }) => weight),
  );
}

function valueOf(
  { undo, value, variance, move: { cost }, pieces }: Row,
  held: Worth,
  origin: Origin,
): Decimal {
  if (undo || variance !== undefined) return value;
  if (cost.by === 'given') return cost.value;
  if (cost.by === 'origin') {
    const source = origin(cost.paper, cost.line);
    if (source.pieces > 0) return rounded(source.value.times(pieces).dividedBy(source.pieces), 6);
  }
  return averageOf(held, pieces);
}

/** All of the value for all of the goods, else the last average that is known. */
function averageOf(held: Worth, pieces: number): Decimal {
  if (held.quantity.equals(pieces) && held.value.gte(0)) return held.value;
  if (held.lastQuantity.isZero()) return ZERO;
  return rounded(decimal(pieces).times(held.lastValue).dividedBy(held.lastQuantity), 6);
}

const after = (held: Worth, quantity: Decimal, value: Decimal): Worth =>
  quantity.gt(0) && value.gte(0)
    ? { ...held, quantity, value, lastQuantity: quantity, lastValue: value }
    : { ...held, quantity, value };

/** What a paper has posted once these rows are. */
export function postedAfter(
  { nets, variances }: Posted,
  rows: readonly Row[],
  made: Valued,
): Posted {
  const next = new Map(nets.map((net) => [keyOf(net.move), net]));
  const back = new Map<string, Decimal>();
  rows.forEach((row, at) => {
    if (row.variance !== undefined) {
      back.set(sameVariance(row.variance), row.variance.amount);
      return;
    }
    const key = keyOf(row.move);
    next.set(key, added(next.get(key), row, made.values[at] ?? ZERO));
  });
  const taken = [...back].flatMap(([key, amount]) => {
    const one = variances.find((known) => sameVariance(known) === key);
    return one === undefined ? [] : [{ ...one, amount }];
  });
  return { nets: [...next.values()], variances: [...variances, ...taken, ...made.variances] };
}

function added(net: Net | undefined, { move, pieces, serials }: Row, value: Decimal): Net {
  if (net === undefined || net.pieces === 0) return { move, pieces, value, serials };
  if (sameWay(net.move, move))
    return {
      ...net,
      pieces: net.pieces + pieces,
      value: net.value.plus(value),
      serials: [...net.serials, ...serials],
    };
  return {
    ...net,
    pieces: net.pieces - pieces,
    value: net.value.minus(value),
    serials: net.serials.filter((serial) => !serials.includes(serial)),
  };
}

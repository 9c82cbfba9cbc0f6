// Difference posting of the reference: rows between a paper's existing and required postings.
import { ZERO, rounded, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { isInside } from './owed.ts';
import type { Move } from './owed.ts';
import { madeOf } from './posting.ts';
import type { Net, Posted, Row, Variance } from './posting.ts';
import type { Valued } from './worth.ts';

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

/** Returns the rows from existing to required postings: reversals first, then value-only rows, then new rows. */
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
  const fresh = owed.filter((move) => !own.some((net) => matching(net, move))).map(afresh);
  const changes = [...kept, ...fresh].filter(
    ({ back, more }) => back !== undefined || more !== undefined,
  );
  const made = owed.some(({ cost }) => cost.by === 'issues');
  if (changes.length === 0) return made ? worthOtherwise(own, owed) : [];
  const all = made ? [...own.map((net) => takenBack(net)), ...owed.map(afresh)] : recosted(changes);
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

/** Returns rows for produced goods with a changed cost: the cost of used goods and the fees. */
function worthOtherwise(own: readonly Net[], owed: readonly Move[]): Row[] {
  const outputs = owed.filter(({ cost }) => cost.by === 'issues');
  const keys = outputs.map(keyOf);
  const used = own.filter(({ move }) => !keys.includes(keyOf(move))).map(({ value }) => value);
  const worth = madeOf(outputs, sum(used));
  const rows = outputs.flatMap((move, at): Row[] => {
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

/** Marks changes as changes of cost only for products without other changes. */
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

const afresh = (move: Move): Change => ({
  more: { move, pieces: move.pieces, serials: move.serials, undo: false, value: ZERO },
  whole: true,
});

function takenBack(net: Net, pieces = net.pieces, serials = net.serials): Change {
  const whole = pieces === net.pieces;
  const value = whole ? net.value : rounded(net.value.times(pieces).dividedBy(net.pieces), 6);
  return { back: { move: turned(net.move), pieces, serials, undo: true, value }, whole };
}

/** Returns the source line that gives returned goods their value. */
const originText = ({ cost }: Move): string =>
  cost.by === 'origin' ? `${cost.paper} ${cost.line}` : '';

function changed(net: Net, owed: Move | undefined): Change {
  if (owed === undefined) return takenBack(net);
  if (originText(owed) !== originText(net.move)) return { ...takenBack(net), ...afresh(owed) };
  const gone = net.serials.filter((serial) => !owed.serials.includes(serial));
  const come = owed.serials.filter((serial) => !net.serials.includes(serial));
  const same = owed.pieces === net.pieces && gone.length === 0 && come.length === 0;
  if (owed.cost.by === 'given' && !(same && owed.cost.value.equals(net.value))) {
    const enters = !isInside(owed.from) && isInside(owed.to);
    return { ...takenBack(net), ...afresh(owed), recosts: enters && owed.pieces > 0 };
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

/** Returns the postings of a paper after the rows. */
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

// Activities in the reference: reserved, sold and returned pieces.
import type { ErrorKey } from '@tradehouse/domain';
import type { Outcome, State } from './books.ts';
import { activityName, freeAt, withChange } from './reservations.ts';
import type { Reservation } from './reservations.ts';
import { missingKey, productName } from './masters.ts';
import type { MasterName } from './masters.ts';
import type { Paper, ProductNumber, Spot } from './papers.ts';

export interface ActivityLine {
  readonly product: ProductNumber;
  readonly spot: Spot;
  /** Pieces to be sold during the activity. */
  readonly target: number;
  readonly sold: number;
}
export interface Activity {
  readonly lines: readonly ActivityLine[];
  /** True if the activity has ever locked stock, recorded in the history of locks. */
  readonly held: boolean;
  readonly ended: boolean;
  readonly deleted: boolean;
}
interface Held {
  readonly papers: readonly Paper[];
  readonly activities: readonly Activity[];
  readonly reservations: readonly Reservation[];
}

const heldBy = (
  reservations: readonly Reservation[],
  at: number,
  { spot, product }: ActivityLine,
): number =>
  reservations.find(
    (reservation) =>
      reservation.holder === activityName(at) &&
      reservation.spot === spot &&
      reservation.product === product,
  )?.pieces ?? 0;

/** Locks the unsold part of an activity's target, or releases stock after the target was lowered. */
function wanting(
  before: Held,
  at: number,
  lines: readonly ActivityLine[],
): { readonly reservations: readonly Reservation[]; readonly reasons: readonly ErrorKey[] } {
  const { papers } = before;
  const reasons: ErrorKey[] = [];
  let { reservations } = before;
  for (const line of lines) {
    const change = Math.max(line.target - line.sold, 0) - heldBy(reservations, at, line);
    // A reservation that does not grow is always allowed, even with negative stock.
    if (change > Math.max(freeAt(papers, before.reservations, line.spot, line.product), 0))
      reasons.push('stock.lockTooMuch');
    const { spot, product } = line;
    reservations = withChange(reservations, {
      holder: activityName(at),
      spot,
      product,
      pieces: change,
    });
  }
  return { reservations, reasons };
}

const lettingGo = (reservations: readonly Reservation[], at: number): Reservation[] =>
  reservations.filter(({ holder }) => holder !== activityName(at));

/** Counts sales; a return during an activity is reserved again, up to the target and the free stock (S10). */
export function countSold(
  { papers, activities, reservations }: Held,
  taken: readonly Reservation[],
): Held {
  let now: Held = { papers, activities, reservations };
  activities.forEach((activity, at) => {
    const own = taken.filter(({ holder }) => holder === activityName(at));
    const lines = activity.lines.map((line) => {
      const take = own.find(({ spot, product }) => spot === line.spot && product === line.product);
      if (take === undefined) return line;
      const { spot, product } = line;
      const wants = line.target - heldBy(now.reservations, at, line);
      const back = Math.min(-take.pieces, wants, freeAt(papers, now.reservations, spot, product));
      if (back > 0 && !activity.ended)
        now = { ...now, reservations: withChange(now.reservations, { ...take, pieces: back }) };
      return { ...line, sold: line.sold + take.pieces };
    });
    now = { ...now, activities: now.activities.with(at, { ...activity, lines }) };
  });
  return now;
}

export type ActivityAct =
  | { readonly act: 'activity'; readonly lines: readonly ActivityLine[] }
  | {
      readonly act: 'retarget';
      readonly at: number;
      readonly lines: readonly ActivityLine[];
    }
  | { readonly act: 'endActivity' | 'dropActivity'; readonly at: number };

/** Starts, changes, ends or deletes an activity. */
export function activityStep(state: State, act: ActivityAct): Outcome {
  const { papers, activities } = state;
  const at = act.act === 'activity' ? activities.length : act.at;
  const before = activities[at];
  const keep = (change: Partial<Activity>, reservations: readonly Reservation[]): State => {
    const after = { lines: [], held: false, ended: false, deleted: false, ...before, ...change };
    const all = before === undefined ? [...activities, after] : activities.with(at, after);
    return { ...state, activities: all, reservations };
  };
  const reasons: ErrorKey[] = [];
  if (act.act !== 'activity' && (before?.deleted ?? true)) reasons.push('record.missing');
  if (act.act === 'activity' || act.act === 'retarget') {
    const { reservations, reasons: more } = wanting(state, at, act.lines);
    if (before?.ended === true) reasons.push('activity.ended');
    const held =
      before?.held === true || reservations.some(({ holder }) => holder === activityName(at));
    const next = keep({ lines: act.lines, held }, reservations);
    return { state: next, reasons: [...reasons, ...more, ...goneOf(state, act.lines)] };
  }
  const left = lettingGo(state.reservations, at);
  if (act.act === 'endActivity') {
    if (before?.ended === true) reasons.push('activity.ended');
    return { state: keep({ ended: true }, left), reasons };
  }
  if (papers.some(({ activity }) => activity === at))
    reasons.push('record.inUse', 'activity.inBooks');
  if (before?.held === true) reasons.push('activity.inBooks');
  return { state: keep({ deleted: true }, left), reasons };
}

/** Returns the master data used by an activity; a deleted activity uses none. */
export const namedByActivity = ({ lines, deleted }: Activity): MasterName[] =>
  deleted ? [] : namesOf(lines);
const namesOf = (lines: readonly ActivityLine[]): MasterName[] =>
  lines.flatMap(({ product, spot }) => [productName(product), spot]);
const goneOf = ({ gone }: State, lines: readonly ActivityLine[]): ErrorKey[] =>
  namesOf(lines)
    .filter((name) => gone.has(name))
    .flatMap(missingKey);

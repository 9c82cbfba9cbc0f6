import type { Weight } from '@tradehouse/contract';

/** What a column asks of the width of its table, in pixels. */
export interface Asking {
  readonly name: string;
  /** Below this something of it could not be read. */
  readonly least: number;
  /** With this nothing of it is cut. */
  readonly wish: number;
  readonly weight: Weight;
  /** It takes what is spare. */
  readonly grows: boolean;
}

/** A column's place and width, in pixels. */
export interface Placed {
  readonly name: string;
  readonly width: number;
}

const WEIGHTS: readonly Weight[] = ['most', 'some', 'least'];
const sumOf = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, 0);

/**
 * Which columns have room at their least widths: those that matter most always; of the next those that fit; what matters
 * less still only where none of these had to go, and all of them are half as wide as they wish.
 */
function within(columns: readonly Asking[], room: number): ReadonlySet<string> {
  const chosen = new Set<string>();
  let left = room;
  for (const weight of WEIGHTS) {
    const alike = columns.filter((one) => one.weight === weight);
    if (weight === 'least')
      left -= sumOf(
        columns.map(({ name, wish, least }) => (chosen.has(name) ? (wish - least) / 2 : 0)),
      );
    for (const { name, least } of alike) {
      if (weight !== 'most' && least > left) continue;
      chosen.add(name);
      left -= least;
    }
    if (!alike.every(({ name }) => chosen.has(name))) break;
  }
  return chosen;
}

/** Columns that fill the room: each on its way from its least width to its wish, then what is spare to those that grow, else to the first. */
function filling(columns: readonly Asking[], room: number): readonly Placed[] {
  const least = sumOf(columns.map((one) => one.least));
  const lacking = sumOf(columns.map(({ wish, least: from }) => wish - from));
  const share = lacking === 0 ? 0 : Math.min(1, Math.max(0, room - least) / lacking);
  const widths = columns.map(({ least: from, wish }) => from + Math.floor((wish - from) * share));
  const spare = Math.max(0, room - sumOf(widths));
  const first = Math.max(
    0,
    columns.findIndex(({ grows }) => grows),
  );
  const growing = columns.map(({ grows }, at) => grows || at === first);
  const growers = growing.filter(Boolean).length;
  const [each, over] = [Math.floor(spare / growers), spare % growers];
  return columns.map(({ name }, at) => ({
    name,
    width: (widths[at] ?? 0) + (growing[at] === true ? each : 0) + (at === first ? over : 0),
  }));
}

/**
 * Columns as they stand in a table that is `room` pixels wide. What there is no room for stands behind all others, where
 * one can scroll to it; `keepsOrder`: the user put them in order, so they stay in it.
 */
export function fitted(
  columns: readonly Asking[],
  room: number,
  keepsOrder: boolean,
): readonly Placed[] {
  const seen = within(columns, room);
  const filled = filling(
    columns.filter(({ name }) => seen.has(name)),
    room,
  );
  const behind = columns.flatMap(({ name, wish }) =>
    seen.has(name) ? [] : [{ name, width: wish }],
  );
  const placed = [...filled, ...behind];
  if (!keepsOrder) return placed;
  return columns.flatMap(({ name }) => placed.filter((one) => one.name === name));
}

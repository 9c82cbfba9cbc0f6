import type { Weight } from '@tradehouse/contract';

/** What a column asks of the width of its table, in pixels. */
export interface Asking {
  readonly name: string;
  /** Below this something of it could not be read. */
  readonly least: number;
  /** With this none of its cells is cut. */
  readonly content: number;
  /** With this its title stands in one line, too, and a moment shows its minute. */
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

/** Pixels by which a column of text grows beyond its wish before all columns do. */
const GROWTH = 120;

/**
 * Widths that grow alike towards their goals, as far as `spare` goes: a column that lacks little is whole before one
 * that lacks much.
 */
function grown(widths: readonly number[], goals: readonly number[], spare: number): number[] {
  const result = [...widths];
  const lacks = (at: number): number => Math.max(0, (goals[at] ?? 0) - (result[at] ?? 0));
  const order = [...result.keys()]
    .filter((at) => lacks(at) > 0)
    .toSorted((one, other) => lacks(one) - lacks(other) || one - other);
  let left = spare;
  for (const [passed, at] of order.entries()) {
    const part = Math.min(lacks(at), Math.ceil(left / (order.length - passed)));
    result[at] = (result[at] ?? 0) + part;
    left -= part;
  }
  return result;
}

/**
 * Columns that fill the room: none of their cells is cut while there is room, then titles come into one line, then texts
 * grow, and what is left over goes to all.
 */
function filling(columns: readonly Asking[], room: number): readonly Placed[] {
  const first = Math.max(
    0,
    columns.findIndex(({ grows }) => grows),
  );
  const steps = [
    columns.map(({ content }) => content),
    columns.map(({ wish }) => wish),
    columns.map(({ wish, grows }, at) => (grows || at === first ? wish + GROWTH : wish)),
    columns.map(() => room),
  ];
  const widths = steps.reduce(
    (reached, goals) => grown(reached, goals, Math.max(0, room - sumOf(reached))),
    columns.map(({ least }) => least),
  );
  return columns.map(({ name }, at) => ({ name, width: widths[at] ?? 0 }));
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

import type { Weight } from '@tradehouse/contract';

/** Width request of a column, in pixels. */
export interface ColumnWidthRequest {
  readonly name: string;
  /** Minimum width: below, part of the content is unreadable. */
  readonly least: number;
  /** Width at which no cell is cut. */
  readonly content: number;
  /** Width at which the title fits in one line, too, and a time shows the minute. */
  readonly wish: number;
  readonly weight: Weight;
  /** True: the column takes spare space. */
  readonly grows: boolean;
}

/** A column's place and width, in pixels. */
export interface FittedColumn {
  readonly name: string;
  readonly width: number;
}

const WEIGHTS: readonly Weight[] = ['most', 'some', 'least'];
const sumWidths = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, 0);

/**
 * Returns the columns that fit at minimum width: important columns always; normal columns while space
 * lasts; minor columns only if no normal column was dropped and all have half their wish.
 */
function selectFittingColumns(
  columns: readonly ColumnWidthRequest[],
  room: number,
): ReadonlySet<string> {
  const chosen = new Set<string>();
  let left = room;
  for (const weight of WEIGHTS) {
    const alike = columns.filter((one) => one.weight === weight);
    if (weight === 'least')
      left -= sumWidths(
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

/** Pixels by which a text column grows beyond its wish before all columns grow. */
const GROWTH = 120;

/** Grows widths evenly towards the goals within `spare`: columns that lack little are complete first. */
function growWidths(widths: readonly number[], goals: readonly number[], spare: number): number[] {
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
 * Distributes space: first no cell is cut, then titles fit in one line, then texts grow, and the rest goes
 * to all.
 */
function fillTableWidth(
  columns: readonly ColumnWidthRequest[],
  room: number,
): readonly FittedColumn[] {
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
    (reached, goals) => growWidths(reached, goals, Math.max(0, room - sumWidths(reached))),
    columns.map(({ least }) => least),
  );
  return columns.map(({ name }, at) => ({ name, width: widths[at] ?? 0 }));
}

/**
 * Places columns in `room` pixels. Columns without space move to the end, reachable by scrolling;
 * `keepsOrder`: the user's order remains.
 */
export function fitColumns(
  columns: readonly ColumnWidthRequest[],
  room: number,
  keepsOrder: boolean,
): readonly FittedColumn[] {
  const seen = selectFittingColumns(columns, room);
  const filled = fillTableWidth(
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

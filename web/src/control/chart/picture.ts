import { ZERO, decimal, toPlainDecimal } from '@tradehouse/domain';
import type { FigureType } from '../format.ts';

/** Named values, one for each label. */
export interface Series {
  readonly name: string;
  /** Exact decimals, one for each label; null: unknown. */
  readonly values: readonly (string | null)[];
}

/** A chart: one question and the answering figures. */
export interface ChartPicture {
  /** `bars` stand side by side, `rows` stack, a `donut` shows parts of a whole. */
  readonly as: 'bars' | 'rows' | 'line' | 'donut';
  readonly title: string;
  readonly labels: readonly string[];
  /** `rows` and `donut` have exactly one series. */
  readonly series: readonly Series[];
  readonly figure: FigureType;
}

/** Number of donut parts, limited by the theme's five colours. */
const PARTS = 5;

/** Figure at a position, such as a month; `value` is an exact decimal. */
export interface Point {
  readonly along: string;
  readonly line: string;
  readonly value: string;
}

/** Number of distinguishable lines besides the line for the rest; limited by the colours. */
const LINES = 4;

/**
 * Returns points as lines over all positions, in order: the largest lines, and the rest summed as one.
 *
 * @param other name of the rest
 */
export function chartLinesOf(
  points: readonly Point[],
  other: string,
): Pick<ChartPicture, 'labels' | 'series'> {
  const labels = [...new Set(points.map(({ along }) => along))].toSorted();
  const sum = (some: readonly Point[]) =>
    some.reduce((all, { value }) => all.plus(value), decimal(0));
  const lines = [...Map.groupBy(points, ({ line }) => line)].toSorted(([, one], [, two]) =>
    sum(two).comparedTo(sum(one)),
  );
  const beyond = lines.slice(LINES).flatMap(([, some]) => some);
  const shown = [
    ...lines.slice(0, LINES),
    ...(beyond.length === 0 ? [] : [[other, beyond] as const]),
  ];
  return {
    labels,
    series: shown.map(([name, some]) => ({
      name,
      values: labels.map((label) =>
        toPlainDecimal(sum(some.filter(({ along }) => along === label))),
      ),
    })),
  };
}

/** A part of a whole; `value` is an exact decimal. */
export interface ChartPart {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/**
 * Returns donut parts: the largest rows, and the rest of the whole as one more. Values not above zero are
 * no part.
 *
 * @param rows the largest rows, if available at least as many as a donut's parts @param other name of the
 * rest
 */
export function donutPartsOf(
  rows: readonly ChartPart[],
  whole: string,
  other: string,
): readonly ChartPart[] {
  const parts = rows.filter(({ value }) => decimal(value).gt(0));
  const beyond = (few: readonly ChartPart[]) =>
    few.reduce((left, { value }) => left.minus(value), decimal(whole));
  if (parts.length <= PARTS && beyond(parts).lte(ZERO)) return parts;
  const shown = parts.slice(0, PARTS - 1);
  const left = beyond(shown);
  return left.gt(0) ? [...shown, { id: '', name: other, value: toPlainDecimal(left) }] : shown;
}

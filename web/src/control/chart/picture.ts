import { ZERO, decimal, plain } from '@tradehouse/domain';
import type { FigureType } from '../format.ts';

/** What is told of each label. */
export interface Series {
  readonly name: string;
  /** Exact decimals, one for each label; null: nothing is known there. */
  readonly values: readonly (string | null)[];
}

/** A chart: the one question it answers, and the figures that do. */
export interface Picture {
  /** `bars` stand side by side, `rows` lie below each other, a `donut` shows parts of a whole. */
  readonly as: 'bars' | 'rows' | 'line' | 'donut';
  readonly title: string;
  readonly labels: readonly string[];
  /** Of `rows` and a `donut` there is one. */
  readonly series: readonly Series[];
  /** What all its figures are. */
  readonly figure: FigureType;
}

/** Number of parts of a donut: each has a colour of its own, and there are five. */
const PARTS = 5;

/** A figure of something at a place along a chart, such as a month; `value` is an exact decimal. */
export interface Point {
  readonly along: string;
  readonly line: string;
  readonly value: string;
}

/** How many lines can be told from each other, beside that of all others: there is no more of colours. */
const LINES = 4;

/**
 * Points as lines over all the places there are, in their order: the largest, and all others together as one more.
 *
 * @param other what those others are called
 */
export function linesOf(
  points: readonly Point[],
  other: string,
): Pick<Picture, 'labels' | 'series'> {
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
      values: labels.map((label) => plain(sum(some.filter(({ along }) => along === label)))),
    })),
  };
}

/** A part of a whole; `value` is an exact decimal. */
export interface Part {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/**
 * The parts of a donut: the largest rows, and what the whole has beyond them as one more. What is not above zero is no part.
 *
 * @param rows the largest of the whole, at least as many as a donut has parts where there are so many
 * @param other what is called so much that is beyond them
 */
export function partsOf(rows: readonly Part[], whole: string, other: string): readonly Part[] {
  const parts = rows.filter(({ value }) => decimal(value).gt(0));
  const beyond = (few: readonly Part[]) =>
    few.reduce((left, { value }) => left.minus(value), decimal(whole));
  if (parts.length <= PARTS && beyond(parts).lte(ZERO)) return parts;
  const shown = parts.slice(0, PARTS - 1);
  const left = beyond(shown);
  return left.gt(0) ? [...shown, { id: '', name: other, value: plain(left) }] : shown;
}

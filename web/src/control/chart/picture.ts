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

/** How many parts a donut has: eyes follow no more. */
const PARTS = 10;

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

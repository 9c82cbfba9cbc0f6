/** Measured value beside its upper limit. */
export interface WebFigure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'kB' | 'ms' | 's' | 'lost';
  /** The budget; null: for comparison only. */
  readonly most: number | null;
  /** Further remark. */
  readonly beside?: string;
}

/** Returns the value with this share of the sorted values below, 0 for no values. */
export const quantileOrZero = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

export const isWithinBudget = ({ value, most }: WebFigure): boolean =>
  most === null || value <= most;

/** Formats a line: name, value, budget, kept or not. */
export function formatWebFigure(figure: WebFigure): string {
  const { what, value, unit, most, beside = '' } = figure;
  const budget = most === null ? '' : `≤ ${most} ${unit}`;
  const verdict = most === null ? '' : isWithinBudget(figure) ? 'kept' : 'MISSED';
  const measured = `${value.toFixed(unit === 's' ? 2 : 1)} ${unit}`;
  return `${what.padEnd(44)}${measured.padStart(11)}  ${budget.padEnd(11)} ${verdict.padEnd(6)}  ${beside}`.trimEnd();
}

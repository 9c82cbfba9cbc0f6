/** One thing that was measured, beside the most that it may be. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'kB' | 'ms' | 's' | 'lost';
  /** The budget; null: for comparison only. */
  readonly most: number | null;
  /** What else is worth knowing. */
  readonly beside?: string;
}

/** The value below which that share of the sorted ones lies. */
export const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

export const kept = ({ value, most }: Figure): boolean => most === null || value <= most;

/** A line of what the run prints: what, measured, budget, and whether it is kept. */
export function line(figure: Figure): string {
  const { what, value, unit, most, beside = '' } = figure;
  const budget = most === null ? '' : `≤ ${most} ${unit}`;
  const verdict = most === null ? '' : kept(figure) ? 'kept' : 'MISSED';
  const measured = `${value.toFixed(unit === 's' ? 2 : 1)} ${unit}`;
  return `${what.padEnd(44)}${measured.padStart(11)}  ${budget.padEnd(11)} ${verdict.padEnd(6)}  ${beside}`.trimEnd();
}

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

export type RankedReportSql = RawBuilder<unknown>;

/** Figure: the required sums, and the SQL over a relation; `Before` selects the compared period. */
export interface MeasureFormula {
  readonly sums: readonly string[];
  readonly toSql: (relation: string, suffix: '' | 'Before') => RankedReportSql;
}
export const measureFromSum = (name: string): MeasureFormula => ({
  sums: [name],
  toSql: (relation, suffix) => sql.ref(`${relation}.${name}${suffix}`),
});
const combineMeasures = (
  parts: readonly MeasureFormula[],
  combine: (...parts: readonly RankedReportSql[]) => RankedReportSql,
): MeasureFormula => ({
  sums: parts.flatMap(({ sums }) => sums),
  toSql: (...source) => combine(...parts.map(({ toSql }) => toSql(...source))),
});
export const addMeasures = (...parts: readonly MeasureFormula[]): MeasureFormula =>
  combineMeasures(parts, (...all) => sql`(${sql.join(all, sql` + `)})`);
export const subtractMeasures = (...parts: readonly MeasureFormula[]): MeasureFormula =>
  combineMeasures(parts, (...all) => sql`(${sql.join(all, sql` - `)})`);
export const divideMeasures = (
  part: MeasureFormula,
  whole: MeasureFormula,
  digits: number,
  times = 1,
): MeasureFormula =>
  combineMeasures(
    [part, whole],
    (numerator, denominator) =>
      sql`round(${numerator} * ${sql.lit(times)} / nullif(${denominator}, 0), ${sql.lit(digits)})`,
  );

/** Returns the sums needed by these figures: fewer sums are faster. */
export function selectNeededSums(
  sums: readonly string[],
  figures: readonly MeasureFormula[],
): readonly string[] {
  const needed = new Set(figures.flatMap((figure) => figure.sums));
  return sums.filter((name) => needed.has(name));
}

/** Columns of a figure: present, before, and growth in per cent. */
export const columnsOfMeasure = (name: string) => [name, `${name}Before`, `${name}Growth`] as const;

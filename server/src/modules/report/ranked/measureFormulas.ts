import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

export type RankedReportSql = RawBuilder<unknown>;

/** Figure: the required sums, and the SQL over a relation; `when` is `Before` for the compared period. */
export interface MeasureFormula {
  readonly sums: readonly string[];
  readonly at: (relation: string, when: '' | 'Before') => RankedReportSql;
}
export const measureFromSum = (name: string): MeasureFormula => ({
  sums: [name],
  at: (relation, when) => sql.ref(`${relation}.${name}${when}`),
});
const combineMeasures = (
  parts: readonly MeasureFormula[],
  of: (...parts: readonly RankedReportSql[]) => RankedReportSql,
): MeasureFormula => ({
  sums: parts.flatMap(({ sums }) => sums),
  at: (...where) => of(...parts.map(({ at }) => at(...where))),
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
    (counted, of) =>
      sql`round(${counted} * ${sql.lit(times)} / nullif(${of}, 0), ${sql.lit(digits)})`,
  );

/** Returns the sums needed by these figures: fewer sums are faster. */
export function neededBy(
  sums: readonly string[],
  figures: readonly MeasureFormula[],
): readonly string[] {
  const needed = new Set(figures.flatMap((one) => one.sums));
  return sums.filter((name) => needed.has(name));
}

/** Columns of a figure: present, before, and growth in per cent. */
export const columnsOfMeasure = (name: string) => [name, `${name}Before`, `${name}Growth`] as const;

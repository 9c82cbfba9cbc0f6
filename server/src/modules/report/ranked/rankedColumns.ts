import { choiceLabel } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import { columnsOfMeasure } from './measureFormulas.ts';
import type { MeasureFormula, RankedReportSql } from './measureFormulas.ts';
import type { RankedQuery } from './rankedQuery.ts';
import { rankPositions } from './rankPositions.ts';
import type { RankColumn } from './rankPositions.ts';

type LookupColumn = 'documentId' | 'kind' | 'name' | 'secondName';
type RankedCommonColumn = LookupColumn | 'id' | 'firstId' | 'secondId' | 'trend';

/** Possible columns of ranked reports, by measure name. */
type RankedColumn<Measure extends string> =
  | RankedCommonColumn
  | RankColumn
  | Measure
  | `${Measure}Before`
  | `${Measure}Growth`;

/** A table with none but these. */
export type RankedTable<T extends TableDeclaration, Measure extends string> =
  Exclude<keyof T['columns'] & string, RankedColumn<Measure>> extends never ? T : never;

/** Key columns of a row, present in the table or not. */
const keyColumns = { firstId: sql`ranked.key`, secondId: sql`ranked.second` } as const;
const idColumn = sql`
  case when ranked.is_remainder then 'rest' else concat_ws('.', ranked.key, ranked.second) end`;

const figureColumns = (
  measures: Readonly<Record<string, MeasureFormula>>,
): Readonly<Record<string, RankedReportSql>> =>
  Object.fromEntries(
    Object.entries(measures).flatMap(([name, { toSql }]) => {
      const [present, before] = [toSql('ranked', ''), toSql('ranked', 'Before')];
      const growth = sql`round((${present} - ${before}) * 100 / nullif(abs(${before}), 0), 2)`;
      const [presentName, beforeName, growthName] = columnsOfMeasure(name);
      return [
        [presentName, present],
        [beforeName, before],
        [growthName, growth],
      ];
    }),
  );

const unavailableColumns = (names: readonly string[]): Readonly<Record<string, RankedReportSql>> =>
  Object.fromEntries(
    names.flatMap((name) => columnsOfMeasure(name).map((column) => [column, sql`null::numeric`])),
  );

/** Columns over `ranked`, and over `trend` where monthly figures are requested. */
export const rankedColumnsSql = (
  measures: Readonly<Record<string, MeasureFormula>>,
  unavailable: readonly string[],
  hasTrend: boolean,
): Readonly<Record<string, RankedReportSql>> => ({
  ...figureColumns(measures),
  ...rankPositions,
  ...keyColumns,
  id: idColumn,
  trend: hasTrend ? sql`trend.figures` : sql`null::text`,
  ...unavailableColumns(unavailable),
});

/** Name columns of rows: looked up only for displayed rows. */
export function selectRankedLookups({ context, keys: [by, second], nameSql }: RankedQuery) {
  const first = nameSql(by, 'row.firstId', 'named');
  const other = second === undefined ? null : nameSql(second, 'row.secondId', 'second_named');
  const remainder = choiceLabel(context.language, 'level', 'rest');
  const columns: Readonly<Record<LookupColumn, RankedReportSql>> = {
    documentId: first.documentId,
    kind: first.kind,
    name: sql`case when "row".id = 'rest' then ${remainder} else ${first.name} end`,
    secondName:
      other === null ? sql`null::text` : sql`case when "row".id <> 'rest' then ${other.name} end`,
  };
  return {
    by: Object.keys(keyColumns),
    joins: sql`${first.joins} ${other?.joins ?? sql``}`,
    columns,
  };
}

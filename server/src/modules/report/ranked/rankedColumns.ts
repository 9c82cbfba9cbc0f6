import { choiceLabel } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import { columnsOfMeasure } from './measureFormulas.ts';
import type { MeasureFormula, RankedReportSql } from './measureFormulas.ts';
import type { RankedQuery } from './rankedQuery.ts';
import { places } from './rankPositions.ts';
import type { RankColumn } from './rankPositions.ts';

type InWords = 'documentId' | 'kind' | 'name' | 'secondName';
type RankedCommonColumn = InWords | 'id' | 'firstId' | 'secondId' | 'trend';

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
const keyColumns = { firstId: sql`told.key`, secondId: sql`told.second` } as const;
const idColumn = sql`case when told.rest then 'rest' else concat_ws('.', told.key, told.second) end`;

const figureColumns = (
  measures: Readonly<Record<string, MeasureFormula>>,
): Readonly<Record<string, RankedReportSql>> =>
  Object.fromEntries(
    Object.entries(measures).flatMap(([name, of]) => {
      const [now, before] = [of.at('told', ''), of.at('told', 'Before')];
      const growth = sql`round((${now} - ${before}) * 100 / nullif(abs(${before}), 0), 2)`;
      const [ofNow, ofBefore, grown] = columnsOfMeasure(name);
      return [
        [ofNow, now],
        [ofBefore, before],
        [grown, growth],
      ];
    }),
  );

const nothingOf = (names: readonly string[]): Readonly<Record<string, RankedReportSql>> =>
  Object.fromEntries(
    names.flatMap((name) => columnsOfMeasure(name).map((column) => [column, sql`null::numeric`])),
  );

/** Columns over `told`, and over `trend` where monthly figures are requested. */
export const rankedColumnsSql = (
  measures: Readonly<Record<string, MeasureFormula>>,
  silent: readonly string[],
  hasTrend: boolean,
): Readonly<Record<string, RankedReportSql>> => ({
  ...figureColumns(measures),
  ...places,
  ...keyColumns,
  id: idColumn,
  trend: hasTrend ? sql`trend.figures` : sql`null::text`,
  ...nothingOf(silent),
});

/** Name columns of rows: looked up only for displayed rows. */
export function selectRankedLookups({ context, keys: [by, second], named }: RankedQuery) {
  const first = named(by, 'row.firstId', 'named');
  const other = second === undefined ? null : named(second, 'row.secondId', 'second_named');
  const rest = choiceLabel(context.language, 'level', 'rest');
  const columns: Readonly<Record<InWords, RankedReportSql>> = {
    documentId: first.documentId,
    kind: first.kind,
    name: sql`case when "row".id = 'rest' then ${rest} else ${first.name} end`,
    secondName:
      other === null ? sql`null::text` : sql`case when "row".id <> 'rest' then ${other.name} end`,
  };
  return {
    by: Object.keys(keyColumns),
    joins: sql`${first.joins} ${other?.joins ?? sql``}`,
    columns,
  };
}

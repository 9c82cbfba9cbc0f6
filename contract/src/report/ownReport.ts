import { defineTable } from '../table.ts';
import type { TableColumn, Filter } from '../table.ts';
import { withComparisonFigures, named, ranked, trendColumn, trendFilter } from './tradeFigures.ts';
import type { ReportFigures } from './tradeFigures.ts';
import { goodsReportFilters, compared, defineLevelFilter, top } from './tradeFilters.ts';

/** Parameters of a custom report's subject. */
interface CustomReportSubject<
  Name extends string,
  All extends ReportFigures,
  Levels extends readonly string[],
  Filters extends Readonly<Record<string, Filter>>,
> {
  readonly subject: Name;
  readonly figures: All;
  /** Default figures. */
  readonly shown: readonly (keyof All & string)[];
  /** Row levels: one, or two combined. */
  readonly levels: Levels;
  /** Default ranking: the first not hidden. */
  readonly ranksBy: readonly (keyof All & string)[];
  /** Available filters. */
  readonly filters: Filters;
  /** Pages with the same data: any one permits the report. */
  readonly pages: readonly string[];
}

/** Returns additive figures, which can rank rows. */
const listAdditiveFigures = (figures: ReportFigures): readonly string[] =>
  Object.entries(figures).flatMap(([name, { sum }]) => (sum === true ? [name] : []));

const makeColumnsOptional = <Columns extends Readonly<Record<string, TableColumn>>>(
  columns: Columns,
  shown: readonly string[] = [],
): Columns =>
  // SAFETY: same columns, some off by default.
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      shown.includes(name) ? column : { ...column, optional: true },
    ]),
  ) as Columns;

/**
 * Custom report on one subject. Rows are by `level`, or by it and `second`; figures are the shown columns,
 * compared with another period (`compare`), ranked by `measure`. Beyond `top` rows, row `rest` sums the
 * remainder. A row's id joins `firstId` and `secondId`, '0' if none. `partOfFirst` is the percentage of all
 * rows with its `name`; order `grouped` keeps these together, ranking groups and rows within. `trend`, on
 * request and by one level (not months or documents): the ranked figure in each of the last 24 months with
 * data.
 */
export const defineCustomReport = <
  const Name extends string,
  const All extends ReportFigures,
  const Levels extends readonly string[],
  const Filters extends Readonly<Record<string, Filter>>,
>({
  subject,
  figures,
  shown,
  levels,
  ranksBy,
  filters,
  pages,
}: CustomReportSubject<Name, All, Levels, Filters>) =>
  defineTable({
    id: `${subject}Own`,
    path: '/report/own',
    exportPath: '/report/exportOwn',
    access: { page: pages },
    shownOn: `/report/own_report?subject=${subject}`,
    fixed: { subject },
    asksShown: true,
    columns: {
      ...named,
      firstId: { type: 'text', code: true, hidden: true },
      secondId: { type: 'text', code: true, hidden: true },
      secondName: { type: 'text', width: 160, ofChoice: 'second', called: named.name.called },
      ...makeColumnsOptional(withComparisonFigures(figures), [
        ...shown,
        ...shown.map((name) => `${name}Growth`),
      ]),
      ...makeColumnsOptional(ranked, ['share']),
      partOfFirst: {
        type: 'percent',
        optional: true,
        called: { 'zh-cn': '组内占比', en: 'Share within' },
      },
      trend: trendColumn,
      grouped: {
        type: 'integer',
        optional: true,
        asksFor: 'second',
        called: { 'zh-cn': '分组次序', en: 'Place by groups' },
      },
    },
    filters: {
      dates: goodsReportFilters.dates,
      level: { ...defineLevelFilter(levels), starts: levels.slice(0, 1) },
      second: {
        by: 'own',
        control: 'choice',
        choices: levels,
        called: { 'zh-cn': '再按', en: 'Then by' },
      },
      compare: compared,
      measure: {
        by: 'own',
        control: 'choice',
        choices: listAdditiveFigures(figures),
        ofColumns: true,
        required: true,
        starts: ranksBy,
        called: { 'zh-cn': '排行指标', en: 'Ranked by' },
      },
      top,
      trend: trendFilter,
      ...filters,
    },
    nameColumn: 'name',
    facts: ['secondName', ranksBy[0] ?? 'share', 'share'],
    order: { column: 'rank', direction: 'asc' },
    pageSize: 20,
  });

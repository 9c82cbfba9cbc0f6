import { table } from '../table.ts';
import type { Column, Filter } from '../table.ts';
import { besideBefore, named, ranked, trendColumn, trendFilter } from './tradeFigures.ts';
import type { Figures } from './tradeFigures.ts';
import { asked, compared, levelOf, top } from './tradeFilters.ts';

/** What tells own reports of one subject from those of the others. */
interface Subject<
  Name extends string,
  All extends Figures,
  Levels extends readonly string[],
  Narrowed extends Readonly<Record<string, Filter>>,
> {
  readonly subject: Name;
  readonly figures: All;
  /** Figures that are shown until others are chosen. */
  readonly shown: readonly (keyof All & string)[];
  /** What its rows may be: by one of these, or by two. */
  readonly levels: Levels;
  /** What rows are ranked by until another is chosen: the first of these that is not hidden. */
  readonly ranksBy: readonly (keyof All & string)[];
  /** What it may be narrowed to. */
  readonly narrowed: Narrowed;
  /** Pages that tell of it anyhow: who may open one of them may ask. */
  readonly pages: readonly string[];
}

/** Figures that rows can be ranked by: those that add up. */
const adding = (figures: Figures): readonly string[] =>
  Object.entries(figures).flatMap(([name, { sum }]) => (sum === true ? [name] : []));

const optional = <Columns extends Readonly<Record<string, Column>>>(
  columns: Columns,
  shown: readonly string[] = [],
): Columns =>
  // SAFETY: the same columns, of which some are off at first.
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      shown.includes(name) ? column : { ...column, optional: true },
    ]),
  ) as Columns;

/**
 * A report that its reader puts together, of one subject: rows are by `level`, or by it and `second`; figures are those whose
 * columns are shown, beside another period (`compare`) and ranked by `measure`, alone or with one row of all beyond the first so
 * many (`top`; its id is `rest`). A row's id is that of `firstId` and `secondId`, which are '0' where a row has none of it.
 * `partOfFirst` is the part a row has in all with its `name`, in per cent; in the order of `grouped` those with one name stand
 * together, the groups and the rows of each as they rank. `trend`, where it is asked for, is what rows by one (but months and
 * documents) are ranked by in each of the last 24 months of the days that anything was told of.
 */
export const own = <
  const Name extends string,
  const All extends Figures,
  const Levels extends readonly string[],
  const Narrowed extends Readonly<Record<string, Filter>>,
>({
  subject,
  figures,
  shown,
  levels,
  ranksBy,
  narrowed,
  pages,
}: Subject<Name, All, Levels, Narrowed>) =>
  table({
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
      ...optional(besideBefore(figures), [...shown, ...shown.map((name) => `${name}Growth`)]),
      ...optional(ranked, ['share']),
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
      dates: asked.dates,
      level: { ...levelOf(levels), starts: levels.slice(0, 1) },
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
        choices: adding(figures),
        ofColumns: true,
        required: true,
        starts: ranksBy,
        called: { 'zh-cn': '排行指标', en: 'Ranked by' },
      },
      top,
      trend: trendFilter,
      ...narrowed,
    },
    nameColumn: 'name',
    facts: ['secondName', ranksBy[0] ?? 'share', 'share'],
    order: { column: 'rank', direction: 'asc' },
    pageSize: 20,
  });

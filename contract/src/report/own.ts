import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { PriceKind } from '@tradehouse/domain';
import { table } from '../table.ts';
import type { Column } from '../table.ts';
import { besideBefore, boughtFigures, named, ranked, soldFigures } from './tradeFigures.ts';
import type { Figures } from './tradeFigures.ts';
import { asked, compared, levelOf, narrowed, top } from './tradeFilters.ts';

/** What tells own reports of one subject from those of the others. */
interface Subject<All extends Figures> {
  readonly subject: 'sold' | 'bought';
  readonly sides: readonly PriceKind[];
  /** Figures that are shown until others are chosen. */
  readonly shown: readonly (keyof All & string)[];
  readonly figures: All;
  readonly partner: 'customer' | 'supplier';
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

/** What rows of own reports are, by one of these or by two. */
const levelsOf = (partner: 'customer' | 'supplier') =>
  [
    'product',
    'category',
    'brand',
    partner,
    ...(partner === 'customer' ? (['salesperson'] as const) : []),
    'institution',
    'warehouse',
    'kind',
    'month',
    'document',
  ] as const;

/**
 * A report that its reader puts together, of one subject: rows are by `level`, or by it and `second`; figures are those whose
 * columns are shown, beside another period (`compare`) and ranked by `measure`, alone or with one row of all beyond the first so
 * many (`top`; its id is `rest`). A row's id is that of `firstId` and `secondId`, which are '0' where a document has none of it.
 * `documents` counts documents, and is null by goods and by warehouses, which share them. `partOfFirst` is the part a row has in
 * all with its `name`, in per cent.
 */
const own = <const All extends Figures>({
  subject,
  sides,
  figures,
  shown,
  partner,
  pages,
}: Subject<All>) => {
  const kinds = kindCodes.filter((kind) => {
    const { trade } = documentKinds[kind];
    return trade !== null && sides.includes(trade.side);
  });
  const measures = adding(figures);
  const levels = levelsOf(partner);
  return table({
    id: `${subject}Own`,
    path: '/report/own',
    exportPath: '/report/exportOwn',
    access: { page: pages },
    shownOn: '/report/own_report',
    fixed: { subject },
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
    },
    filters: {
      dates: { ...asked.dates, starts: 'thisYear' },
      level: levelOf(levels),
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
        choices: measures,
        ofColumns: true,
        required: true,
        starts: ['amount', 'quantity'],
        called: { 'zh-cn': '排行指标', en: 'Ranked by' },
      },
      top,
      ...narrowed,
      organId: { by: 'own', control: partner },
      kinds: { by: 'own', control: 'choices', choices: kinds },
    },
    nameColumn: 'name',
    facts: ['secondName', 'amount', 'share'],
    order: { column: 'rank', direction: 'asc' },
    pageSize: 20,
  });
};

export const soldOwnTable = own({
  subject: 'sold',
  sides: ['sale', 'retail'],
  figures: soldFigures,
  shown: ['quantity', 'amount', 'profit', 'margin'],
  partner: 'customer',
  pages: ['/report/sale_out_report', '/report/retail_out_report'],
});

export const boughtOwnTable = own({
  subject: 'bought',
  sides: ['purchase'],
  figures: boughtFigures,
  shown: ['quantity', 'amount', 'price'],
  partner: 'supplier',
  pages: ['/report/buy_in_report'],
});

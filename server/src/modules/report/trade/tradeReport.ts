import type { TableDeclaration, soldOwnTable } from '@tradehouse/contract';
import type { PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf, BoundTable } from '../../../kernel/table/index.ts';
import type { RankedTable } from '../ranked/rankedColumns.ts';
import type { RankedFilters, RankedQuery } from '../ranked/rankedQuery.ts';
import { rankedReport } from '../ranked/rankedReport.ts';
import { countsDocuments, figureNames, selectTradeFigures, measures } from './tradeMeasures.ts';
import type { TradeReportMeasure } from './tradeMeasures.ts';
import {
  toTradeQuery,
  byLevel,
  nameTradeRecord,
  listSignedKinds,
  tradedRowsSql,
} from './tradeLevels.ts';
import type { SignedKinds } from './tradeLevels.ts';
import { tradedLines } from './tradedBy.ts';
import { NONE } from './tradeQuery.ts';
import type { TradeQuery } from './tradeQuery.ts';
import { selectTradeSource } from './tradeSource.ts';

/** Filters of a trade report; most reports have fewer. */
type TradeReportFilters = FiltersOf<typeof soldOwnTable> & RankedFilters;

interface TradeReportOptions {
  readonly sides: readonly PriceKind[];
  /** Refuses readers without access, beyond the page and the masks. */
  readonly guard?: (context: Context) => void;
  /** Most lines summed, if no roll-up answers the query. */
  readonly lineLimit?: number;
}

function toReportQuery(
  kinds: SignedKinds,
  { level = 'product', second, ...rest }: TradeReportFilters,
): TradeQuery {
  const by = byLevel(level);
  const secondKey = second === undefined || second === level ? undefined : byLevel(second);
  return toTradeQuery(kinds, { by, second: secondKey }, rest);
}

/** Builds a trade report from the requested trade. */
export const tradeReport = <const T extends TableDeclaration>(
  table: RankedTable<T, TradeReportMeasure>,
  { sides, guard, lineLimit }: TradeReportOptions,
): BoundTable<T> => {
  const kinds = listSignedKinds(...sides);
  return rankedReport<T, TradeReportMeasure, TradeReportFilters>(table, {
    measures,
    ranksBy: 'amount',
    toQuery(context, filters): RankedQuery {
      guard?.(context);
      const query = toReportQuery(kinds, filters);
      const { by, second } = query;
      return {
        context,
        keys: second === undefined ? [by] : [by, second],
        dates: filters.dates,
        compare: filters.compare,
        sums: figureNames,
        // Teams count with each member: documents of several salespeople are non-additive.
        nonAdditive: ['documents'],
        unavailable: countsDocuments(context, query) ? [] : ['documents'],
        // SAFETY: the keys are trade grouping keys.
        nameSql: (key, column, as) =>
          nameTradeRecord(context, key as TradeQuery['by'], { key: column, as }),
        sumsSql([since, until], wanted) {
          const { figures, sums } = selectTradeFigures(context, query, wanted);
          const trade = tradedRowsSql(context, kinds, { ...query, sums, since, until });
          return sql`select trade.key, trade.second, ${figures} from ${trade}`;
        },
      };
    },
    async refuseLarge(context, filters) {
      if (lineLimit !== undefined)
        await refuseLargeTradeQuery(context, toReportQuery(kinds, filters), lineLimit);
    },
  });
};

/**
 * Refuses queries over more lines than the limit. Lines of a product or a partner are few, found by an
 * index.
 */
async function refuseLargeTradeQuery(
  context: Context,
  query: TradeQuery,
  lineLimit: number,
): Promise<void> {
  const { kinds, since, until, productId, partnerId, warehouseIds, institution } = query;
  // Sales to unnamed customers may be many.
  if (productId !== undefined || (partnerId !== undefined && partnerId !== NONE)) return;
  if (selectTradeSource(context.scope, query) !== 'lines') return;
  const counted = tradedLines(context, { kinds, since, until, warehouseIds, institution });
  const { rows } = await sql<{ lines: string }>`
    select lines::text as lines from (${counted}) as trade`.execute(context.tx);
  const lines = rows[0]?.lines ?? '0';
  if (Number(lines) > lineLimit) refuseWith('report.tooManyLines', { lines, most: lineLimit });
}

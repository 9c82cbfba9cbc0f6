import type { Table, soldOwnTable } from '@tradehouse/contract';
import type { PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuse } from '../../../kernel/index.ts';
import type { Context, FiltersOf, Source } from '../../../kernel/index.ts';
import { rankedReport } from '../rankedReport.ts';
import type { Question, RankedFilters, RankedTable } from '../rankedReport.ts';
import { countsDocuments, figureNames, figuresOf, measures } from './tradeMeasures.ts';
import type { Measure } from './tradeMeasures.ts';
import { askedOf, byLevel, namedBy, signed, traded } from './tradeLevels.ts';
import type { Signed } from './tradeLevels.ts';
import { NONE, readOf, tradedLines } from './tradedBy.ts';
import type { TradeAsked } from './tradedBy.ts';

/** What a report of trade may ask with; most ask with less. */
type Asked = FiltersOf<typeof soldOwnTable> & RankedFilters;

interface Options {
  readonly sides: readonly PriceKind[];
  /** Refuses who may not read it, beside what its page and its masks say. */
  readonly guard?: (context: Context) => void;
  /** How many lines are added up at most, where no roll-up knows what is asked. */
  readonly most?: number;
}

function tradeAsked(kinds: Signed, { level = 'product', second, ...rest }: Asked): TradeAsked {
  const by = byLevel(level);
  const other = second === undefined || second === level ? undefined : byLevel(second);
  return askedOf(kinds, { by, second: other }, rest);
}

/** A report of trade: what is asked of it, from what was traded. */
export const tradeReport = <const T extends Table>(
  table: RankedTable<T, Measure>,
  { sides, guard, most }: Options,
): Source<T> => {
  const kinds = signed(...sides);
  return rankedReport<T, Measure, Asked>(table, {
    measures,
    ranksBy: 'amount',
    question(context, filters): Question {
      guard?.(context);
      const asked = tradeAsked(kinds, filters);
      const { by, second } = asked;
      return {
        context,
        keys: second === undefined ? [by] : [by, second],
        dates: filters.dates,
        compare: filters.compare,
        sums: figureNames,
        // Who sold together is counted with each of them: documents of several do not add up.
        apart: ['documents'],
        silent: countsDocuments(context, asked) ? [] : ['documents'],
        // SAFETY: its keys are what trade is added up by.
        named: (key, column, as) => namedBy(context, key as TradeAsked['by'], { key: column, as }),
        of([since, until], wanted) {
          const { figures, sums } = figuresOf(context, asked, wanted);
          const trade = traded(context, kinds, { ...asked, sums, since, until });
          return sql`select trade.key, trade.second, ${figures} from ${trade}`;
        },
      };
    },
    async bounded(context, filters) {
      if (most !== undefined) await bounded(context, tradeAsked(kinds, filters), most);
    },
  });
};

/** Refuses a question that would read more lines than these. Those of a product or a partner are few, and found by an index. */
async function bounded(context: Context, asked: TradeAsked, most: number): Promise<void> {
  const { kinds, since, until, productId, partnerId, warehouseIds, institution } = asked;
  // Who bought without a name may be many.
  if (productId !== undefined || (partnerId !== undefined && partnerId !== NONE)) return;
  if (readOf(context.scope, asked) !== 'lines') return;
  const lined = tradedLines(context, { kinds, since, until, warehouseIds, institution });
  const { rows } = await sql<{ lines: string }>`
    select lines::text as lines from (${lined}) as trade`.execute(context.tx);
  const lines = rows[0]?.lines ?? '0';
  if (Number(lines) > most) refuse('report.tooManyLines', { lines, most });
}

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { asksOfTeams, tradeSums } from './tradeQuery.ts';
import type { TradeAsked, TradeSum } from './tradeQuery.ts';

/** Column of a sum's returned part, if returns are separate. */
export const cameBack = (sum: TradeSum): string => `${sum}_back`;

/** Result column: the sum, and the included rows of trade; null: all rows. */
interface TradeSumColumn {
  readonly name: string;
  readonly sum: TradeSum;
  readonly of: 'returned' | 'not returned' | null;
}
export const tellsReturns = ({ returns = [] }: TradeAsked): boolean => returns.length > 0;
export const summedOf = (asked: TradeAsked): readonly TradeSumColumn[] =>
  (asked.sums ?? tradeSums).flatMap((sum): readonly TradeSumColumn[] =>
    !tellsReturns(asked)
      ? [{ name: sum, sum, of: null }]
      : [
          { name: sum, sum, of: 'not returned' },
          { name: cameBack(sum), sum, of: 'returned' },
        ],
  );

/**
 * Grouping columns beside the keys. Teams share each kind separately: a person's part is independent of the
 * query.
 */
export function keptApart(asked: TradeAsked): readonly string[] {
  if (asksOfTeams(asked)) return ['salesperson_ids', 'kind'];
  return asked.returns === undefined ? ['kind'] : [];
}

/** Sums trade rows by key, in a single pass; keys with only zeros are left out. */
export function addedUp(asked: TradeAsked, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const apart = keptApart(asked).map((name) => `, trade.${name}`);
  const isByTwo = asked.second !== undefined;
  const summed = summedOf(asked).map(({ name, sum, of }) => {
    const added = `sum(trade.${sum})${of === null ? '' : ` filter (where ${of})`}`;
    return { added, column: `coalesce(${added}, 0) as ${name}` };
  });
  // Grouping by numbers, because their distinct counts are known: a year has a hundred rows per SKU.
  return sql`
    select trade.key::text as key, ${isByTwo ? sql`trade.second` : sql`null`}::text as second${sql.raw(apart.join(''))},
      ${sql.raw(summed.map(({ column }) => column).join())}
    from (${rows}) as trade
    group by trade.key${isByTwo ? sql`, trade.second` : sql``}${sql.raw(apart.join(''))}
    having ${sql.raw(summed.map(({ added }) => `${added} <> 0`).join(' or '))}`;
}

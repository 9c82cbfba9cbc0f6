import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { hasTeamDetail, tradeSums } from './tradeQuery.ts';
import type { TradeQuery, TradeSum } from './tradeQuery.ts';

/** Column with the returned part of a sum, if returns are counted separately. */
export const returnedColumn = (sum: TradeSum): string => `${sum}_returned`;

/** Result column: the sum, and the included rows of trade; null: all rows. */
interface TradeSumColumn {
  readonly name: string;
  readonly sum: TradeSum;
  readonly rows: 'returned' | 'not returned' | null;
}
/** Tests if rows separate outgoing and returned sums. */
export const hasSeparateReturns = ({ returns = [] }: TradeQuery): boolean => returns.length > 0;
export const listSumColumns = (query: TradeQuery): readonly TradeSumColumn[] =>
  (query.sums ?? tradeSums).flatMap((sum): readonly TradeSumColumn[] =>
    !hasSeparateReturns(query)
      ? [{ name: sum, sum, rows: null }]
      : [
          { name: sum, sum, rows: 'not returned' },
          { name: returnedColumn(sum), sum, rows: 'returned' },
        ],
  );

/**
 * Grouping columns beside the keys. Teams share each kind separately: a person's part is independent of the
 * query.
 */
export function listGroupingColumns(query: TradeQuery): readonly string[] {
  if (hasTeamDetail(query)) return ['salesperson_ids', 'kind'];
  return query.returns === undefined ? ['kind'] : [];
}

/** Sums trade rows by key, in a single pass; keys with only zeros are left out. */
export function summedTradeSql(query: TradeQuery, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const grouping = listGroupingColumns(query)
    .map((name) => `, trade.${name}`)
    .join('');
  const isByTwo = query.second !== undefined;
  const sums = listSumColumns(query).map(({ name, sum, rows: included }) => {
    const total = `sum(trade.${sum})${included === null ? '' : ` filter (where ${included})`}`;
    return { total, column: `coalesce(${total}, 0) as ${name}` };
  });
  // Grouping by numbers, because their distinct counts are known: a year has a hundred rows per SKU.
  return sql`
    select trade.key::text as key, ${isByTwo ? sql`trade.second` : sql`null`}::text as second${sql.raw(grouping)},
      ${sql.raw(sums.map(({ column }) => column).join())}
    from (${rows}) as trade
    group by trade.key${isByTwo ? sql`, trade.second` : sql``}${sql.raw(grouping)}
    having ${sql.raw(sums.map(({ total }) => `${total} <> 0`).join(' or '))}`;
}

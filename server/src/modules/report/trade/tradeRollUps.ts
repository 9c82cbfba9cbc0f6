import { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { splitIntoMonths, toRangePieces } from '../months.ts';
import { lineTradeSql } from './tradeLines.ts';
import { hasDetail, tradeSums } from './tradeQuery.ts';
import type { TradeQuery } from './tradeQuery.ts';

/** Signed sums of a relation. */
const signedSumsSql = (alias: string, { sums = tradeSums }: TradeQuery, sign: 1 | -1 = 1) =>
  sql.raw(sums.map((sum) => `${sign < 0 ? '-' : ''}${alias}.${sum} as ${sum}`).join());

export function partnerTradeSql({ tenantId }: Context, query: TradeQuery): RawBuilder<unknown> {
  const { since, until } = query;
  const { months, edges } = splitIntoMonths(since, until);
  const periods = [
    ...(months === null ? [] : [['m', ...months] as const]),
    ...edges.map((edge) => ['d', ...edge] as const),
  ];
  // A range that ends before its beginning reads no row.
  const nonEmpty = periods.length === 0 ? [['d', LAST_DAY, FIRST_DAY] as const] : periods;
  const parts = nonEmpty.map(
    ([grain, first, last]) => sql`
      select roll_up.partner_id, roll_up.salesperson_ids, roll_up.warehouse_id, roll_up.creator_id,
        roll_up.institution_id, roll_up.kind, date_trunc('month', roll_up.starts_on)::date as month, roll_up.lines,
        ${signedSumsSql('roll_up', query)}
      from whole_partner_trade as roll_up
      where roll_up.tenant_id = ${tenantId} and roll_up.grain = ${grain}
        and roll_up.starts_on between ${first}::date and ${last}::date`,
  );
  return sql.join(parts, sql` union all `);
}

/** Trade by months and goods: the table, and the owner columns. */
interface MonthlyRollUp {
  readonly table: 'whole_goods_trade' | 'whole_sku_trade';
  readonly columns: readonly string[];
}
export const goodsRollUp: MonthlyRollUp = {
  table: 'whole_goods_trade',
  columns: ['sku_id', 'kind', 'month', 'warehouse_id', 'creator_id', 'institution_id'],
};
export const skuRollUp: MonthlyRollUp = {
  table: 'whole_sku_trade',
  columns: ['sku_id', 'kind', 'month'],
};

/**
 * Reads whole months from the roll-up; a partly covered month from the lines of the days, or from the month
 * less the lines beyond, if fewer.
 */
export function monthlyTradeSql(
  context: Context,
  query: TradeQuery,
  { table, columns }: MonthlyRollUp,
): RawBuilder<unknown> {
  const { since, until, kinds } = query;
  const names = hasDetail(query, 'all') ? columns : columns.filter((name) => name !== 'month');
  const pieces = toRangePieces(
    since ?? FIRST_DAY,
    until ?? LAST_DAY,
    new Date().toISOString().slice(0, 10),
  );
  const parts = pieces.map(({ grain, sign, range }) => {
    const [first, last] = range;
    const rows =
      grain === 'd'
        ? sql`(${lineTradeSql(context, query, range, names)}) as roll_up where true`
        : sql`${sql.table(table)} as roll_up
          where roll_up.tenant_id = ${context.tenantId}
            and roll_up.month between ${first}::date and ${last}::date
            and roll_up.kind = any(${kinds}::text[])`;
    return sql`
      select ${sql.raw(names.map((name) => `roll_up.${name}`).join())}, ${signedSumsSql('roll_up', query, sign)}
      from ${rows}`;
  });
  return sql.join(parts, sql` union all `);
}

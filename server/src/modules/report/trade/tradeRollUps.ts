import { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { splitIntoMonths, toRangePieces } from '../months.ts';
import { fromLines } from './tradeLines.ts';
import { isBy, tradeSums } from './tradeQuery.ts';
import type { TradeAsked } from './tradeQuery.ts';

/** Signed sums of a relation. */
const signedSumsSql = (alias: string, { sums = tradeSums }: TradeAsked, sign: 1 | -1 = 1) =>
  sql.raw(sums.map((sum) => `${sign < 0 ? '-' : ''}${alias}.${sum} as ${sum}`).join());

export function fromPartners({ tenantId }: Context, asked: TradeAsked): RawBuilder<unknown> {
  const { since, until } = asked;
  const { months, edges } = splitIntoMonths(since, until);
  const stretches = [
    ...(months === null ? [] : [['m', ...months] as const]),
    ...edges.map((edge) => ['d', ...edge] as const),
  ];
  // Ranges that end before they begin are empty.
  const read = stretches.length === 0 ? [['d', LAST_DAY, FIRST_DAY] as const] : stretches;
  const parts = read.map(
    ([grain, first, last]) => sql`
      select rolled.partner_id, rolled.salesperson_ids, rolled.warehouse_id, rolled.creator_id, rolled.institution_id,
        rolled.kind, date_trunc('month', rolled.starts_on)::date as month, rolled.lines, ${signedSumsSql('rolled', asked)}
      from whole_partner_trade as rolled
      where rolled.tenant_id = ${tenantId} and rolled.grain = ${grain}
        and rolled.starts_on between ${first}::date and ${last}::date`,
  );
  return sql.join(parts, sql` union all `);
}

/** Trade by months and goods: the table, and the owner columns. */
interface ByMonths {
  readonly table: 'whole_goods_trade' | 'whole_sku_trade';
  readonly told: readonly string[];
}
export const goodsOf: ByMonths = {
  table: 'whole_goods_trade',
  told: ['sku_id', 'kind', 'month', 'warehouse_id', 'creator_id', 'institution_id'],
};
export const skusOf: ByMonths = { table: 'whole_sku_trade', told: ['sku_id', 'kind', 'month'] };

/**
 * Reads whole months from the roll-up; a partly covered month from the lines of the days, or from the month
 * less the lines beyond, if fewer.
 */
export function fromMonths(
  context: Context,
  asked: TradeAsked,
  { table, told }: ByMonths,
): RawBuilder<unknown> {
  const { since, until, kinds } = asked;
  const names = isBy(asked, 'all') ? told : told.filter((name) => name !== 'month');
  const found = toRangePieces(
    since ?? FIRST_DAY,
    until ?? LAST_DAY,
    new Date().toISOString().slice(0, 10),
  );
  const parts = found.map(({ grain, sign, stretch }) => {
    const [first, last] = stretch;
    const rows =
      grain === 'd'
        ? sql`(${fromLines(context, asked, stretch, names)}) as rolled where true`
        : sql`${sql.table(table)} as rolled
          where rolled.tenant_id = ${context.tenantId} and rolled.month between ${first}::date and ${last}::date
            and rolled.kind = any(${kinds}::text[])`;
    return sql`
      select ${sql.raw(names.map((name) => `rolled.${name}`).join())}, ${signedSumsSql('rolled', asked, sign)} from ${rows}`;
  });
  return sql.join(parts, sql` union all `);
}

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { TradeQuery } from './tradeQuery.ts';
import { listSumColumns } from './tradeSums.ts';

/**
 * Splits a team's sales in equal parts, by running totals, for exact sums. Money is split to the cent,
 * quantities to the stored precision.
 */
export function teamSharesSql(
  tenantId: string,
  query: TradeQuery,
  teams: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { by, second, salespersonId, returns } = query;
  const parts = listSumColumns(query).map(({ name, sum }) => {
    if (sum === 'documents') return `sum(team.${name}) as ${name}`;
    const digits = sum === 'quantity' ? '6' : 'setting.currency_digits';
    const shareUpTo = (position: string): string =>
      `round(team.${name} * ${position} / member.members, ${digits})`;
    return `sum(case when member.position = member.members then team.${name}
      else ${shareUpTo('member.position')} end
      - ${shareUpTo('(member.position - 1)')}) as ${name}`;
  });
  const key = by === 'salesperson' ? sql`member.id::text` : sql`team.key`;
  const secondKey = second === 'salesperson' ? sql`member.id::text` : sql`team.second`;
  const isRequested = salespersonId === undefined ? sql`true` : sql`member.id = ${salespersonId}`;
  const kind = returns === undefined ? sql`, team.kind` : sql``;
  return sql`
    select ${key} as key, ${secondKey} as second${kind}, ${sql.raw(parts.join())}
    from (${teams}) as team
    join tenant_setting as setting on setting.tenant_id = ${tenantId}
    cross join lateral (
      select listed.id, listed.position, greatest(cardinality(team.salesperson_ids), 1) as members
      from unnest(case when team.salesperson_ids = '{}' then array[0::bigint] else team.salesperson_ids end)
        with ordinality as listed(id, position)) as member
    where ${isRequested} group by 1, 2${kind}`;
}

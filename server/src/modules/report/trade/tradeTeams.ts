import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { TradeAsked } from './tradeQuery.ts';
import { summedOf } from './tradeSums.ts';

/**
 * Splits a team's sales in equal parts, by running totals, for exact sums. Money is split to the cent,
 * quantities to the stored precision.
 */
export function teamSharesSql(
  tenantId: string,
  asked: TradeAsked,
  teams: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { by, second, salespersonId, returns } = asked;
  const parts = summedOf(asked).map(({ name, sum }) => {
    if (sum === 'documents') return `sum(team.${name}) as ${name}`;
    const digits = sum === 'quantity' ? '6' : 'setting.currency_digits';
    const due = (place: string): string =>
      `round(team.${name} * ${place} / member.among, ${digits})`;
    return `sum(case when member.place = member.among then team.${name} else ${due('member.place')} end
      - ${due('(member.place - 1)')}) as ${name}`;
  });
  const key = by === 'salesperson' ? sql`member.id::text` : sql`team.key`;
  const other = second === 'salesperson' ? sql`member.id::text` : sql`team.second`;
  const wanted = salespersonId === undefined ? sql`true` : sql`member.id = ${salespersonId}`;
  const kind = returns === undefined ? sql`, team.kind` : sql``;
  return sql`
    select ${key} as key, ${other} as second${kind}, ${sql.raw(parts.join())}
    from (${teams}) as team
    join tenant_setting as setting on setting.tenant_id = ${tenantId}
    cross join lateral (
      select one.id, one.place, greatest(cardinality(team.salesperson_ids), 1) as among
      from unnest(case when team.salesperson_ids = '{}' then array[0::bigint] else team.salesperson_ids end)
        with ordinality as one(id, place)) as member
    where ${wanted} group by 1, 2${kind}`;
}

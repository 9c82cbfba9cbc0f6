import type { PurseType } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { laterThan } from '../laterPeriods.ts';

/**
 * Purse balances of a type at a day's end: a relation (holder_id, amount), in base currency.
 *
 * @param day null: now @param holder only this holder; absent: all
 */
export function pursesAt(
  tenantId: string,
  purse: PurseType,
  day: string | null,
  holder?: string,
): RawBuilder<unknown> {
  const ours = (table: string) => sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId}
    and ${sql.ref(`${table}.purse`)} = ${purse}
    and ${holder === undefined ? sql`true` : sql`${sql.ref(`${table}.holder_id`)} = ${holder}`}`;
  const later = day === null ? [] : laterThan(day);
  const parts = [
    sql`select held.holder_id, held.amount from whole_money_balance as held where ${ours('held')}`,
    ...later.map(
      (range) => sql`select period.holder_id, -period.amount from whole_money_period as period
        where ${ours('period')} and ${range}`,
    ),
  ];
  return sql`(select holder_id, sum(amount) as amount from (${sql.join(parts, sql` union all `)}) as part
    group by holder_id)`;
}

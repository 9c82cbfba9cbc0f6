import { monthEnd } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { readForeignItems } from './openItems.ts';

/**
 * Counts open foreign items at a month's end that no revaluation of the day holds with the present amount
 * and book value. Other days need no revaluation.
 */
export async function countNotRevalued(context: Context, day: string): Promise<number> {
  if (day !== monthEnd(day)) return 0;
  const { tx, tenantId } = context;
  const { rows } = await sql<{ deposits: boolean; items: string[] }>`
    select revaluation.deposits, array(
      select concat_ws(' ', entry.purse, entry.holder_id, entry.currency, trim_scale(entry.amount),
        trim_scale(entry.booked))
      from revaluation_row as entry
      where entry.tenant_id = ${tenantId} and entry.revaluation_id = revaluation.id) as items
    from revaluation
    where revaluation.tenant_id = ${tenantId} and revaluation.day = ${day}::date and taken_back_at is
      null`.execute(tx);
  const [revalued] = rows;
  const items = await readForeignItems(context, day, revalued?.deposits ?? true);
  const held = new Set(revalued?.items);
  return items.filter(
    ({ purse, holderId, currency, amount, booked }) =>
      !held.has([purse, holderId, currency, amount.toFixed(), booked.toFixed()].join(' ')),
  ).length;
}

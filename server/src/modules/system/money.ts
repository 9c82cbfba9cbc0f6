import { decimal, plain, rounded, usualDigits } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { found } from '../../kernel/index.ts';
import { heldSettings } from './settings.ts';

/**
 * Amounts as the company keeps money: rounded to its currency's decimals; what was not given stays so.
 *
 * @param foreign another currency, that the amounts are told in by others: then to its decimals
 */
export async function asMoney(
  { tx, tenantId }: Context,
  amounts: readonly (string | undefined)[],
  foreign: string | null = null,
): Promise<(string | undefined)[]> {
  if (amounts.every((amount) => amount === undefined)) return [...amounts];
  const { rows } = await sql<{ digits: number }>`
    select currency_digits as digits from ${heldSettings(tenantId)} setting`.execute(tx);
  const digits = foreign === null ? found(rows[0]).digits : usualDigits(foreign);
  return amounts.map((amount) =>
    amount === undefined ? undefined : plain(rounded(decimal(amount), digits)),
  );
}

/** The rate of a currency on a day: the latest that is not after it; null where there is none. */
export const rateOn = (
  tenantId: string,
  currency: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<string | null> => sql`(
  select rate.rate from exchange_rate rate
  where rate.tenant_id = ${tenantId} and rate.currency = ${currency} and rate.day <= ${day}
  order by rate.day desc limit 1)`;

import { decimal, plain, rounded, usualDigits } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { found, refuse } from '../../kernel/index.ts';
import { heldSettings } from './settings.ts';

/** The company's own currency and how many decimals it has. */
export async function ownMoney({
  tx,
  tenantId,
}: Context): Promise<{ readonly currency: string; readonly digits: number }> {
  const { rows } = await sql<{ currency: string; digits: number }>`
    select currency, currency_digits as digits from ${heldSettings(tenantId)} setting`.execute(tx);
  return found(rows[0]);
}

/**
 * Amounts as the company keeps money: rounded to its currency's decimals; what was not given stays so.
 *
 * @param foreign another currency, that the amounts are told in by others: then to its decimals
 */
export async function asMoney(
  context: Context,
  amounts: readonly (string | undefined)[],
  foreign: string | null = null,
): Promise<(string | undefined)[]> {
  if (amounts.every((amount) => amount === undefined)) return [...amounts];
  const digits = await moneyDigits(context, foreign);
  return amounts.map((amount) =>
    amount === undefined ? undefined : plain(rounded(decimal(amount), digits)),
  );
}

/** Decimals of amounts in another currency, or in the company's own (null). */
export async function moneyDigits(context: Context, foreign: string | null): Promise<number> {
  return foreign === null ? (await ownMoney(context)).digits : usualDigits(foreign);
}

/**
 * A stated amount as a plain decimal. Refuses more decimals than its currency has: rounding would make another
 * amount of it.
 */
export function exactMoney(
  amount: string,
  digits: number,
  place: { readonly field: string; readonly line?: number },
): string {
  const exact = decimal(amount);
  if (exact.decimalPlaces() > digits)
    refuse('cell.decimals', { value: amount, most: digits }, place);
  return plain(exact);
}

/** An amount in the company's own currency, in SQL: rounded as money, as each document books it. */
export const worthSql = (
  tenantId: string,
  amount: RawBuilder<unknown>,
  rate: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  case when ${rate} = 1 then ${amount} else round(${amount} * ${rate}, (
    select currency_digits from tenant_setting where tenant_id = ${tenantId})) end`;

/** The rate of a currency on a day: the latest that is not after it; null where there is none. */
export const rateOn = (
  tenantId: string,
  currency: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<string | null> => sql`(
  select rate.rate from exchange_rate rate
  where rate.tenant_id = ${tenantId} and rate.currency = ${currency} and rate.day <= ${day}
  order by rate.day desc limit 1)`;

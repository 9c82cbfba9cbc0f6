import { decimal, toPlainDecimal, usualDigits } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { heldSettings } from './settings.ts';

/** Company's own currency and number of decimals. */
export async function ownMoney({
  tx,
  tenantId,
}: Context): Promise<{ readonly currency: string; readonly digits: number }> {
  const { rows } = await sql<{ currency: string; digits: number }>`
    select currency, currency_digits as digits from ${heldSettings(tenantId)} setting`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/**
 * Converts stated amounts to plain decimals by field; absent ones stay absent. Refuses more decimals than
 * the company's currency, or `foreign`, has.
 */
export async function exactAmounts<Field extends string>(
  context: Context,
  amounts: Readonly<Record<Field, string | undefined>>,
  foreign: string | null = null,
): Promise<Readonly<Record<Field, string | undefined>>> {
  // SAFETY: the entries of a record of these fields.
  const stated = Object.entries(amounts) as [Field, string | undefined][];
  if (stated.every(([, amount]) => amount === undefined)) return amounts;
  const digits = await moneyDigits(context, foreign);
  const exact = stated.map(([field, amount]) => [
    field,
    amount === undefined ? undefined : exactMoney(amount, digits, { field }),
  ]);
  // SAFETY: identical fields.
  return Object.fromEntries(exact) as Record<Field, string | undefined>;
}

/** Decimals of amounts in another currency, or in the company's own (null). */
export async function moneyDigits(context: Context, foreign: string | null): Promise<number> {
  return foreign === null ? (await ownMoney(context)).digits : usualDigits(foreign);
}

/**
 * Converts a stated amount to a plain decimal. Refuses excess decimals of its currency: rounding would
 * change the amount.
 */
export function exactMoney(
  amount: string,
  digits: number,
  place: { readonly field: string; readonly line?: number },
): string {
  const exact = decimal(amount);
  if (exact.decimalPlaces() > digits)
    refuseWith('cell.decimals', { value: amount, most: digits }, place);
  return toPlainDecimal(exact);
}

/** Amount in the company's own currency, in SQL: rounded like a document's booked amount. */
export const worthSql = (
  tenantId: string,
  amount: RawBuilder<unknown>,
  rate: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  case when ${rate} = 1 then ${amount} else round(${amount} * ${rate}, (
    select currency_digits from tenant_setting where tenant_id = ${tenantId})) end`;

/** Rate of a currency on a day: the latest until then; null without any. */
export const rateOn = (
  tenantId: string,
  currency: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<string | null> => sql`(
  select rate.rate from exchange_rate rate
  where rate.tenant_id = ${tenantId} and rate.currency = ${currency} and rate.day <= ${day}
  order by rate.day desc limit 1)`;

import { exchangeRates } from '@tradehouse/contract';
import type { ReplyOf, ratesOfDay } from '@tradehouse/contract';
import { sql } from 'kysely';
import { recordWriter, refuse, trimmed } from '../../kernel/index.ts';
import type { Columns, Context } from '../../kernel/index.ts';
import { heldSettings } from '../system/index.ts';

export const exchangeRateWriter = recordWriter(exchangeRates, {
  reads: {},
  before: refuseOwn,
  taken: ({ currency, day }) =>
    refuse(
      'exchangeRate.taken',
      { currency: String(currency), day: String(day) },
      { field: 'day' },
    ),
});

async function refuseOwn({ tx, tenantId }: Context, { currency }: Columns): Promise<void> {
  const { rows } = await sql`
    select from ${heldSettings(tenantId)} setting where setting.currency = ${currency}`.execute(tx);
  if (rows.length > 0)
    refuse('exchangeRate.own', { currency: String(currency) }, { field: 'currency' });
}

/**
 * The rates of the day of a time. Currencies are found one behind the other, each by one look into the index: it costs as
 * much as there are currencies, however many days each has.
 */
export async function dayRates(
  { tx, tenantId }: Context,
  { time = null }: { readonly time?: string | undefined | null },
): Promise<ReplyOf<typeof ratesOfDay>> {
  const { rows } = await sql<{ currency: string; day: string; rate: string }>`
    with recursive known as (
      select min(currency) as currency from exchange_rate where tenant_id = ${tenantId}
      union all
      select (select min(next.currency) from exchange_rate next
        where next.tenant_id = ${tenantId} and next.currency > known.currency)
      from known where known.currency is not null)
    select known.currency, latest.day, latest.rate
    from known
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    cross join lateral (
      select rate.day, rate.rate from exchange_rate rate
      where rate.tenant_id = ${tenantId} and rate.currency = known.currency
        and rate.day <= (coalesce(${time}::timestamptz, now()) at time zone setting.time_zone)::date
      order by rate.day desc limit 1) latest
    order by known.currency`.execute(tx);
  return rows.map(({ currency, day, rate }) => ({ currency, day, rate: trimmed(rate) }));
}

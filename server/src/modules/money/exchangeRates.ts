import { exchangeRates } from '@tradehouse/contract';
import type { ReplyOf, ratesOfDay } from '@tradehouse/contract';
import { checkRateOfOne, decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { bulkWriter, recordWriter, trimTrailingZeros } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { ownMoney, requireCurrencyCode } from '../system/index.ts';

export const exchangeRateBulk = bulkWriter('exchange_rate');

export const exchangeRateWriter = recordWriter(exchangeRates, {
  reads: {},
  before: checkRate,
  taken: ({ currency, day }) =>
    refuseWith(
      'exchangeRate.taken',
      { currency: String(currency), day: String(day) },
      { field: 'day' },
    ),
});

/** Applies the rate rules of documents to the rate table. */
async function checkRate(
  context: Context,
  { currency, rate }: ColumnValues,
  existing: StoredResourceRow | null,
): Promise<void> {
  const own = await ownMoney(context);
  const name = String(currency);
  if (name === own.currency)
    refuseWith('exchangeRate.own', { currency: name }, { field: 'currency' });
  requireCurrencyCode(name, [existing === null ? null : String(existing['currency'])]);
  checkRateOfOne(name, decimal(String(rate)), own, { field: 'rate' });
}

/**
 * Reads the day's rates. A loose index scan finds the currencies: the cost grows with currencies, not days.
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
  return rows.map(({ currency, day, rate }) => ({ currency, day, rate: trimTrailingZeros(rate) }));
}

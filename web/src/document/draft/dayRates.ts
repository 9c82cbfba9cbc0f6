import { ratesOfDay } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../app/net/client.ts';
import type { CommonHead } from './commonHead.ts';

type Rates = ReplyOf<typeof ratesOfDay>;
type Terms = Pick<CommonHead, 'currency' | 'exchangeRate'>;

/** An ISO instant; null is now. */
const readRates = (time: string | null): Promise<Rates> =>
  call(ratesOfDay, time === null ? {} : { time }, { silent: true });

const noRates: Rates = [];

/** The rates of the day of a document; none while they are read. */
export const useDayRates = (time: string | null): Rates =>
  useQuery({ queryKey: ['exchangeRates', time], queryFn: () => readRates(time), staleTime: 0 })
    .data ?? noRates;

/** What one of a currency is worth that day, '' where no one knows. */
export const rateIn = (rates: Rates, currency: string): string =>
  rates.find((each) => each.currency === currency)?.rate ?? '';

/** Terms at the rate of an instant, null of now, where it is known. */
export async function termsAt(
  time: string | null,
  { currency, exchangeRate }: Terms,
): Promise<Terms> {
  if (currency === '') return { currency, exchangeRate };
  const rate = rateIn(await readRates(time).catch(() => noRates), currency);
  return { currency, exchangeRate: rate === '' ? exchangeRate : rate };
}

/** Terms at the rate of now: a document that is begun from another is of its own day. */
export const termsNow = (terms: Terms): Promise<Terms> => termsAt(null, terms);

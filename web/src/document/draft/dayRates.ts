import { ratesOfDay } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';
import type { CommonHead } from './commonHead.ts';

type Rates = ReplyOf<typeof ratesOfDay>;
type DayRateTerms = Pick<CommonHead, 'currency' | 'exchangeRate'>;

/** An ISO instant; null is now. */
const readRates = (time: string | null): Promise<Rates> =>
  callEndpoint(ratesOfDay, time === null ? {} : { time }, { silent: true });

const noRates: Rates = [];

/** Reads the exchange rates of a document's day; undefined while loading, none if reading failed. */
export function useDayRates(time: string | null): Rates | undefined {
  const { data, isError } = useQuery({
    queryKey: ['exchangeRates', time],
    queryFn: () => readRates(time),
    staleTime: 0,
  });
  return data ?? (isError ? noRates : undefined);
}

/** Returns one currency unit's value on the day, '' if unknown. */
export const rateIn = (rates: Rates | undefined, currency: string): string =>
  rates?.find((each) => each.currency === currency)?.rate ?? '';

/** Notice that the foreign currency has no known rate on the day. */
export const missingRateNotice = (
  rates: Rates | undefined,
  { currency, exchangeRate }: DayRateTerms,
): string | undefined =>
  rates !== undefined &&
  exchangeRate === '' &&
  currency.length === 3 &&
  rateIn(rates, currency) === ''
    ? t('money.noRate', { currency })
    : undefined;

/** Returns terms with the rate at an instant (null: the present), if known. */
export async function termsAt(
  time: string | null,
  { currency, exchangeRate }: DayRateTerms,
): Promise<DayRateTerms> {
  if (currency === '') return { currency, exchangeRate };
  const rate = rateIn(await readRates(time).catch(() => noRates), currency);
  return { currency, exchangeRate: rate === '' ? exchangeRate : rate };
}

/** Returns terms at the current rate: a derived document has its own day. */
export const termsNow = (terms: DayRateTerms): Promise<DayRateTerms> => termsAt(null, terms);

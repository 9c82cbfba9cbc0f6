import type { Rate } from '@tradehouse/contract';

/**
 * Returns the freight from a rate: the amount if in the company's currency, in which freight is stored.
 * Nothing if in another currency, so that freight is typed. Null if hidden: freight stays unchanged.
 */
export const freightOf = (
  { amount, currency }: Pick<Rate, 'amount' | 'currency'>,
  own: string,
): string | null => (amount === null || currency === own ? amount : '');

import type { Rate } from '@tradehouse/contract';

/**
 * What a rate makes of the freight, which is kept in the company's own currency: what it says; nothing where it is told in
 * another, so that it is typed in; null where it is hidden, and then freight stays as it is.
 */
export const freightOf = (
  { amount, currency }: Pick<Rate, 'amount' | 'currency'>,
  own: string,
): string | null => (amount === null || currency === own ? amount : '');

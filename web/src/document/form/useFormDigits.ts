import { useState } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { digitsOf } from '../../control/currency.ts';

/**
 * How many decimals the amounts of a form have: those of its currency, which may change while it is written.
 *
 * @param first that it begins in; '' is the company's own
 * @returns the decimals, and what is told the currency it is in now, as it is drawn
 */
export function useFormDigits(first: string): readonly [number, (currency: string) => void] {
  const own = useSettings();
  const [currency, setCurrency] = useState(first);
  const follow = (now: string): void => {
    if (now !== currency) setCurrency(now);
  };
  return [digitsOf(null, currency, own), follow];
}

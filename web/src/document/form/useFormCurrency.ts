import { useMemo, useState } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { currencyDigitsOf } from '../../control/currency.ts';

export interface FormCurrency {
  /** Currency code, also for the company's own. */
  readonly currency: string;
  readonly digits: number;
}

/**
 * Holds the currency of a form's amounts, which may change during editing.
 *
 * @param first initial currency; '' is the company's own
 * @param stored least decimals while the currency is the initial one
 * @returns the currency, and a function to call with the current currency on render
 */
export function useFormCurrency(
  first: string,
  stored = 0,
): readonly [FormCurrency, (currency: string) => void] {
  const own = useSettings();
  const [current, setCurrent] = useState(first);
  const follow = (now: string): void => {
    if (now !== current) setCurrent(now);
  };
  const currency = current === '' ? own.currency : current;
  const least = current === first ? stored : 0;
  const digits = Math.max(currencyDigitsOf(null, current, own), least);
  return [useMemo(() => ({ currency, digits }), [currency, digits]), follow];
}

import { useMemo, useState } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { currencyDigitsOf } from '../../control/currency.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import { keptDigitsIn } from '../draft/keptDigits.ts';

export interface FormCurrency {
  /** Currency code, also for the company's own. */
  readonly currency: string;
  readonly digits: number;
}

/** Head fields of the currency; money documents and drafts of older versions have no kept decimals. */
type CurrencyHead = Pick<HeadDraft, 'currency'> & Partial<Pick<HeadDraft, 'keptDigits'>>;

/**
 * Holds the currency of a form's amounts, which may change during editing.
 *
 * @param first initial head; the currency '' is the company's own
 * @returns the currency, and a function to call with the current head on render
 */
export function useFormCurrency(
  first: CurrencyHead,
): readonly [FormCurrency, (head: CurrencyHead) => void] {
  const own = useSettings();
  const [current, setCurrent] = useState(first);
  const follow = (now: CurrencyHead): void => {
    const same = now.currency === current.currency && now.keptDigits === current.keptDigits;
    if (!same) setCurrent(now);
  };
  const currency = current.currency === '' ? own.currency : current.currency;
  const kept = keptDigitsIn(current.keptDigits ?? [], currency);
  const digits = Math.max(currencyDigitsOf(null, currency, own), kept);
  return [useMemo(() => ({ currency, digits }), [currency, digits]), follow];
}

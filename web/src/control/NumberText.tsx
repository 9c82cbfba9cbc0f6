import type { ReactNode } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { currencyDigitsOf, isForeignCurrency, currencySignOf } from './currency.ts';
import { figureText, withSign } from './format.ts';
import type { FigureType } from './format.ts';

export interface NumberTextProps {
  /** Exact decimal in a string; null or undefined shows —. */
  readonly value: string | number | null | undefined;
  readonly as?: FigureType;
  /** Receipts get a plus and are green. */
  readonly signed?: boolean;
  /** With the sign of the company's currency. */
  readonly currency?: boolean;
  /** Currency of the amount: any but the company's own shows its sign. */
  readonly of?: string | null | undefined;
}

/** Number in tabular figures; negative numbers are red with a minus. Right-aligned in a cell. */
export function NumberText({
  value,
  as = 'quantity',
  signed = false,
  currency = false,
  of,
}: NumberTextProps): ReactNode {
  const own = useSettings();
  const text = value === null || value === undefined ? null : String(value);
  const written = figureText(as, text, currencyDigitsOf(text, of, own));
  const below = text !== null && text.startsWith('-') && /[1-9]/.test(written);
  const above = signed && text !== null && !text.startsWith('-') && /[1-9]/.test(written);
  const tone = below ? 'number below' : above ? 'number above' : 'number';
  const shown = above ? `+${written}` : written;
  return (
    <span className={tone}>
      {text !== null && (currency || isForeignCurrency(of, own))
        ? withSign(shown, currencySignOf(of, own))
        : shown}
    </span>
  );
}

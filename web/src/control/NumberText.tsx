import type { ReactNode } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { digitsOf, isForeign, signOf } from './currency.ts';
import { figureText, withSign } from './format.ts';
import type { FigureType } from './format.ts';

export interface NumberTextProps {
  /** An exact decimal as a string; null or undefined shows —. */
  readonly value: string | number | null | undefined;
  readonly as?: FigureType;
  /** What came in has a plus and is green. */
  readonly signed?: boolean;
  /** With the sign of the company's currency. */
  readonly currency?: boolean;
  /** What the amount is in: one that is not the company's own shows its sign. */
  readonly of?: string | null | undefined;
}

/** A number with tabular figures; below zero it is red and has its minus. Right-aligned where it stands in a cell. */
export function NumberText({
  value,
  as = 'quantity',
  signed = false,
  currency = false,
  of,
}: NumberTextProps): ReactNode {
  const own = useSettings();
  const text = value === null || value === undefined ? null : String(value);
  const written = figureText(as, text, digitsOf(text, of, own));
  const below = text !== null && text.startsWith('-') && /[1-9]/.test(written);
  const above = signed && text !== null && !text.startsWith('-') && /[1-9]/.test(written);
  const tone = below ? 'number below' : above ? 'number above' : 'number';
  const shown = above ? `+${written}` : written;
  return (
    <span className={tone}>
      {text !== null && (currency || isForeign(of, own)) ? withSign(shown, signOf(of, own)) : shown}
    </span>
  );
}

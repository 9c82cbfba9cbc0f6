import { decimal, withThousandsSeparators } from '@tradehouse/domain';
import { t } from '../phrase/index.ts';

/** An amount of money: thousands separators and the currency's decimals. Missing is —. */
export const moneyText = (value: string | null | undefined, digits = 2): string =>
  value === null || value === undefined || value === ''
    ? t('empty.none')
    : withThousandsSeparators(decimal(value).toFixed(digits));

/** Puts the currency sign before a formatted amount, behind a minus or plus. */
export const withSign = (written: string, symbol: string): string =>
  written.replace(/^[-+]?/, (sign) => sign + symbol);

/** A quantity: thousands separators, trimmed zeros. Missing is —. */
export const quantityText = (value: string | number | null | undefined): string =>
  value === null || value === undefined || value === ''
    ? t('empty.none')
    : withThousandsSeparators(decimal(value).toFixed());

/** Formats a price with the currency's decimals, up to six if needed. */
export function priceText(value: string | null | undefined, digits = 2): string {
  if (value === null || value === undefined || value === '') return t('empty.none');
  const rounded = decimal(value).toDecimalPlaces(6);
  return withThousandsSeparators(rounded.toFixed(Math.max(digits, rounded.decimalPlaces())));
}

/** A percentage; the value is already in percent. */
export const percentText = (value: string | null | undefined): string =>
  value === null || value === undefined || value === ''
    ? t('empty.none')
    : `${quantityText(decimal(value).toDecimalPlaces(2).toFixed())}%`;

export type FigureType = (typeof figureTypes)[number];
const figureTypes = ['money', 'price', 'quantity', 'percent', 'points', 'integer'] as const;
export const isFigureType = (type: unknown): type is FigureType =>
  figureTypes.some((one) => one === type);

/** Formats a percentage for a column; missing is —. */
const percentFigure = (value: string | null | undefined): string =>
  moneyText(value).replace(/\d$/, '$&%');

/** Formats a figure for a column by type; `digits`: decimals of money. */
export function figureText(
  as: FigureType,
  value: string | null | undefined,
  digits: number,
): string {
  if (as === 'money') return moneyText(value, digits);
  if (as === 'price') return priceText(value, digits);
  if (as === 'points') return moneyText(value);
  return as === 'percent' ? percentFigure(value) : quantityText(value);
}

/** Formats an ISO instant on the tenant's clock: `YYYY-MM-DD HH:mm:ss`. */
export function timeText(value: string | null | undefined, timeZone: string): string {
  if (value === null || value === undefined || value === '') return t('empty.none');
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  // Swedish formats dates and times like ISO.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
}

/** Returns today's date in the tenant's time zone, `YYYY-MM-DD`. */
export const todayIn = (timeZone: string, now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);

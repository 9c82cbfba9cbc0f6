import { decimal, separated } from '@tradehouse/domain';
import { t } from '../phrase/index.ts';

/** An amount of money: thousands separators and the currency's decimals. Missing is —. */
export const moneyText = (value: string | null | undefined, digits = 2): string =>
  value === null || value === undefined || value === ''
    ? t('empty.none')
    : separated(decimal(value).toFixed(digits));

/** A written amount with the sign of its currency, behind a minus or plus. */
export const withSign = (written: string, symbol: string): string =>
  written.replace(/^[-+]?/, (sign) => sign + symbol);

/** A quantity: thousands separators, trimmed zeros. Missing is —. */
export const quantityText = (value: string | number | null | undefined): string =>
  value === null || value === undefined || value === ''
    ? t('empty.none')
    : separated(decimal(value).toFixed());

/** A price: the currency's decimals at least, up to six when it has more. */
export function priceText(value: string | null | undefined, digits = 2): string {
  if (value === null || value === undefined || value === '') return t('empty.none');
  const rounded = decimal(value).toDecimalPlaces(6);
  return separated(rounded.toFixed(Math.max(digits, rounded.decimalPlaces())));
}

/** A percentage; the value is already in percent. */
export const percentText = (value: string | null | undefined): string =>
  value === null || value === undefined || value === ''
    ? t('empty.none')
    : `${quantityText(decimal(value).toDecimalPlaces(2).toFixed())}%`;

/** What a figure is. */
export type FigureType = (typeof figureTypes)[number];
const figureTypes = ['money', 'price', 'quantity', 'percent', 'integer'] as const;
export const isFigureType = (type: unknown): type is FigureType =>
  figureTypes.some((one) => one === type);

/** A percentage among others, which have as many decimals; missing is —. */
const percentFigure = (value: string | null | undefined): string =>
  moneyText(value).replace(/\d$/, '$&%');

/** A figure as its type is written where others stand below it; `digits`: the decimals of money. */
export function figureText(
  as: FigureType,
  value: string | null | undefined,
  digits: number,
): string {
  if (as === 'money') return moneyText(value, digits);
  if (as === 'price') return priceText(value, digits);
  return as === 'percent' ? percentFigure(value) : quantityText(value);
}

/** An ISO instant as the tenant's clock shows it: `YYYY-MM-DD HH:mm:ss`. */
export function timeText(value: string | null | undefined, timeZone: string): string {
  if (value === null || value === undefined || value === '') return t('empty.none');
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  // Swedish writes dates and times as ISO does.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
}

/** The day it is now in the tenant's zone, `YYYY-MM-DD`. */
export const todayIn = (timeZone: string, now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);

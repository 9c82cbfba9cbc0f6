import type { SettingsReply } from '@tradehouse/contract';
import {
  decimal,
  toPlainDecimal,
  currencySignIn,
  toBase,
  usualDigits,
  usualSign,
} from '@tradehouse/domain';
import { language } from '../app/session/language.ts';
import { settingsNow } from '../app/settings/settings.ts';
import { moneyText, priceText, withSign } from './format.ts';

/** Format of amounts in the company's own currency. */
export type OwnCurrency = Pick<SettingsReply, 'currency' | 'currencySymbol' | 'currencyDigits'>;

const locale = language === 'en' ? 'en' : 'zh-CN';

/** Returns the usual sign and number of decimals of a currency. */
export function usualOf(
  currency: string,
  display: 'narrowSymbol' | 'symbol' = 'narrowSymbol',
): Pick<OwnCurrency, 'currencySymbol' | 'currencyDigits'> {
  return {
    currencySymbol: usualSign(currency, locale, display),
    currencyDigits: usualDigits(currency),
  };
}

/** Currencies to choose from, with their names. */
export const currencyOptions = (): { readonly value: string; readonly label: string }[] => {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
};

/** Checks for a foreign currency: neither none nor the company's own. */
export const isForeignCurrency = (
  currency: string | null | undefined,
  own: Pick<OwnCurrency, 'currency'>,
): currency is string => (currency ?? '') !== '' && currency !== own.currency;

/** The sign before amounts of a currency, in the language of the screen; see `currencySignIn`. */
export const currencySignOf = (currency: string | null | undefined, own: OwnCurrency): string =>
  isForeignCurrency(currency, own) ? currencySignIn(currency, own, locale) : own.currencySymbol;

/**
 * Returns the decimals of an amount: own currency from the settings, a foreign currency as usual. No given
 * decimal is hidden.
 */
export function currencyDigitsOf(
  value: string | null | undefined,
  currency: string | null | undefined,
  own: Pick<OwnCurrency, 'currency' | 'currencyDigits'>,
): number {
  if (!isForeignCurrency(currency, own) || !/^[A-Z]{3}$/.test(currency)) return own.currencyDigits;
  const written = /\d/.test(value ?? '') ? decimal(value ?? '0').decimalPlaces() : 0;
  return Math.max(usualDigits(currency), written);
}

/** Formats an amount behind its currency sign; missing is —. */
export const amountText = (
  value: string | null | undefined,
  currency: string | null | undefined,
  own: OwnCurrency,
): string => {
  const written = moneyText(value, currencyDigitsOf(value, currency, own));
  return /\d/.test(written) ? withSign(written, currencySignOf(currency, own)) : written;
};

/**
 * Converts a foreign amount into the company's own currency, as the books do. Null: already in own
 * currency, or no rate yet.
 */
export function inOwnText(
  value: string | null,
  { currency, exchangeRate }: { readonly currency: string; readonly exchangeRate: string },
  own: OwnCurrency,
): string | null {
  if (!isForeignCurrency(currency, own) || value === null || !/^\d*\.?\d+$/.test(exchangeRate))
    return null;
  const terms = { exchangeRate: decimal(exchangeRate), moneyDigits: own.currencyDigits };
  return amountText(toPlainDecimal(toBase(terms, decimal(value))), null, own);
}

/** A price of a product, in the company's own currency. */
export const ownPriceText = (value: string | null): string =>
  priceText(value, settingsNow()?.currencyDigits);

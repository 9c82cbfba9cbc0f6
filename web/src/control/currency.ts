import type { SettingsReply } from '@tradehouse/contract';
import { decimal, plain, toBase, usualDigits, usualSign } from '@tradehouse/domain';
import { language } from '../app/session/language.ts';
import { settingsNow } from '../app/settings/settings.ts';
import { moneyText, priceText, withSign } from './format.ts';

/** How the company writes amounts of its own currency. */
export type Own = Pick<SettingsReply, 'currency' | 'currencySymbol' | 'currencyDigits'>;

const locale = language === 'en' ? 'en' : 'zh-CN';

/** How a currency is usually written: its sign and how many decimals it has. */
export function usualOf(
  currency: string,
  display: 'narrowSymbol' | 'symbol' = 'narrowSymbol',
): Pick<Own, 'currencySymbol' | 'currencyDigits'> {
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

/** Of another currency: none named, and the company's own, are not. */
export const isForeign = (
  currency: string | null | undefined,
  own: Pick<Own, 'currency'>,
): currency is string => (currency ?? '') !== '' && currency !== own.currency;

/**
 * The sign before amounts of a currency: the company's own as its settings have it, another's so that it can't be taken
 * for it. A sign that ends in a letter keeps its distance.
 */
export function signOf(currency: string | null | undefined, own: Own): string {
  if (!isForeign(currency, own)) return own.currencySymbol;
  // Three letters name a currency; fewer are still being typed.
  const usual = /^[A-Z]{3}$/.test(currency) ? usualOf(currency, 'symbol').currencySymbol : currency;
  const sign = usual === own.currencySymbol ? currency : usual;
  return /[A-Za-z]$/.test(sign) ? `${sign}\u00A0` : sign;
}

/**
 * With how many decimals an amount is written: the company's own as its settings have it, another's as many as are usual there, and
 * none is hidden.
 */
export function digitsOf(
  value: string | null | undefined,
  currency: string | null | undefined,
  own: Pick<Own, 'currency' | 'currencyDigits'>,
): number {
  if (!isForeign(currency, own) || !/^[A-Z]{3}$/.test(currency)) return own.currencyDigits;
  const written = /\d/.test(value ?? '') ? decimal(value ?? '0').decimalPlaces() : 0;
  return Math.max(usualDigits(currency), written);
}

/** An amount behind the sign of its currency; missing is —. */
export const amountText = (
  value: string | null | undefined,
  currency: string | null | undefined,
  own: Own,
): string => {
  const written = moneyText(value, digitsOf(value, currency, own));
  return /\d/.test(written) ? withSign(written, signOf(currency, own)) : written;
};

/**
 * What an amount in another currency is in the company's own, as the books have it; null where it is in that, or there is no
 * rate yet.
 */
export function inOwnText(
  value: string | null,
  { currency, exchangeRate }: { readonly currency: string; readonly exchangeRate: string },
  own: Own,
): string | null {
  if (!isForeign(currency, own) || value === null || !/^\d*\.?\d+$/.test(exchangeRate)) return null;
  const terms = { exchangeRate: decimal(exchangeRate), moneyDigits: own.currencyDigits };
  return amountText(plain(toBase(terms, decimal(value))), null, own);
}

/** A price of a product, in the company's own currency. */
export const ownPriceText = (value: string | null): string =>
  priceText(value, settingsNow()?.currencyDigits);

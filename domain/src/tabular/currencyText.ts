import { currenciesOfSign, currenciesOfSignBeside, isOneOfCodes } from './currencySigns.ts';
import { currenciesBeside } from './numberText.ts';

/** Signs of several currencies that stand for the usual one of them where they stand alone. */
const USUAL = /^[$¥£₩元]$/;

/** The code of the currency that a cell names; undefined for none, or for one of several such as kr. */
export function parseCurrencyText(text: string): string | undefined {
  const [known, ...others] = currenciesOfSign(text);
  if (others.length === 0 || USUAL.test(text.normalize('NFKC').trim())) {
    if (known !== undefined) return known;
  }
  const [code] = /\b[A-Z]{3}\b/.exec(text.normalize('NFKC').toUpperCase()) ?? [];
  return code;
}

/** Checks if a text of a currency column may name the currency, by a sign, name or code. */
export function isNameOfCurrency(text: string, currency: string): boolean {
  const code = parseCurrencyText(text);
  return isOneOfCodes(currency, [...currenciesOfSign(text), ...(code === undefined ? [] : [code])]);
}

/** The company's own code for a code of its currency; else the given code. */
export const toOwnCode = (code: string, own: string): string =>
  isOneOfCodes(own, currenciesOfSign(code)) ? own : code;

/**
 * Checks if a sign or code beside a number names another currency than the column's.
 *
 * @param ownSign sign of the column's currency in the company's settings
 */
export const isInAnotherCurrency = (text: string, currency: string, ownSign = ''): boolean =>
  currenciesBeside(text).some(
    (sign) =>
      sign !== ownSign.normalize('NFKC').trim() &&
      !isOneOfCodes(currency, currenciesOfSignBeside(sign)),
  );

/** Titles of currency columns, in plain form separated by |. */
export const CURRENCY_TITLES =
  '币种|货币|币别|货币代码|币种代码|交易币种|交易货币|账户币种|currency|currencycode|ccy|transactioncurrency|waehrung|währung|devise|moneda|munt|muntsoort|waluta|parabirimi';

import { currenciesOfSignBeside, isOneOfCodes } from './currencySigns.ts';
import { currenciesBeside } from './numberText.ts';

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

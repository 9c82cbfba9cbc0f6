import type { Decimal } from '../decimal.ts';
import { rounded } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import { DomainError } from '../error/domainError.ts';

const digitsOfCurrencies = (digits: number, currencies: string) =>
  Object.fromEntries(currencies.split(' ').map((currency) => [currency, digits]));

/** Decimals of the currencies with a number other than two (ISO 4217). */
export const unusualDigits: Readonly<Record<string, number>> = {
  ...digitsOfCurrencies(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...digitsOfCurrencies(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...digitsOfCurrencies(4, 'CLF UYW'),
};

/** Decimals of amounts in a currency. */
export const usualDigits = (currency: string): number => unusualDigits[currency] ?? 2;

/** The usual sign of a currency in the texts of a locale. */
export const usualSign = (
  currency: string,
  locale: string,
  currencyDisplay: 'narrowSymbol' | 'symbol' = 'narrowSymbol',
): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/**
 * Returns the currency sign before amounts: the company's own by its settings, other signs unmistakable. A
 * sign ending in a letter is followed by a space.
 */
export function currencySignIn(
  currency: string,
  own: { readonly currency: string; readonly currencySymbol: string },
  locale: string,
): string {
  if (currency === own.currency) return own.currencySymbol;
  // Three letters name a currency; fewer are still being typed.
  const usual = /^[A-Z]{3}$/.test(currency) ? usualSign(currency, locale, 'symbol') : currency;
  const sign = usual === own.currencySymbol ? currency : usual;
  return /[A-Za-z]$/.test(sign) ? `${sign}\u00A0` : sign;
}

/** Decimals of amounts in a currency; for the company currency, from the settings. */
export const digitsIn = (
  currency: string,
  own: { readonly currency: string; readonly currencyDigits: number },
): number => (currency === own.currency ? own.currencyDigits : usualDigits(currency));

/**
 * Refuses a rate of exactly 1 for a currency with more decimals than the company's: amounts would need
 * rounding, and a rate of 1 never rounds. Throws `document.rateOfOne`.
 */
export function checkRateOfOne(
  currency: string,
  rate: Decimal,
  own: { readonly currency: string; readonly digits: number },
  at: { readonly field: string },
): void {
  if (currency === own.currency || !rate.equals(1) || usualDigits(currency) <= own.digits) return;
  throw new DomainError('document.rateOfOne', { currency, own: own.currency }, at);
}

/** Decimals of a document's amounts. Documents do not name the company currency; the rate 1 identifies it. */
export const moneyDigitsOf = ({ currency, exchangeRate, moneyDigits }: CurrencyTerms): number =>
  exchangeRate.equals(1) ? moneyDigits : usualDigits(currency);

/** Currency of a document's amounts, and its value in company currency. */
export type CurrencyTerms = Pick<Document, 'currency' | 'exchangeRate' | 'moneyDigits'>;

/** Converts an amount to company currency, rounded like money. */
export const toBase = (
  { exchangeRate, moneyDigits }: Pick<CurrencyTerms, 'exchangeRate' | 'moneyDigits'>,
  amount: Decimal,
): Decimal => (exchangeRate.equals(1) ? amount : rounded(amount.times(exchangeRate), moneyDigits));

/** Document owning the money, in the form used by refusals. */
type Paper = CurrencyTerms & { readonly number: string | null };

/**
 * Money of a document taken by others: an order's deposit, a bill's debt. Amount and currency stay
 * together: amounts of two documents cannot be compared or added like bare numbers.
 */
export class Money {
  /** Book value in company currency: additive, whatever the document currency. */
  readonly booked: Decimal;
  readonly #amount: Decimal;
  readonly #of: Paper;

  /** Booked at the document's rate by default. */
  constructor(of: Paper, amount: Decimal, booked: Decimal = toBase(of, amount)) {
    this.#of = of;
    this.#amount = amount;
    this.booked = booked;
  }

  /** Amount for a caller in the same currency. Throws `document.sourceCurrency`. */
  in(currency: string): Decimal {
    const { number, currency: own } = this.#of;
    if (own === currency) return this.#amount;
    throw new DomainError('document.sourceCurrency', { number: number ?? '', currency: own });
  }

  /** Remainder after the taken part. Throws `document.sourceCurrency`. */
  minus(taken: Money): Money {
    const { currency } = this.#of;
    const left = this.#amount.minus(taken.in(currency));
    return new Money(this.#of, left, this.booked.minus(taken.booked));
  }

  /** Checks if the taken part is possible: no book value may remain without a paper remainder. */
  covers(taken: Money): boolean {
    const left = this.minus(taken);
    const open = left.in(this.#of.currency);
    return open.gt(0) || (open.isZero() && left.booked.isZero());
  }

  /**
   * Part of the money, booked at its share of the remaining book value; the last part takes all of the
   * rest. Books therefore end at zero with the paper amount, after any number of parts. At most the whole.
   * Throws `document.sourceCurrency`.
   */
  part(amount: Decimal, { currency, moneyDigits }: CurrencyTerms): Money {
    const whole = this.in(currency);
    const share = () => rounded(this.booked.times(amount).dividedBy(whole), moneyDigits);
    return new Money(this.#of, amount, amount.equals(whole) ? this.booked : share());
  }
}

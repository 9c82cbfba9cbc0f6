import type { Decimal } from '../decimal.ts';
import { rounded } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import { DomainError } from '../error/domainError.ts';

const of = (digits: number, currencies: string) =>
  Object.fromEntries(currencies.split(' ').map((currency) => [currency, digits]));

/** Decimals of the currencies that have others than two (ISO 4217). */
export const unusualDigits: Readonly<Record<string, number>> = {
  ...of(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...of(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...of(4, 'CLF UYW'),
};

/** How many decimals amounts of a currency have. */
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

/** How many decimals amounts in a currency are rounded to: of the company's own as many as its settings say. */
export const digitsIn = (
  currency: string,
  own: { readonly currency: string; readonly currencyDigits: number },
): number => (currency === own.currency ? own.currencyDigits : usualDigits(currency));

/** The same of a document, which does not say what the company's own currency is: its rate does, since that of the own is 1. */
export const moneyDigitsOf = ({ currency, exchangeRate, moneyDigits }: Terms): number =>
  exchangeRate.equals(1) ? moneyDigits : usualDigits(currency);

/** What a document's amounts are in, and what one of it is worth in the company's own currency. */
export type Terms = Pick<Document, 'currency' | 'exchangeRate' | 'moneyDigits'>;

/** An amount in the company's own currency, rounded as money. */
export const toBase = (
  { exchangeRate, moneyDigits }: Pick<Terms, 'exchangeRate' | 'moneyDigits'>,
  amount: Decimal,
): Decimal => (exchangeRate.equals(1) ? amount : rounded(amount.times(exchangeRate), moneyDigits));

/** A document that money belongs to, as refusals name it. */
type Paper = Terms & { readonly number: string | null };

/**
 * Money of a document that others take from: the deposit of an order, the debt of a bill. It never comes apart from its
 * currency, so that amounts of two documents can be neither compared nor added up as bare numbers.
 */
export class Money {
  /** What it stands for in the books, in the company's currency: that adds up, whatever the amounts are in. */
  readonly booked: Decimal;
  readonly #amount: Decimal;
  readonly #of: Paper;

  /** Booked at the document's own rate, unless it is said what at. */
  constructor(of: Paper, amount: Decimal, booked: Decimal = toBase(of, amount)) {
    this.#of = of;
    this.#amount = amount;
    this.booked = booked;
  }

  /** The amount, for anyone who counts in the same currency. Throws `document.sourceCurrency`. */
  in(currency: string): Decimal {
    const { number, currency: own } = this.#of;
    if (own === currency) return this.#amount;
    throw new DomainError('document.sourceCurrency', { number: number ?? '', currency: own });
  }

  /** What is left of it once others took their part. Throws `document.sourceCurrency`. */
  minus(taken: Money): Money {
    const { currency } = this.#of;
    const left = this.#amount.minus(taken.in(currency));
    return new Money(this.#of, left, this.booked.minus(taken.booked));
  }

  /** Whether others may have taken that much of it: nothing is left in the books where nothing is left on paper. */
  covers(taken: Money): boolean {
    const left = this.minus(taken);
    const open = left.in(this.#of.currency);
    return open.gt(0) || (open.isZero() && left.booked.isZero());
  }

  /**
   * A part of it: booked at its share of what is left in the books, and all that is left where it is the last one. So
   * nothing stays behind in the books when nothing is left on paper, however many took from it. At most all of it.
   * Throws `document.sourceCurrency`.
   */
  part(amount: Decimal, { currency, moneyDigits }: Terms): Money {
    const whole = this.in(currency);
    const share = () => rounded(this.booked.times(amount).dividedBy(whole), moneyDigits);
    return new Money(this.#of, amount, amount.equals(whole) ? this.booked : share());
  }
}

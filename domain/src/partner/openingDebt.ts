import type { Decimal } from '../decimal.ts';
import { ONE, decimal, toPlainDecimal } from '../decimal.ts';
import { checkDate } from '../document/dates.ts';
import { isCodeOfRecord } from '../money/currencyCodes.ts';
import { checkRateOfOne, digitsIn } from '../money/money.ts';
import { DomainError } from '../error/domainError.ts';

/** Opening debt as entered; null where nothing was entered. */
export interface OpeningDebtEntry {
  readonly businessDate: string;
  readonly dueOn: string | null;
  readonly currency: string | null;
  readonly exchangeRate: string | null;
  readonly amount: string;
}

/** Opening debt with every term. */
export interface OpeningDebtTerms {
  readonly businessDate: string;
  readonly dueOn: string;
  readonly currency: string;
  readonly exchangeRate: string;
  readonly amount: string;
}

interface OpeningDebtFacts {
  readonly today: string;
  readonly own: { readonly currency: string; readonly digits: number };
  /** Rate of the currency on the day of the bill, from the table of rates. */
  readonly dayRate: string | null;
}

/**
 * Completes the terms of an opening debt: due on its own day, in the company's currency, at the rate of its
 * day. Refuses at the field: days out of reach or out of order, unknown currencies, missing rates, excess
 * decimals.
 */
export function completeOpeningDebt(
  { businessDate, dueOn, currency, exchangeRate, amount }: OpeningDebtEntry,
  { today, own, dayRate }: OpeningDebtFacts,
): OpeningDebtTerms {
  checkDate(businessDate, today, 'businessDate');
  if (businessDate > today)
    throw new DomainError('document.futureDate', { date: businessDate }, { field: 'businessDate' });
  const due = dueOn ?? businessDate;
  checkDate(due, today, 'dueOn', 'far');
  if (due < businessDate)
    throw new DomainError('terms.tooEarly', { date: due }, { field: 'dueOn' });
  const code = currency ?? own.currency;
  if (!isCodeOfRecord(code, [own.currency]))
    throw new DomainError(
      'request.field',
      { field: 'currency', rule: 'currency' },
      { field: 'currency' },
    );
  const rate = rateOfDebt(code, exchangeRate, { own, dayRate, businessDate });
  const digits = digitsIn(code, { currency: own.currency, currencyDigits: own.digits });
  const exact = decimal(amount);
  if (exact.lte(0)) throw new DomainError('settlement.amount', {}, { field: 'amount' });
  if (exact.decimalPlaces() > digits)
    throw new DomainError('cell.decimals', { value: amount, most: digits }, { field: 'amount' });
  return {
    businessDate,
    dueOn: due,
    currency: code,
    exchangeRate: toPlainDecimal(rate),
    amount: toPlainDecimal(exact),
  };
}

function rateOfDebt(
  currency: string,
  entered: string | null,
  {
    own,
    dayRate,
    businessDate,
  }: Omit<OpeningDebtFacts, 'today'> & { readonly businessDate: string },
): Decimal {
  const at = { field: 'exchangeRate' };
  if (currency === own.currency) {
    if (entered !== null && !decimal(entered).equals(1))
      throw new DomainError('document.currency', {}, at);
    return ONE;
  }
  const rate = entered ?? dayRate;
  if (rate === null)
    throw new DomainError('document.rateMissing', { currency, date: businessDate }, at);
  if (decimal(rate).lte(0)) throw new DomainError('document.exchangeRate', {}, at);
  checkRateOfOne(currency, decimal(rate), own, at);
  return decimal(rate);
}

import { decimal, withThousandsSeparators } from '../decimal.ts';
import { isKeyOf } from '../keys.ts';
import type { SentenceFacts } from './domainError.ts';
import type { ErrorKey } from './errors.ts';
import type { RefusalFactName } from './sentences.ts';

type MoneyFacts = { readonly [Key in ErrorKey]?: readonly RefusalFactName<Key>[] };

/** Facts of refusals holding amounts or prices: exact decimals, formatted like money in sentences. */
export const moneyFacts = {
  'price.belowMinimum': ['price', 'minimum'],
  'promotion.changed': ['amount', 'stated'],
  'document.accountSplit': ['split', 'amount'],
  'document.discount': ['amount'],
  'document.rateAndAmount': ['amount'],
  'document.overpaid': ['amount'],
  'document.paymentFee': ['amount'],
  'document.retailDebt': ['missing'],
  'document.belowMinimum': ['minimum'],
  'document.returnPrice': ['price', 'agreed'],
  'document.moneyBack': ['back', 'cost', 'excess'],
  'document.moneyBackByPrice': ['back', 'cost', 'excess'],
  'review.limit': ['limit'],
  'credit.exceeded': ['owed', 'limit'],
  'deposit.exceeded': ['left'],
  'prepayment.short': ['missing'],
  'prepayment.bonusShort': ['missing'],
  'prepayment.bonusBack': ['bonus'],
  'settlement.over': ['left'],
  'invoice.over': ['left'],
  'invoice.beyond': ['covered', 'gross'],
  'bank.differs': ['amount', 'moved'],
} as const satisfies MoneyFacts;

/** Data of a refusal in addition to amounts: the number of decimals to show. */
export type WithDigits<Key extends ErrorKey> = Key extends keyof typeof moneyFacts
  ? { readonly digits: number }
  : unknown;

/** Names of the money facts of a refusal. */
export const moneyFactsOf = (key: ErrorKey): readonly string[] =>
  isKeyOf(moneyFacts, key) ? moneyFacts[key] : [];

/** Formats a fact for a sentence: money with the currency's decimals, hiding no further ones. */
export function factText(key: ErrorKey, facts: SentenceFacts, name: string): string {
  const fact = String(facts[name] ?? '');
  if (fact === '' || !moneyFactsOf(key).includes(name)) return fact;
  const amount = decimal(fact);
  const digits = Math.max(Number(facts['digits'] ?? 0), amount.decimalPlaces());
  return withThousandsSeparators(amount.toFixed(digits));
}

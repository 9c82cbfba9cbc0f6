import { decimal, separated } from '../decimal.ts';
import { isKeyOf } from '../keys.ts';
import type { Facts } from './domainError.ts';
import type { ErrorKey } from './errors.ts';
import type { FactName } from './sentences.ts';

type MoneyFacts = { readonly [Key in ErrorKey]?: readonly FactName<Key>[] };

/** The facts of refusals that are amounts or prices: exact decimals, which sentences write as their money is written. */
export const moneyFacts = {
  'price.belowMinimum': ['price', 'minimum'],
  'document.accountSplit': ['split', 'amount'],
  'document.discount': ['amount'],
  'document.overpaid': ['amount'],
  'document.retailDebt': ['missing'],
  'document.belowMinimum': ['minimum'],
  'document.returnPrice': ['price', 'agreed'],
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

/** What is told beside amounts: with how many decimals they are written. */
export type WithDigits<Key extends ErrorKey> = Key extends keyof typeof moneyFacts
  ? { readonly digits: number }
  : unknown;

/** Which facts of a refusal are money. */
export const moneyFactsOf = (key: ErrorKey): readonly string[] =>
  isKeyOf(moneyFacts, key) ? moneyFacts[key] : [];

/** A fact as a sentence says it: money with the decimals of its currency, and none of its own hidden. */
export function factText(key: ErrorKey, facts: Facts, name: string): string {
  const fact = String(facts[name] ?? '');
  if (fact === '' || !moneyFactsOf(key).includes(name)) return fact;
  const amount = decimal(fact);
  const digits = Math.max(Number(facts['digits'] ?? 0), amount.decimalPlaces());
  return separated(amount.toFixed(digits));
}

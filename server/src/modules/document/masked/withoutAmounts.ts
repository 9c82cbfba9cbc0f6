import { DomainError, documentKinds } from '@tradehouse/domain';
import type { AnyKindCode, ErrorKey } from '@tradehouse/domain';
import { seesAmounts } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { amountsHidden } from './amountsHidden.ts';

/** The facts of a refusal that are amounts of money. */
const amounts: Readonly<Partial<Record<ErrorKey, readonly string[]>>> = {
  'document.accountSplit': ['split', 'amount'],
  'document.discount': ['amount'],
  'document.overpaid': ['amount'],
  'document.retailDebt': ['missing'],
  'document.belowMinimum': ['minimum'],
  'deposit.exceeded': ['left'],
  'prepayment.short': ['missing'],
  'prepayment.bonusShort': ['missing'],
  'prepayment.bonusBack': ['bonus'],
  'settlement.over': ['left'],
};

/** Debts and limits: they are money, whatever else of a sale its maker may see. */
const debts: typeof amounts = { 'credit.exceeded': ['owed', 'limit'] };

/** Does work on documents of these kinds; who may not see their amounts is refused without being told any. */
export async function withoutAmounts<T>(
  { scope }: Context,
  kinds: readonly AnyKindCode[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const hidden = kinds.some((code) => amountsHidden(scope, documentKinds[code]));
    if (!(error instanceof DomainError)) throw error;
    const refusal: DomainError = error;
    const secret = [
      ...(hidden ? (amounts[refusal.key] ?? []) : []),
      ...(hidden || !seesAmounts(scope, 'money') ? (debts[refusal.key] ?? []) : []),
    ];
    const facts = Object.entries(refusal.facts).filter(([name]) => !secret.includes(name));
    throw refusal.retold(Object.fromEntries(facts));
  }
}

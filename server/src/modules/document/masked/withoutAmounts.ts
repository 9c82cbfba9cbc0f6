import { DomainError, documentKinds, moneyFactsOf } from '@tradehouse/domain';
import type { AnyKindCode, ErrorKey } from '@tradehouse/domain';
import { seesAmounts } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { amountsHidden } from './amountsHidden.ts';

/** Debts and limits, and what a member has left: they are money, whatever else of a sale its maker may see. */
const tellsPurses: ReadonlySet<ErrorKey> = new Set([
  'credit.exceeded',
  'prepayment.short',
  'prepayment.bonusShort',
]);

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
    const secret =
      hidden || (tellsPurses.has(refusal.key) && !seesAmounts(scope, 'money'))
        ? moneyFactsOf(refusal.key)
        : [];
    const facts = Object.entries(refusal.facts).filter(([name]) => !secret.includes(name));
    throw refusal.retold(Object.fromEntries(facts));
  }
}

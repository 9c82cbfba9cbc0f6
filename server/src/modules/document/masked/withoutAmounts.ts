import { DomainError, documentKinds, moneyFactsOf } from '@tradehouse/domain';
import type { AnyKindCode, ErrorKey } from '@tradehouse/domain';
import { seesAmounts } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { amountsHidden } from './amountsHidden.ts';

/** Errors revealing debts, limits or a member's balance, hidden without sight of money. */
const tellsPurses: ReadonlySet<ErrorKey> = new Set([
  'credit.exceeded',
  'prepayment.short',
  'prepayment.bonusShort',
]);

/** Errors revealing minimum prices or promotions, hidden without sight of the amounts of sales. */
const tellsSales: ReadonlySet<ErrorKey> = new Set(['document.belowMinimum', 'promotion.changed']);

/** Runs work; removes amounts from refusals for users without sight of amounts. */
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
      hidden ||
      (tellsPurses.has(refusal.key) && !seesAmounts(scope, 'money')) ||
      (tellsSales.has(refusal.key) && !seesAmounts(scope, 'sale'))
        ? moneyFactsOf(refusal.key)
        : [];
    const facts = Object.entries(refusal.facts).filter(([name]) => !secret.includes(name));
    throw refusal.retold(Object.fromEntries(facts));
  }
}

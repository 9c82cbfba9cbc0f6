import { takesDeposit } from '@tradehouse/domain';
import type { Kind } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';

/** Whether money comes in with a kind, goes out, or goes back. */
export function sideOf({ cash, sources }: Kind): 'pay' | 'receive' | 'refund' {
  if (Object.values(sources).includes('returned')) return 'refund';
  const comesIn = cash.some(({ to }) => to === 'account' || to === 'targetAccount');
  return comesIn && cash.every(({ from }) => from !== 'account') ? 'receive' : 'pay';
}

/** What is paid with a document of the kind is called. */
export function paidLabelOf(kind: Kind): string {
  const side = sideOf(kind);
  const receives = side === 'receive' ? 'receive' : 'pay';
  if (takesDeposit(kind)) return t(`editor.foot.depositTaken.${receives}`);
  if (kind.subject === 'money') return t(`money.actual.${receives}`);
  return t(`editor.foot.paidNow.${side}`);
}

/** What is called what a member's prepayment pays of a sale, or gets back of a return, and what an account does beside it. */
export const besideLabelsOf = (kind: Kind): { readonly part: string; readonly rest: string } => {
  const side = sideOf(kind) === 'refund' ? 'back' : 'out';
  return { part: t(`editor.cash.part.${side}`), rest: t(`editor.cash.rest.${side}`) };
};

/** What a member's bonus is called in a document: given, taken back, or a part of what is paid. */
export function bonusLabelOf(kind: Kind): string {
  if (kind.prepaid) return t('editor.cash.bonus');
  return t(sideOf(kind) === 'receive' ? 'money.bonus' : 'money.bonusBack');
}

/** What the account is called that money comes into or goes out of, where that is what a document of the kind is for. */
export const accountLabelOf = (kind: Kind): string =>
  kind.subject === 'money'
    ? t(`money.account.${sideOf(kind) === 'receive' ? 'receive' : 'pay'}`)
    : t('editor.foot.account');

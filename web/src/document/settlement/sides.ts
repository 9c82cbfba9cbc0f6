import { takesDeposit } from '@tradehouse/domain';
import type { DocumentKind } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';

/** Returns the direction of a kind's money: in, out, or back. */
export function cashSideOfKind({ cash, sources }: DocumentKind): 'pay' | 'receive' | 'refund' {
  if (Object.values(sources).includes('returned')) return 'refund';
  const comesIn = cash.some(({ to }) => to === 'account' || to === 'targetAccount');
  return comesIn && cash.every(({ from }) => from !== 'account') ? 'receive' : 'pay';
}

export function paidLabelOf(kind: DocumentKind): string {
  const side = cashSideOfKind(kind);
  const receives = side === 'receive' ? 'receive' : 'pay';
  if (takesDeposit(kind)) return t(`editor.foot.depositTaken.${receives}`);
  if (kind.subject === 'money') return t(`money.actual.${receives}`);
  return t(`editor.foot.paidNow.${side}`);
}

/** Returns the label of the cash handed over at a till. */
export const handedLabelOf = (kind: DocumentKind): string =>
  t(cashSideOfKind(kind) === 'refund' ? 'editor.cash.refunded' : 'editor.cash.received');

/** Returns labels for a prepayment's part of a sale or return, and for the account's part. */
export const besideLabelsOf = (
  kind: DocumentKind,
): { readonly part: string; readonly rest: string } => {
  const side = cashSideOfKind(kind) === 'refund' ? 'back' : 'out';
  return { part: t(`editor.cash.part.${side}`), rest: t(`editor.cash.rest.${side}`) };
};

/** Returns the label of a member's bonus: given, taken back, or part of the payment. */
export function bonusLabelOf(kind: DocumentKind): string {
  if (kind.prepaid) return t('editor.cash.bonus');
  return t(cashSideOfKind(kind) === 'receive' ? 'money.bonus' : 'money.bonusBack');
}

/** Returns the label of the account; money kinds name the direction. */
export const accountLabelOf = (kind: DocumentKind): string =>
  kind.subject === 'money'
    ? t(`money.account.${cashSideOfKind(kind) === 'receive' ? 'receive' : 'pay'}`)
    : t('editor.foot.account');

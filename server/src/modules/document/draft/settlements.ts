import type { GoodsDocumentInput } from '@tradehouse/contract';
import { checkAccounts, decimal, rounded } from '@tradehouse/domain';
import type { Decimal, DocumentKind, Settlement } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import { draftDigits } from '../store/references.ts';
import type { References } from '../store/references.ts';

type MoneyOf = Pick<GoodsDocumentInput, 'accountId' | 'settlements'>;

interface Payment {
  readonly paid: Decimal;
  readonly currency: string;
}

/** Returns the payment's accounts: a single account, or several with matching sum; none for a prepayment. */
export function toSettlements(
  input: MoneyOf & { readonly payment?: 'now' | 'prepaid' },
  kind: DocumentKind,
  payment: Payment,
  references: References,
): Settlement[] {
  const { paid } = payment;
  const { accountIds } = references;
  if (kind.account === null) return [];
  const several = input.settlements ?? [];
  const one = input.accountId ?? null;
  for (const id of [...several.map(({ accountId }) => accountId), ...(one === null ? [] : [one])]) {
    if (!accountIds.has(id)) refuseWith('document.accountMissing', {}, { field: 'accountId' });
  }
  if (several.length > 0) return splitPayment(several, payment, input.payment ?? 'now', references);
  if (input.payment === 'prepaid' && kind.prepaid) return [];
  if (one !== null) return [{ accountId: one, amount: paid }];
  return paid.isZero() ? [] : refuseWith('document.accountMissing', {}, { field: 'accountId' });
}

/** Parts of a payment, rounded like all entered money. */
function splitPayment(
  several: NonNullable<MoneyOf['settlements']>,
  { paid, currency }: Payment,
  payment: 'now' | 'prepaid',
  references: References,
): Settlement[] {
  const { settings } = references;
  const digits = draftDigits(currency, references);
  const at = { field: 'settlements' };
  const parts = several.map(({ accountId, amount }) => ({
    accountId,
    amount: rounded(decimal(amount), digits),
  }));
  if (payment === 'now' && (parts.length < 2 || !settings.multiAccount))
    refuseWith('document.accountAmount', {}, at);
  withInputPosition(at, () => checkAccounts({ paidNow: paid, payment, digits }, parts));
  return parts;
}

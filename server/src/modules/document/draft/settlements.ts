import type { GoodsDocumentInput } from '@tradehouse/contract';
import { checkAccounts, decimal, digitsIn, rounded } from '@tradehouse/domain';
import type { Decimal, Kind, Settlement } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import type { References } from '../store/references.ts';

type MoneyOf = Pick<GoodsDocumentInput, 'accountId' | 'settlements'>;

interface Payment {
  readonly paid: Decimal;
  readonly currency: string;
}

/** Which accounts the money goes through: one, or two and more that add up to it. Paid by a prepayment: none. */
export function settlementsOf(
  input: MoneyOf & { readonly payment?: 'now' | 'prepaid' },
  kind: Kind,
  payment: Payment,
  { accountIds, settings }: References,
): Settlement[] {
  const { paid } = payment;
  if (kind.account === null) return [];
  const several = input.settlements ?? [];
  const one = input.accountId ?? null;
  for (const id of [...several.map(({ accountId }) => accountId), ...(one === null ? [] : [one])]) {
    if (!accountIds.has(id)) refuse('document.accountMissing', {}, { field: 'accountId' });
  }
  if (several.length > 0) return split(several, payment, input.payment ?? 'now', settings);
  if (input.payment === 'prepaid' && kind.prepaid) return [];
  if (one !== null) return [{ accountId: one, amount: paid }];
  return paid.isZero() ? [] : refuse('document.accountMissing', {}, { field: 'accountId' });
}

/** The parts of a payment, rounded as money like everything that is typed. */
function split(
  several: NonNullable<MoneyOf['settlements']>,
  { paid, currency }: Payment,
  payment: 'now' | 'prepaid',
  settings: References['settings'],
): Settlement[] {
  const digits = Math.max(digitsIn(currency, settings), paid.decimalPlaces());
  const at = { field: 'settlements' };
  const parts = several.map(({ accountId, amount }) => ({
    accountId,
    amount: rounded(decimal(amount), digits),
  }));
  if (payment === 'now' && (parts.length < 2 || !settings.multiAccount))
    refuse('document.accountAmount', {}, at);
  atLine(at, () => checkAccounts({ paidNow: paid, payment, digits }, parts));
  return parts;
}

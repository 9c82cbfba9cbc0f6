import { decimal, toPlainDecimal, ZERO } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { decimalFromDraft } from '../draft/priced.ts';
import { lineOfDebt } from './moneyLine.ts';
import type { Debt, SettledLine } from './moneyLine.ts';

/** The opening balance is older than any document. */
const ageOf = ({ opening, time }: Debt): string => (opening === true ? '' : (time ?? ''));

const pickSmallerDebt = (one: Decimal, other: Decimal): Decimal =>
  one.lessThan(other) ? one : other;

/**
 * Spreads a sum over open debts, oldest first, settling each fully before the next. Refunds and debts in
 * the opposite direction are left alone. `rest` remains once no debt is open.
 */
export function spreadOverDebts(
  total: string,
  debts: readonly Debt[],
): { readonly lines: readonly SettledLine[]; readonly rest: Decimal } {
  const oldest = debts
    .filter(({ openDebt }) => decimalFromDraft(openDebt).greaterThan(0))
    .toSorted((one, other) => ageOf(one).localeCompare(ageOf(other)));
  let rest = total === '' ? ZERO : decimal(total);
  const lines = oldest.flatMap((debt): readonly SettledLine[] => {
    const amount = pickSmallerDebt(rest, decimalFromDraft(debt.openDebt));
    if (!amount.greaterThan(0)) return [];
    rest = rest.minus(amount);
    return [{ ...lineOfDebt(debt), amount: toPlainDecimal(amount) }];
  });
  return { lines, rest };
}

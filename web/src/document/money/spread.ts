import { decimal, plain, ZERO } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { numberOf } from '../draft/priced.ts';
import { lineOfDebt } from './moneyLine.ts';
import type { Debt, SettledLine } from './moneyLine.ts';

/** The opening balance is older than any document. */
const ageOf = ({ opening, time }: Debt): string => (opening === true ? '' : (time ?? ''));

const least = (one: Decimal, other: Decimal): Decimal => (one.lessThan(other) ? one : other);

/**
 * A sum of money shared over what is open, the oldest first, each settled wholly before the next; what went back to the partner
 * or is owed the other way round is left alone. `rest` is what remains when nothing more is open.
 */
export function spread(
  total: string,
  debts: readonly Debt[],
): { readonly lines: readonly SettledLine[]; readonly rest: Decimal } {
  const oldest = debts
    .filter(({ openDebt }) => numberOf(openDebt).greaterThan(0))
    .toSorted((one, other) => ageOf(one).localeCompare(ageOf(other)));
  let rest = total === '' ? ZERO : decimal(total);
  const lines = oldest.flatMap((debt): readonly SettledLine[] => {
    const amount = least(rest, numberOf(debt.openDebt));
    if (!amount.greaterThan(0)) return [];
    rest = rest.minus(amount);
    return [{ ...lineOfDebt(debt), amount: plain(amount) }];
  });
  return { lines, rest };
}

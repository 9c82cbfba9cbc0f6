import type { cashOwnTable, itemsOwnTable } from '@tradehouse/contract';
import { isKeyOf } from '@tradehouse/domain';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { seesWholeCompany } from '../../money/index.ts';
import { dimensions } from './moneyDimensions.ts';
import type { CustomMoneyPurse, MoneyDimension } from './moneyDimensions.ts';

export type CashAsked = FiltersOf<typeof cashOwnTable>;
export type ItemsAsked = FiltersOf<typeof itemsOwnTable>;
type CashAndItemFilters = CashAsked & ItemsAsked;

/** Query of a purse: grouping keys and filters. */
export interface MoneyAsked {
  readonly purse: CustomMoneyPurse;
  readonly keys: readonly MoneyDimension[];
  readonly asked: CashAndItemFilters;
}

export type CustomMoneyFilters = CashAndItemFilters & {
  readonly level?: string;
  readonly second?: string;
};

export function moneyQuestion(purse: CustomMoneyPurse, filters: CustomMoneyFilters) {
  const all: Readonly<Record<string, MoneyDimension>> = dimensions[purse];
  const { level = purse, second, ...asked } = filters;
  const first = isKeyOf(all, level) ? level : purse;
  const other = second !== undefined && second !== first && isKeyOf(all, second) ? [second] : [];
  const names = [first, ...other];
  const money: MoneyAsked = { purse, keys: names.flatMap((name) => all[name] ?? []), asked };
  return { money, first, other: other[0] };
}

/** Returns true if days and months answer the whole query. */
export function isRolled({ scope }: Context, { purse, keys, asked }: MoneyAsked): boolean {
  const { organId, institution, ownInstitution, kinds, accounts } = asked;
  const further = [
    organId,
    institution,
    ownInstitution,
    kinds,
    purse === 'item' ? accounts : undefined,
  ];
  const whole = purse === 'account' || seesWholeCompany(scope);
  return (
    whole &&
    keys.every(({ rolled }) => rolled === true) &&
    further.every((one) => one === undefined)
  );
}

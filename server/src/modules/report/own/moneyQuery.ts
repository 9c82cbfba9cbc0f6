import type { cashOwnTable, itemsOwnTable } from '@tradehouse/contract';
import { isKeyOf } from '@tradehouse/domain';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { seesWholeCompany } from '../../money/index.ts';
import { moneyDimensions } from './moneyDimensions.ts';
import type { CustomMoneyPurse, MoneyDimension } from './moneyDimensions.ts';

export type CashFilters = FiltersOf<typeof cashOwnTable>;
export type ItemFilters = FiltersOf<typeof itemsOwnTable>;
type CashAndItemFilters = CashFilters & ItemFilters;

/** Query of a purse: grouping keys and filters. */
export interface CustomMoneyQuery {
  readonly purse: CustomMoneyPurse;
  readonly keys: readonly MoneyDimension[];
  readonly filters: CashAndItemFilters;
}

export type CustomMoneyRequest = CashAndItemFilters & {
  readonly level?: string;
  readonly second?: string;
};

/** Query of a request, with the names of the keys. */
export function toCustomMoneyQuery(purse: CustomMoneyPurse, request: CustomMoneyRequest) {
  const available: Readonly<Record<string, MoneyDimension>> = moneyDimensions[purse];
  const { level = purse, second, ...filters } = request;
  const first = isKeyOf(available, level) ? level : purse;
  const others =
    second !== undefined && second !== first && isKeyOf(available, second) ? [second] : [];
  const names = [first, ...others];
  const keys = names.flatMap((name) => available[name] ?? []);
  const query: CustomMoneyQuery = { purse, keys, filters };
  return { query, first, second: others[0] };
}

/** Tests if the roll-ups by day and month answer the query. */
export function isInRollUps(
  { scope }: Context,
  { purse, keys, filters }: CustomMoneyQuery,
): boolean {
  const { organId, institution, ownInstitution, kinds, accounts } = filters;
  const documentFilters = [
    organId,
    institution,
    ownInstitution,
    kinds,
    purse === 'item' ? accounts : undefined,
  ];
  const seesEveryDocument = purse === 'account' || seesWholeCompany(scope);
  return (
    seesEveryDocument &&
    keys.every(({ inRollUps }) => inRollUps === true) &&
    documentFilters.every((filter) => filter === undefined)
  );
}

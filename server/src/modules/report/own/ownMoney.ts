import { cashOwnTable, itemsOwnTable } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { refusePartialAccountView } from '../accounts/accounts.ts';
import { measureFromSum, subtractMeasures } from '../ranked/measureFormulas.ts';
import type { RankedQuery } from '../ranked/rankedQuery.ts';
import { rankedReport } from '../ranked/rankedReport.ts';
import { monthDimension, moneyNameSql } from './moneyDimensions.ts';
import type { CustomMoneyPurse } from './moneyDimensions.ts';
import { isInRollUps, toCustomMoneyQuery } from './moneyQuery.ts';
import type { CashFilters, CustomMoneyRequest, ItemFilters } from './moneyQuery.ts';
import { customMoneySumsSql, moneySums } from './moneySums.ts';

function toRankedMoneyQuery(
  purse: CustomMoneyPurse,
  context: Context,
  filters: CustomMoneyRequest,
): RankedQuery {
  const { query, first, second } = toCustomMoneyQuery(purse, filters);
  const { dates, compare } = filters;
  const levels = purse === 'account' ? ['opening', 'closing'] : [];
  return {
    context,
    keys: second === undefined ? [first] : [first, second],
    dates,
    compare,
    sums: Object.keys(moneySums[purse]),
    nonAdditive: query.keys.includes(monthDimension) ? levels : [],
    unavailable: isInRollUps(context, query) ? [] : levels,
    nameSql: moneyNameSql(context, purse),
    sumsSql: ([since, until]) =>
      customMoneySumsSql(context, query, [since ?? FIRST_DAY, until ?? LAST_DAY]),
  };
}

/** Refuses queries over more documents than the limit, if documents must be read one by one. */
async function refuseLargeMoneyQuery(
  context: Context,
  purse: CustomMoneyPurse,
  filters: CustomMoneyRequest,
  lineLimit: number,
): Promise<void> {
  const { query } = toCustomMoneyQuery(purse, filters);
  if (isInRollUps(context, query)) return;
  const [since, until] = filters.dates ?? [null, null];
  const { rows } = await sql<{ lines: string }>`
    select coalesce(sum(documents), 0)::text as lines from whole_money_period
    where tenant_id = ${context.tenantId} and purse = ${purse} and grain = 'd'
      and starts_on between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`.execute(
    context.tx,
  );
  const lines = rows[0]?.lines ?? '0';
  if (Number(lines) > lineLimit) refuseWith('report.tooManyLines', { lines, most: lineLimit });
}

/** Receipts, payments and balances of accounts. @param lineLimit limit of documents read one by one */
export const cashOwnRows = (lineLimit: number) => {
  const measures = {
    opening: measureFromSum('opening'),
    received: measureFromSum('received'),
    paid: measureFromSum('paid'),
    net: subtractMeasures(measureFromSum('received'), measureFromSum('paid')),
    closing: measureFromSum('closing'),
  };
  return rankedReport<typeof cashOwnTable, keyof typeof measures, CashFilters>(cashOwnTable, {
    measures,
    ranksBy: 'received',
    toQuery(context, filters) {
      refusePartialAccountView(context);
      return toRankedMoneyQuery('account', context, filters);
    },
    refuseLarge: (context, filters) =>
      refuseLargeMoneyQuery(context, 'account', filters, lineLimit),
  });
};

/** Sums of income and expense items. */
export const itemsOwnRows = (lineLimit: number) => {
  const measures = {
    income: measureFromSum('income'),
    expense: measureFromSum('expense'),
    netIncome: subtractMeasures(measureFromSum('income'), measureFromSum('expense')),
  };
  return rankedReport<typeof itemsOwnTable, keyof typeof measures, ItemFilters>(itemsOwnTable, {
    measures,
    ranksBy: 'income',
    toQuery: (context, filters) => toRankedMoneyQuery('item', context, filters),
    refuseLarge: (context, filters) => refuseLargeMoneyQuery(context, 'item', filters, lineLimit),
  });
};

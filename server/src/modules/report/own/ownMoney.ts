import { cashOwnTable, itemsOwnTable } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { refusePartialAccountView } from '../accounts/accounts.ts';
import { measureFromSum, subtractMeasures } from '../ranked/measureFormulas.ts';
import type { RankedQuery } from '../ranked/rankedQuery.ts';
import { rankedReport } from '../ranked/rankedReport.ts';
import { month, namedMoney } from './moneyDimensions.ts';
import type { CustomMoneyPurse } from './moneyDimensions.ts';
import { isRolled, moneyQuestion } from './moneyQuery.ts';
import type { CashAsked, CustomMoneyFilters, ItemsAsked } from './moneyQuery.ts';
import { moneyIn, sums } from './moneySums.ts';

function toCustomMoneyQuery(
  purse: CustomMoneyPurse,
  context: Context,
  filters: CustomMoneyFilters,
): RankedQuery {
  const { money, first, other } = moneyQuestion(purse, filters);
  const { dates, compare } = filters;
  const levels = purse === 'account' ? ['opening', 'closing'] : [];
  return {
    context,
    keys: other === undefined ? [first] : [first, other],
    dates,
    compare,
    sums: Object.keys(sums[purse]),
    apart: money.keys.includes(month) ? levels : [],
    silent: isRolled(context, money) ? [] : levels,
    named: namedMoney(context, purse),
    of: ([since, until]) => moneyIn(context, money, [since ?? FIRST_DAY, until ?? LAST_DAY]),
  };
}

/** Refuses queries over more documents than the limit, if documents must be read one by one. */
async function refuseLargeMoneyQuery(
  context: Context,
  purse: CustomMoneyPurse,
  filters: CustomMoneyFilters,
  most: number,
): Promise<void> {
  const { money } = moneyQuestion(purse, filters);
  if (isRolled(context, money)) return;
  const [since, until] = filters.dates ?? [null, null];
  const { rows } = await sql<{ lines: string }>`
    select coalesce(sum(documents), 0)::text as lines from whole_money_period
    where tenant_id = ${context.tenantId} and purse = ${purse} and grain = 'd'
      and starts_on between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`.execute(
    context.tx,
  );
  const lines = rows[0]?.lines ?? '0';
  if (Number(lines) > most) refuseWith('report.tooManyLines', { lines, most });
}

/** Receipts, payments and balances of accounts. @param most limit of documents read one by one */
export const cashOwnRows = (most: number) => {
  const measures = {
    opening: measureFromSum('opening'),
    received: measureFromSum('received'),
    paid: measureFromSum('paid'),
    net: subtractMeasures(measureFromSum('received'), measureFromSum('paid')),
    closing: measureFromSum('closing'),
  };
  return rankedReport<typeof cashOwnTable, keyof typeof measures, CashAsked>(cashOwnTable, {
    measures,
    ranksBy: 'received',
    question(context, filters) {
      refusePartialAccountView(context);
      return toCustomMoneyQuery('account', context, filters);
    },
    bounded: (context, filters) => refuseLargeMoneyQuery(context, 'account', filters, most),
  });
};

/** Sums of income and expense items. */
export const itemsOwnRows = (most: number) => {
  const measures = {
    income: measureFromSum('income'),
    expense: measureFromSum('expense'),
    netIncome: subtractMeasures(measureFromSum('income'), measureFromSum('expense')),
  };
  return rankedReport<typeof itemsOwnTable, keyof typeof measures, ItemsAsked>(itemsOwnTable, {
    measures,
    ranksBy: 'income',
    question: (context, filters) => toCustomMoneyQuery('item', context, filters),
    bounded: (context, filters) => refuseLargeMoneyQuery(context, 'item', filters, most),
  });
};

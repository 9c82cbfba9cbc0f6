import { cashOwnTable, choiceLabel, itemsOwnTable } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY, inOutItemTypes, isKeyOf } from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { classesWithin, seesWholeCompany } from '../../money/index.ts';
import { refusePartialAccountView } from '../accounts/accounts.ts';
import { allOf, ifAsked } from '../conditions.ts';
import { purseMovedBy } from '../movedIn.ts';
import { namedRecord } from '../namedRecord.ts';
import type { RecordNameSource } from '../namedRecord.ts';
import { pursesAt } from '../accounts/purseAt.ts';
import { measureFromSum, subtractMeasures, rankedReport } from '../rankedReport.ts';
import type { RankedQuery } from '../rankedReport.ts';
import { throughMonths } from '../throughMonths.ts';
import { kindNameSql } from '../trade/tradeLevels.ts';

type CustomMoneySql = RawBuilder<unknown>;
type CustomMoneyPurse = 'account' | 'item';

interface MoneyDimension {
  /** Key of a `flow`, its `item` or its `document`, in text form; '0': none. */
  readonly key: CustomMoneySql;
  readonly names: RecordNameSource;
  /** Known to days and months; further keys come from documents alone. */
  readonly rolled?: true;
}

const ofDocument = (column: string): CustomMoneySql =>
  sql`coalesce(${sql.ref(`document.${column}`)}, 0)::text`;
const month: MoneyDimension = { key: sql`flow.month::text`, names: null, rolled: true };
const told = {
  partner: { key: ofDocument('partner_id'), names: ['partner', 'name'] },
  institution: { key: ofDocument('institution_id'), names: ['institution', 'name'] },
  document: { key: ofDocument('id'), names: ['document', 'number'] },
} as const satisfies Readonly<Record<string, MoneyDimension>>;

const dimensions = {
  account: {
    account: { key: sql`flow.holder_id::text`, names: ['account', 'name'], rolled: true },
    ...told,
    kind: { key: sql`flow.kind`, names: null },
    month,
  },
  item: {
    item: { key: sql`flow.holder_id::text`, names: ['in_out_item', 'name'], rolled: true },
    revenueClass: {
      key: sql`coalesce(item.class_id, 0)::text`,
      names: ['revenue_class', 'name'],
      rolled: true,
    },
    type: { key: sql`item.type`, names: null, rolled: true },
    account: { key: sql`flow.account_id::text`, names: ['account', 'name'] },
    ...told,
    month,
  },
} as const satisfies Readonly<Record<CustomMoneyPurse, Readonly<Record<string, MoneyDimension>>>>;

type CashAsked = FiltersOf<typeof cashOwnTable>;
type ItemsAsked = FiltersOf<typeof itemsOwnTable>;
type CashAndItemFilters = CashAsked & ItemsAsked;

/** Query of a purse: grouping keys and filters. */
interface MoneyAsked {
  readonly purse: CustomMoneyPurse;
  readonly keys: readonly MoneyDimension[];
  readonly asked: CashAndItemFilters;
}

/** Returns true if days and months answer the whole query. */
function isRolled({ scope }: Context, { purse, keys, asked }: MoneyAsked): boolean {
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

/**
 * Effects of documents on accounts or items by day: a relation (document_id, holder_id, account_id, kind,
 * month, amount), above zero into the purse. Documents hidden from the reader give nothing else
 * (`document`).
 *
 * @param asksKind reads the kind, known only to the document; otherwise null
 */
function customMoneyFlowsSql(
  { tenantId, scope }: Context,
  purse: CustomMoneyPurse,
  [since, until]: InclusiveDateRange,
  asksKind: boolean,
): CustomMoneySql {
  const side = (ours: 'to' | 'from', theirs: 'to' | 'from') => {
    const account = sql`case ${sql.ref(`entry.${theirs}_purse`)} when 'account' then ${sql.ref(`entry.${theirs}_id`)} else 0 end`;
    return sql`
      select entry.document_id, entry.business_date, ${sql.ref(`entry.${ours}_id`)} as holder_id,
        ${purse === 'account' ? sql`0::bigint` : account} as account_id,
        ${ours === 'to' ? sql`entry.amount` : sql`-entry.amount`} as amount
      from money_entry as entry
      where entry.tenant_id = ${tenantId} and ${sql.ref(`entry.${ours}_purse`)} = ${purse}
        and entry.business_date between ${since}::date and ${until}::date`;
  };
  const flows = sql`
    select document_id, business_date, holder_id, account_id, sum(amount) as amount
    from (${side('to', 'from')} union all ${side('from', 'to')}) as side
    group by 1, 2, 3, 4 having sum(amount) <> 0`;
  const month = sql`date_trunc('month', flow.business_date)::date as month`;
  if (purse === 'account' && !asksKind)
    return sql`select flow.*, ${month}, null::text as kind from (${flows}) as flow`;
  return sql`
    select flow.*, ${month}, paper.kind from (${flows}) as flow
    join document as paper on paper.tenant_id = ${tenantId} and paper.id = flow.document_id
    ${purse === 'account' ? sql`` : sql`where ${visibleDocuments(scope, 'paper')}`}`;
}

/** Builds conditions on a `flow`, its `item` and its `document`. */
function customMoneyConditionsSql(
  { tenantId }: Context,
  { purse, asked }: MoneyAsked,
): readonly CustomMoneySql[] {
  const { accounts, organId, institution, ownInstitution, kinds } = asked;
  const account = purse === 'account' ? sql`flow.holder_id` : sql`flow.account_id`;
  const place = sql`coalesce(document.institution_id, 0)`;
  return [
    ...ifAsked(accounts, (ids) => sql`${account} = any(${ids}::bigint[])`),
    ...ifAsked(organId, (id) => sql`coalesce(document.partner_id, 0) = ${id}`),
    ...ifAsked(institution, (id) => inInstitution(tenantId, id, place)),
    ...ifAsked(ownInstitution, (id) => sql`${place} = ${id}`),
    ...ifAsked(kinds, (some) => sql`flow.kind = any(${some}::text[])`),
    ...ifAsked(asked.itemId, (id) => sql`flow.holder_id = ${id}`),
    ...ifAsked(asked.type, (type) => sql`item.type = ${type}`),
    ...ifAsked(asked.ownClass, (id) => sql`coalesce(item.class_id, 0) = ${id}`),
    ...ifAsked(asked.revenueClass, (id) => sql`item.class_id in ${classesWithin(tenantId, id)}`),
  ];
}

/** Available sums, over a `flow` and its `item`. */
const sums = {
  account: {
    opening: sql`sum(flow.amount - flow."amountMoved")`,
    closing: sql`sum(flow.amount)`,
    received: sql`sum(flow.received)`,
    paid: sql`sum(flow.paid)`,
  },
  item: {
    income: sql`sum(-flow.amount) filter (where item.type = 'income')`,
    expense: sql`sum(flow.amount) filter (where item.type = 'expense')`,
  },
} as const;

/** Figures from days and months, for accounts with the balances. */
function rolledFlow(
  { tenantId }: Context,
  { purse, keys }: MoneyAsked,
  days: InclusiveDateRange,
): CustomMoneySql {
  const byMonth = keys.includes(month);
  const moved = purseMovedBy(tenantId, purse, byMonth, days);
  if (purse === 'item') return moved;
  return throughMonths({
    by: ['holder_id'],
    held: pursesAt(tenantId, 'account', days[1]),
    moved: [
      {
        relation: sql`moved`,
        by: ['holder_id'],
        levels: ['amount'],
        flows: ['received', 'paid'],
      },
    ],
    months: byMonth ? sql`(select distinct month from moved)` : null,
  });
}

/** Money figures for some days, a row for each key (and second). */
function moneyIn(context: Context, money: MoneyAsked, days: InclusiveDateRange): CustomMoneySql {
  const { tenantId, scope } = context;
  const { purse, keys } = money;
  const rolled = isRolled(context, money);
  const asksKind = keys.includes(dimensions.account.kind) || money.asked.kinds !== undefined;
  const flow = rolled
    ? rolledFlow(context, money, days)
    : sql`(
      select flow.*, null::numeric as "amountMoved", greatest(flow.amount, 0) as received, greatest(-flow.amount, 0) as paid
      from (${customMoneyFlowsSql(context, purse, days, asksKind)}) as flow)`;
  const [key = sql`null`, second = sql`null::text`] = keys.map((one) => one.key);
  const added = Object.entries(sums[purse]).map(([name, sum]) => {
    const isLevel = !rolled && (name === 'opening' || name === 'closing');
    return sql`${isLevel ? sql`null::numeric` : sql`coalesce(${sum}, 0)`} as ${sql.ref(name)}`;
  });
  const names = Object.keys(sums[purse]).map(
    (name) => sql`coalesce(part.${sql.ref(name)}, 0) <> 0`,
  );
  const seen = sql`document.id = flow.document_id and ${visibleDocuments(scope, 'document')}`;
  const moved =
    purse === 'account' && rolled
      ? sql`with moved as materialized (select * from ${purseMovedBy(tenantId, purse, keys.includes(month), days)} as moved)`
      : sql``;
  return sql`
    ${moved}
    select part.* from (
      select ${key} as key, ${second} as second, ${sql.join(added)}
      from ${flow} as flow
      ${purse === 'item' ? sql`join in_out_item as item on item.tenant_id = ${tenantId} and item.id = flow.holder_id` : sql``}
      ${rolled ? sql`` : sql`left join document on document.tenant_id = ${tenantId} and ${seen}`}
      where ${allOf(customMoneyConditionsSql(context, money))}
      group by 1, 2) as part
    where ${sql.join(names, sql` or `)}`;
}

/** Name of a money key. */
const namedMoney =
  ({ tenantId, language }: Context, purse: CustomMoneyPurse) =>
  (by: string, key: string, as: string) => {
    const all: Readonly<Record<string, MoneyDimension>> = dimensions[purse];
    const types = inOutItemTypes.map(
      (type) => sql`when ${type} then ${choiceLabel(language, 'type', type)}`,
    );
    const itself =
      by === 'type'
        ? sql`case ${sql.ref(key)} ${sql.join(types, sql` `)} end`
        : by === 'kind'
          ? kindNameSql(language, key)
          : sql`left(${sql.ref(key)}, 7)`;
    return namedRecord(all[by]?.names ?? null, { tenantId, key, as, itself });
  };

type CustomMoneyFilters = CashAndItemFilters & {
  readonly level?: string;
  readonly second?: string;
};

function moneyQuestion(purse: CustomMoneyPurse, filters: CustomMoneyFilters) {
  const all: Readonly<Record<string, MoneyDimension>> = dimensions[purse];
  const { level = purse, second, ...asked } = filters;
  const first = isKeyOf(all, level) ? level : purse;
  const other = second !== undefined && second !== first && isKeyOf(all, second) ? [second] : [];
  const names = [first, ...other];
  const money: MoneyAsked = { purse, keys: names.flatMap((name) => all[name] ?? []), asked };
  return { money, first, other: other[0] };
}

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

import { cashOwnTable, choiceLabel, itemsOwnTable } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY, inOutItemTypes, isKeyOf } from '@tradehouse/domain';
import type { Stretch } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse, visibleDocuments } from '../../../kernel/index.ts';
import type { Context, FiltersOf } from '../../../kernel/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { classesWithin, seesWholeCompany } from '../../money/index.ts';
import { refusePartialView } from '../accounts/accounts.ts';
import { allOf, ifAsked } from '../conditions.ts';
import { purseMovedBy } from '../movedIn.ts';
import { namedRecord } from '../namedRecord.ts';
import type { Names } from '../namedRecord.ts';
import { pursesAt } from '../accounts/purseAt.ts';
import { figure, less, rankedReport } from '../rankedReport.ts';
import type { Question } from '../rankedReport.ts';
import { throughMonths } from '../throughMonths.ts';
import { kindName } from '../trade/tradeLevels.ts';

type Sql = RawBuilder<unknown>;
type Purse = 'account' | 'item';

interface Dimension {
  /** Of a `flow`, its `item` or its `document`, as text; '0': none. */
  readonly key: Sql;
  readonly names: Names;
  /** Days and months know it; of the others documents alone tell. */
  readonly rolled?: true;
}

const ofDocument = (column: string): Sql =>
  sql`coalesce(${sql.ref(`document.${column}`)}, 0)::text`;
const month: Dimension = { key: sql`flow.month::text`, names: null, rolled: true };
const told = {
  partner: { key: ofDocument('partner_id'), names: ['partner', 'name'] },
  institution: { key: ofDocument('institution_id'), names: ['institution', 'name'] },
  document: { key: ofDocument('id'), names: ['document', 'number'] },
} as const satisfies Readonly<Record<string, Dimension>>;

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
} as const satisfies Readonly<Record<Purse, Readonly<Record<string, Dimension>>>>;

type CashAsked = FiltersOf<typeof cashOwnTable>;
type ItemsAsked = FiltersOf<typeof itemsOwnTable>;
type Asked = CashAsked & ItemsAsked;

/** What is asked of a purse: what its rows are by, and what of it. */
interface MoneyAsked {
  readonly purse: Purse;
  readonly keys: readonly Dimension[];
  readonly asked: Asked;
}

/** Whether days and months know all that is asked. */
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
 * What each document did to each account or item on a day, as a relation (document_id, holder_id, account_id, kind, month,
 * amount): above zero into the purse. Of a document that the reader may not see nothing else is told (`document`).
 *
 * @param asksKind whether its kind is asked for, which the document alone knows; else it is null
 */
function flowsOf(
  { tenantId, scope }: Context,
  purse: Purse,
  [since, until]: Stretch,
  asksKind: boolean,
): Sql {
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

/** What is asked of them, as conditions on a `flow`, its `item` and its `document`. */
function conditionsOf({ tenantId }: Context, { purse, asked }: MoneyAsked): readonly Sql[] {
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

/** Which sums there are of each, of a `flow` and its `item`. */
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

/** What days and months know: of accounts what each held, too. */
function rolledFlow({ tenantId }: Context, { purse, keys }: MoneyAsked, days: Stretch): Sql {
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

/** What money did in some days, a row for each key (and second). */
function moneyIn(context: Context, money: MoneyAsked, days: Stretch): Sql {
  const { tenantId, scope } = context;
  const { purse, keys } = money;
  const rolled = isRolled(context, money);
  const asksKind = keys.includes(dimensions.account.kind) || money.asked.kinds !== undefined;
  const flow = rolled
    ? rolledFlow(context, money, days)
    : sql`(
      select flow.*, null::numeric as "amountMoved", greatest(flow.amount, 0) as received, greatest(-flow.amount, 0) as paid
      from (${flowsOf(context, purse, days, asksKind)}) as flow)`;
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
      where ${allOf(conditionsOf(context, money))}
      group by 1, 2) as part
    where ${sql.join(names, sql` or `)}`;
}

/** What a key of money is called. */
const namedMoney =
  ({ tenantId, language }: Context, purse: Purse) =>
  (by: string, key: string, as: string) => {
    const all: Readonly<Record<string, Dimension>> = dimensions[purse];
    const types = inOutItemTypes.map(
      (type) => sql`when ${type} then ${choiceLabel(language, 'type', type)}`,
    );
    const itself =
      by === 'type'
        ? sql`case ${sql.ref(key)} ${sql.join(types, sql` `)} end`
        : by === 'kind'
          ? kindName(language, key)
          : sql`left(${sql.ref(key)}, 7)`;
    return namedRecord(all[by]?.names ?? null, { tenantId, key, as, itself });
  };

type Filters = Asked & { readonly level?: string; readonly second?: string };

function moneyQuestion(purse: Purse, filters: Filters) {
  const all: Readonly<Record<string, Dimension>> = dimensions[purse];
  const { level = purse, second, ...asked } = filters;
  const first = isKeyOf(all, level) ? level : purse;
  const other = second !== undefined && second !== first && isKeyOf(all, second) ? [second] : [];
  const names = [first, ...other];
  const money: MoneyAsked = { purse, keys: names.flatMap((name) => all[name] ?? []), asked };
  return { money, first, other: other[0] };
}

function questionOf(purse: Purse, context: Context, filters: Filters): Question {
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

/** Refuses a question about more documents than these, where they have to be looked at one by one. */
async function bounded(
  context: Context,
  purse: Purse,
  filters: Filters,
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
  if (Number(lines) > most) refuse('report.tooManyLines', { lines, most });
}

/** What accounts received, paid and hold. @param most documents that are looked at one by one at most */
export const cashOwnRows = (most: number) => {
  const measures = {
    opening: figure('opening'),
    received: figure('received'),
    paid: figure('paid'),
    net: less(figure('received'), figure('paid')),
    closing: figure('closing'),
  };
  return rankedReport<typeof cashOwnTable, keyof typeof measures, CashAsked>(cashOwnTable, {
    measures,
    ranksBy: 'received',
    question(context, filters) {
      refusePartialView(context);
      return questionOf('account', context, filters);
    },
    bounded: (context, filters) => bounded(context, 'account', filters, most),
  });
};

/** What items of income and expense came to. */
export const itemsOwnRows = (most: number) => {
  const measures = {
    income: figure('income'),
    expense: figure('expense'),
    netIncome: less(figure('income'), figure('expense')),
  };
  return rankedReport<typeof itemsOwnTable, keyof typeof measures, ItemsAsked>(itemsOwnTable, {
    measures,
    ranksBy: 'income',
    question: (context, filters) => questionOf('item', context, filters),
    bounded: (context, filters) => bounded(context, 'item', filters, most),
  });
};

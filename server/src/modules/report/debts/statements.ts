import { customerStatementTable, supplierStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { billKinds, broughtTo, kindCodes, settlingBeside } from '@tradehouse/domain';
import type { PurseType } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAllBooks, visibleDocuments } from '../../../kernel/access/index.ts';
import { bookedBetween, bindTable } from '../../../kernel/table/index.ts';
import { signedKinds } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { BoundTable } from '../../../kernel/table/index.ts';
import { visibleFlows } from '../../money/index.ts';
import { grantedPartners } from '../../partner/index.ts';
import { FIRST_DAY, LAST_DAY, dayBefore, laterThan } from '../laterPeriods.ts';
import { customers, suppliers } from './openBills.ts';
import type { Debtors } from './openBills.ts';
import { pursesAt } from '../accounts/purseAt.ts';

type StatementDates = readonly [string | null, string | null] | undefined;

export const customerStatementRows = bindTable(
  customerStatementTable,
  (context, { dates, hasDebt }) => partnerStatementSql(context, customers, dates, hasDebt),
  { pages: 'whole', beside: (context) => openAbroad(context, customers) },
);
export const supplierStatementRows = bindTable(
  supplierStatementTable,
  (context, { dates, hasDebt }) => partnerStatementSql(context, suppliers, dates, hasDebt),
  { pages: 'whole', beside: (context) => openAbroad(context, suppliers) },
);

/**
 * Open foreign-currency amounts of bills, less unused overpayments, for the displayed partners. Uses an
 * index of open bills and an index of lines without a bill.
 */
function openAbroad({ tenantId, scope }: Context, { purse }: Debtors) {
  const kinds = billKinds(purse);
  // Currencies before and after the own currency: the index orders a partner's open bills by currency.
  const others = (way: '<' | '>') => sql`
            select bill.currency, (bill.debt - bill.settled) * given.sign as amount
            from tenant_setting setting
            cross join ${signedKinds(kinds)}
            join document bill on bill.tenant_id = ${tenantId} and bill.partner_id = "row".id and bill.kind = given.kind
              and bill.currency ${sql.raw(way)} setting.currency
            where setting.tenant_id = ${tenantId} and bill.deleted_at is null and bill.debt <> bill.settled and bill.in_force
              and ${visibleDocuments(scope, 'bill')}`;
  return {
    joins: sql`
      left join lateral (
        select string_agg(bills.currency || ' ' || trim_scale(bills.amount), ' · ' order by bills.currency) as amounts
        from (
          select part.currency, sum(part.amount) as amount
          from (
            ${others('<')} union all ${others('>')}
            union all
            select payer.currency, -given.sign * line.amount
            from tenant_setting setting
            cross join ${signedKinds(settlingBeside(purse))}
            join document payer on payer.tenant_id = ${tenantId} and payer.partner_id = "row".id
              and payer.kind = given.kind and payer.currency <> setting.currency
            join document_line line on line.tenant_id = ${tenantId} and line.document_id = payer.id
              and line.settled_document_id is null and line.account_id is null and line.item_id is null and line.sku_id is null
            where setting.tenant_id = ${tenantId} and payer.deleted_at is null and payer.in_force and ${visibleDocuments(scope, 'payer')}) as part
          group by part.currency
          having sum(part.amount) <> 0) as bills) as abroad on true`,
    columns: { foreign: sql`abroad.amounts` },
  };
}

/** Returns the requested statement; the table's page guards access. */
export function pickStatement(search: Readonly<Record<string, unknown>>): BoundTable {
  const type = search['supplierType'];
  // SAFETY: single-table sources behave alike, by their table's filters.
  if (type === 'customer') return customerStatementRows as BoundTable;
  // SAFETY: see above.
  if (type === 'supplier') return supplierStatementRows as BoundTable;
  return refuseWith('request.field', { field: 'supplierType' }, { field: 'supplierType' });
}

function partnerStatementSql(
  context: Context,
  side: Debtors,
  dates: StatementDates,
  hasDebt: boolean | undefined,
) {
  const { tenantId, scope } = context;
  const { type, sign } = side;
  const [since, until] = dates ?? [null, null];
  const owed =
    hasDebt === undefined ? sql`true` : hasDebt ? sql`row.closing <> 0` : sql`row.closing = 0`;
  return sql<Omit<RowOf<typeof customerStatementTable>, 'foreign'>>`
    select row.id, row.name, row.contacts, row.phone, row.telephone, row.email, row.opening,
      row.closing - row.opening + row.settled as "newDebt", row.settled, row.closing
    from (
      select partner.id, partner.name, partner.contacts, partner.phone, partner.telephone, partner.email, partner.enabled,
        ${sql.lit(sign)} * coalesce(held.opening, 0) as opening,
        ${sql.lit(sign)} * coalesce(held.closing, 0) as closing,
        ${sql.lit(-sign)} * coalesce(settled.amount, 0) as settled
      from partner
      left join ${periodBalancesSql(context, side.purse, since, until)} as held on held.holder_id = partner.id
      left join ${periodSettlementsSql(context, side.purse, since, until)} as settled on settled.holder_id = partner.id
      where partner.tenant_id = ${tenantId} and partner.type = ${type} and ${grantedPartners(scope, 'partner')}) as row
    where (row.enabled or row.opening <> 0 or row.closing <> 0) and ${owed}`;
}

/** Purses of a type at the period's start and end: a relation (holder_id, opening, closing). */
export function periodBalancesSql(
  context: Context,
  purse: PurseType,
  since: string | null,
  until: string | null,
): RawBuilder<unknown> {
  const { tenantId, scope } = context;
  if (!seesAllBooks(scope)) {
    return sql`(
      select flow.holder_id,
        sum(flow.amount) filter (where flow.business_date < ${since ?? FIRST_DAY}::date) as opening,
        sum(flow.amount) filter (where flow.business_date <= ${until ?? LAST_DAY}::date) as closing
      from ${visibleFlows(context, purse)} as flow group by flow.holder_id)`;
  }
  const opening =
    since === null
      ? sql``
      : sql`select holder_id, amount as opening, 0 as closing
          from ${pursesAt(tenantId, purse, dayBefore(since))} as before union all`;
  return sql`(
    select holder_id, sum(opening) as opening, sum(closing) as closing
    from (${opening}
      select holder_id, 0 as opening, amount as closing from ${pursesAt(tenantId, purse, until)} as after) as ends
    group by holder_id)`;
}

/** Receipts of purses of a type from money documents in the period: a relation (holder_id, amount). */
export const periodSettlementsSql = (
  context: Context,
  purse: PurseType,
  since: string | null,
  until: string | null,
): RawBuilder<unknown> =>
  seesAllBooks(context.scope)
    ? settledInPeriods(context, purse, since, until)
    : settledByDocuments(context, purse, since, until);

/**
 * Settlements from days and months: receipts after the day before the first, less receipts after the last.
 */
function settledInPeriods(
  { tenantId }: Context,
  purse: PurseType,
  since: string | null,
  until: string | null,
): RawBuilder<unknown> {
  const part = (sign: string) => (range: RawBuilder<boolean>) =>
    sql`
    select period.holder_id, ${sql.raw(sign)}period.settled as amount from whole_money_period as period
    where period.tenant_id = ${tenantId} and period.purse = ${purse} and ${range}`;
  const started = since === null ? [sql<boolean>`period.grain = 'm'`] : laterThan(dayBefore(since));
  const ended = until === null ? [] : laterThan(until);
  return sql`(
    select holder_id, sum(amount) as amount
    from (${sql.join([...started.map(part('')), ...ended.map(part('-'))], sql` union all `)}) as part
    group by holder_id)`;
}

/** Settlements for a reader of some documents, from the visible documents. */
function settledByDocuments(
  { tenantId, scope }: Context,
  purse: PurseType,
  since: string | null,
  until: string | null,
): RawBuilder<unknown> {
  const kinds = kindCodes.filter((kind) => broughtTo(kind).includes(purse));
  const first = since ?? FIRST_DAY;
  const last = until ?? LAST_DAY;
  return sql`(
    select end_.holder_id, sum(end_.amount) as amount
    from document
    join money_entry as entry on entry.tenant_id = ${tenantId} and entry.document_id = document.id
    cross join lateral (values
      (entry.from_purse, entry.from_id, -entry.amount), (entry.to_purse, entry.to_id, entry.amount)) as end_(purse, holder_id, amount)
    where document.tenant_id = ${tenantId} and document.kind = any(${kinds}::text[])
      and document.deleted_at is null
      and ${bookedBetween('document', first, last)}
      and entry.business_date between ${first}::date and ${last}::date
      and end_.purse = ${purse} and ${visibleDocuments(scope, 'document')}
    group by end_.holder_id)`;
}

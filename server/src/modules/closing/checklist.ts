import type { LeftOpen, OpenDocuments, ReplyOf, closingChecklist } from '@tradehouse/contract';
import { billKinds, entriesOf, invoicedAs, kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { bookedBetween } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { toReconcile } from '../bank/index.ts';
import { invoicedAmount } from '../document/index.ts';
import { seesWholeCompany } from '../money/index.ts';
import { stockAt } from '../report/index.ts';
import { countNotRevalued } from '../revaluation/index.ts';

/** Refuses users who see only a part of the company, because closing counts the whole company's documents. */
export function refusePartialClosingView({ scope }: Context): void {
  if (!seesWholeCompany(scope)) refuseWith('access.denied');
}

type ClosingChecklistReply = ReplyOf<typeof closingChecklist>;
export type OpenItemCounts = Readonly<Record<LeftOpen, number>>;

const kindsOwing = (purse: 'receivable' | 'payable') => billKinds(purse).map(([kind]) => kind);
const invoiceKinds = kindCodes.filter((kind) => invoicedAs(kind) !== null);

/** Document (`d`) on a day not yet closed by the company's `setting`. */
const stillOpen = sql`(setting.closed_until is null or d.business_date > setting.closed_until)`;

/** Documents (`d`) open at the end of a day, with the reason. */
const openDocuments = (
  tenantId: string,
  until: string,
): Readonly<Record<OpenDocuments, RawBuilder<unknown>>> => {
  const booked = bookedBetween('d', null, until);
  const unpaid = (purse: 'receivable' | 'payable') =>
    sql`${booked} and d.in_force and d.debt <> d.settled and d.kind = any(${kindsOwing(purse)}::text[])`;
  return {
    drafts: sql`d.approval = 'draft' and not d.in_force and d.business_date <= ${until}::date
      and d.kind = any(${[...kindCodes]}::text[]) and ${stillOpen}`,
    unpaidSales: unpaid('receivable'),
    unpaidPurchases: unpaid('payable'),
    notInvoiced: sql`${booked} and d.in_force and d.kind = any(${invoiceKinds}::text[]) and ${stillOpen}
      and exists (select from invoice where tenant_id = ${tenantId})
      and d.payable <> abs(${invoicedAmount(tenantId, sql`d.id`)})`,
  };
};

/** How many documents of each kind are open at the end of a day. */
async function countOpenKinds(
  { tx, tenantId }: Context,
  until: string,
): Promise<ClosingChecklistReply['openKinds']> {
  const counts = entriesOf(openDocuments(tenantId, until)).map(
    ([open, where]) => sql`(
      select ${open}::text as open, d.kind, count(*)::integer as count
      from document d join tenant_setting as setting on setting.tenant_id = ${tenantId}
      where d.tenant_id = ${tenantId} and d.deleted_at is null and ${where} group by d.kind order by d.kind)`,
  );
  const { rows } = await sql<
    ClosingChecklistReply['openKinds'][number]
  >`${sql.join(counts, sql` union all `)}`.execute(tx);
  return rows;
}

/**
 * Counts open items at the end of a day: drafts of open days, goods below zero, bills not fully paid. For
 * open days also: bills on no invoice, if the company keeps invoices, and unmatched or outdated bank
 * statement rows. At a month's end also: open items in foreign currencies that were not revalued.
 */
export async function openAt(context: Context, until: string): Promise<OpenItemCounts> {
  return countOpenItems(context, until, await countOpenKinds(context, until));
}

async function countOpenItems(
  context: Context,
  until: string,
  kinds: ClosingChecklistReply['openKinds'],
): Promise<OpenItemCounts> {
  const of = (open: OpenDocuments): number =>
    kinds.reduce((all, row) => all + (row.open === open ? row.count : 0), 0);
  const { rows } = await sql<Pick<OpenItemCounts, 'negativeStock' | 'unmatched'>>`
    select
      (select count(*)::integer from ${stockAt(context, { day: until })} as stock where stock.quantity < 0) as "negativeStock",
      (select count(*)::integer from ${toReconcile(context, until)} as entry) as unmatched`.execute(
    context.tx,
  );
  return {
    ...orRefuseMissing(rows[0]),
    drafts: of('drafts'),
    unpaidSales: of('unpaidSales'),
    unpaidPurchases: of('unpaidPurchases'),
    notInvoiced: of('notInvoiced'),
    notRevalued: await countNotRevalued(context, until),
  };
}

async function unmatchedAccounts(
  context: Context,
  until: string,
): Promise<ClosingChecklistReply['unmatchedAccounts']> {
  const { rows } = await sql<ClosingChecklistReply['unmatchedAccounts'][number]>`
    select account.id as "accountId", account.name as "accountName",
      case when min(entry.statement_id) = max(entry.statement_id) then min(entry.statement_id) end as "statementId",
      count(*)::integer as count, count(*) filter (where entry.changed)::integer as changed
    from ${toReconcile(context, until)} as entry
    join account on account.tenant_id = ${context.tenantId} and account.id = entry.account_id
    group by account.id, account.name, account.sort order by account.sort, account.id`.execute(
    context.tx,
  );
  return rows;
}

/** End of the last year that ended by a day. */
const yearEndBy = (day: string): string =>
  day.endsWith('-12-31') ? day : `${Number(day.slice(0, 4)) - 1}-12-31`;

export async function readClosingChecklist(
  context: Context,
  until: string,
): Promise<ClosingChecklistReply> {
  refusePartialClosingView(context);
  const { tx, tenantId } = context;
  const yearEnd = sql`${yearEndBy(until)}::date`;
  // Before the first closing, only a year with documents counts.
  const { rows } = await sql<Pick<ClosingChecklistReply, 'closedUntil' | 'endsYear'>>`
    select setting.closed_until as "closedUntil", coalesce(setting.closed_until < ${yearEnd}, exists (
      select from document d where d.tenant_id = ${tenantId} and d.deleted_at is null
        and d.kind = any(${[...kindCodes]}::text[]) and d.business_date <= ${yearEnd})) as "endsYear"
    from tenant_setting as setting where setting.tenant_id = ${tenantId}`.execute(tx);
  const kinds = await countOpenKinds(context, until);
  return {
    ...orRefuseMissing(rows[0]),
    open: await countOpenItems(context, until, kinds),
    openKinds: kinds,
    unmatchedAccounts: await unmatchedAccounts(context, until),
  };
}

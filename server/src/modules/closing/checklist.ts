import type { LeftOpen, OpenDocuments, ReplyOf, closingChecklist } from '@tradehouse/contract';
import { billOf, entriesOf, invoicedAs, kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bookedBetween, found, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { toReconcile } from '../bank/index.ts';
import { invoicedAmount } from '../document/index.ts';
import { seesWholeCompany } from '../money/index.ts';
import { stockAt } from '../report/index.ts';

/** Closing counts the whole company's documents: it is refused to anyone who sees a part of them. */
export function refusePartialView({ scope }: Context): void {
  if (!seesWholeCompany(scope)) refuse('access.denied');
}

type Checklist = ReplyOf<typeof closingChecklist>;
export type Open = Readonly<Record<LeftOpen, number>>;

const kindsOwing = (purse: 'receivable' | 'payable') =>
  kindCodes.filter((kind) => billOf(kind)?.purse === purse);
const invoiceKinds = kindCodes.filter((kind) => invoicedAs(kind) !== null);

/** A document (`d`) of a day that is not closed yet by the company's `setting`. */
const stillOpen = sql`(setting.closed_until is null or d.business_date > setting.closed_until)`;

/** Which documents (`d`) are open at the end of a day, and why. */
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
async function openKinds(
  { tx, tenantId }: Context,
  until: string,
): Promise<Checklist['openKinds']> {
  const counts = entriesOf(openDocuments(tenantId, until)).map(
    ([open, where]) => sql`(
      select ${open}::text as open, d.kind, count(*)::integer as count
      from document d join tenant_setting as setting on setting.tenant_id = ${tenantId}
      where d.tenant_id = ${tenantId} and d.deleted_at is null and ${where} group by d.kind order by d.kind)`,
  );
  const { rows } = await sql<
    Checklist['openKinds'][number]
  >`${sql.join(counts, sql` union all `)}`.execute(tx);
  return rows;
}

/**
 * What is open at the end of a day: drafts of the days that are not closed yet, goods below zero, bills that are not paid
 * whole, those of the open days that are on no invoice, where the company keeps invoices, and rows of bank statements of the open
 * days that are no document, or whose documents are others since.
 */
export async function openAt(context: Context, until: string): Promise<Open> {
  return counted(context, until, await openKinds(context, until));
}

async function counted(
  context: Context,
  until: string,
  kinds: Checklist['openKinds'],
): Promise<Open> {
  const of = (open: OpenDocuments): number =>
    kinds.reduce((all, row) => all + (row.open === open ? row.count : 0), 0);
  const { rows } = await sql<Pick<Open, 'negativeStock' | 'unmatched'>>`
    select
      (select count(*)::integer from ${stockAt(context, { day: until })} as stock where stock.quantity < 0) as "negativeStock",
      (select count(*)::integer from ${toReconcile(context, until)} as entry) as unmatched`.execute(
    context.tx,
  );
  return {
    ...found(rows[0]),
    drafts: of('drafts'),
    unpaidSales: of('unpaidSales'),
    unpaidPurchases: of('unpaidPurchases'),
    notInvoiced: of('notInvoiced'),
  };
}

/** Of which accounts they are. */
async function unmatchedAccounts(
  context: Context,
  until: string,
): Promise<Checklist['unmatchedAccounts']> {
  const { rows } = await sql<Checklist['unmatchedAccounts'][number]>`
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

/** The end of the last year that ended by a day. */
const yearEndBy = (day: string): string =>
  day.endsWith('-12-31') ? day : `${Number(day.slice(0, 4)) - 1}-12-31`;

export async function checklist(context: Context, until: string): Promise<Checklist> {
  refusePartialView(context);
  const { tx, tenantId } = context;
  const yearEnd = sql`${yearEndBy(until)}::date`;
  // Where nothing was closed yet, a year ends that had documents.
  const { rows } = await sql<Pick<Checklist, 'closedUntil' | 'endsYear'>>`
    select setting.closed_until as "closedUntil", coalesce(setting.closed_until < ${yearEnd}, exists (
      select from document d where d.tenant_id = ${tenantId} and d.deleted_at is null
        and d.kind = any(${[...kindCodes]}::text[]) and d.business_date <= ${yearEnd})) as "endsYear"
    from tenant_setting as setting where setting.tenant_id = ${tenantId}`.execute(tx);
  const kinds = await openKinds(context, until);
  return {
    ...found(rows[0]),
    open: await counted(context, until, kinds),
    openKinds: kinds,
    unmatchedAccounts: await unmatchedAccounts(context, until),
  };
}

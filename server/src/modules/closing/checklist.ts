import type { LeftOpen, ReplyOf, closingChecklist } from '@tradehouse/contract';
import { invoicedAs, kindCodes, billOf } from '@tradehouse/domain';
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

export type Open = Readonly<Record<LeftOpen, number>>;

const kindsOwing = (purse: 'receivable' | 'payable') =>
  kindCodes.filter((kind) => billOf(kind)?.purse === purse);
const invoiceKinds = kindCodes.filter((kind) => invoicedAs(kind) !== null);

/** A document (`d`) of a day that is not closed yet by the company's `setting`. */
const stillOpen = sql`(setting.closed_until is null or d.business_date > setting.closed_until)`;
const isDraft = (until: string): RawBuilder<unknown> => sql`
  d.deleted_at is null and d.approval = 'draft' and not d.in_force and d.business_date <= ${until}::date
  and d.kind = any(${[...kindCodes]}::text[]) and ${stillOpen}`;

/**
 * What is open at the end of a day: drafts of the days that are not closed yet, goods below zero, bills that are not paid
 * whole, those of the open days that are on no invoice, where the company keeps invoices, and rows of bank statements of the open
 * days that are no document, or whose documents are others since.
 */
export async function openAt(context: Context, until: string): Promise<Open> {
  const { tx, tenantId } = context;
  const booked = bookedBetween('d', null, until);
  const documents = (where: RawBuilder<unknown>) => sql`(
    select count(*)::integer from document d
    where d.tenant_id = ${tenantId} and d.deleted_at is null and ${booked} and ${where})`;
  const unpaid = (purse: 'receivable' | 'payable') =>
    documents(
      sql`d.in_force and d.debt <> d.settled and d.kind = any(${kindsOwing(purse)}::text[])`,
    );
  const { rows } = await sql<Open>`
    select
      (select count(*)::integer from document d where d.tenant_id = ${tenantId} and ${isDraft(until)}) as drafts,
      (select count(*)::integer from ${stockAt(context, { day: until })} as stock where stock.quantity < 0) as "negativeStock",
      ${unpaid('receivable')} as "unpaidSales", ${unpaid('payable')} as "unpaidPurchases",
      case when exists (select from invoice where tenant_id = ${tenantId})
        then ${documents(sql`d.in_force and d.kind = any(${invoiceKinds}::text[]) and ${stillOpen}
          and d.payable <> abs(${invoicedAmount(tenantId, sql`d.id`)})`)} else 0 end as "notInvoiced",
      (select count(*)::integer from ${toReconcile(context, until)} as entry) as unmatched
    from tenant_setting as setting where setting.tenant_id = ${tenantId}`.execute(tx);
  return found(rows[0]);
}

/** Of which accounts they are. */
async function unmatchedAccounts(
  context: Context,
  until: string,
): Promise<ReplyOf<typeof closingChecklist>['unmatchedAccounts']> {
  const { rows } = await sql<ReplyOf<typeof closingChecklist>['unmatchedAccounts'][number]>`
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

/** Of which kinds the drafts are. */
async function draftKinds(
  { tx, tenantId }: Context,
  until: string,
): Promise<ReplyOf<typeof closingChecklist>['draftKinds']> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select d.kind, count(*)::integer as count from document d
    join tenant_setting as setting on setting.tenant_id = ${tenantId}
    where d.tenant_id = ${tenantId} and ${isDraft(until)} group by 1 order by 1`.execute(tx);
  return rows;
}

export async function checklist(
  context: Context,
  until: string,
): Promise<ReplyOf<typeof closingChecklist>> {
  refusePartialView(context);
  const { tx, tenantId } = context;
  const { rows } = await sql<{ closedUntil: string | null }>`
    select closed_until as "closedUntil" from tenant_setting where tenant_id = ${tenantId}`.execute(
    tx,
  );
  return {
    closedUntil: found(rows[0]).closedUntil,
    open: await openAt(context, until),
    draftKinds: await draftKinds(context, until),
    unmatchedAccounts: await unmatchedAccounts(context, until),
  };
}

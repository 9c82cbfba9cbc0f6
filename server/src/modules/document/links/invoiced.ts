import { invoicePage } from '@tradehouse/contract';
import { decimal, inForce, invoicedAs, keepsInvoiced, moneyDigitsOf } from '@tradehouse/domain';
import type { Decimal, InvoicedBill } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayOpen, refuse } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { moneyTermsOf } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import type { Stored } from '../store/stored.ts';

/** The parts of the bill `id` that invoices which stand have, as `part` of `whole`. */
const partsStanding = (tenantId: string, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from invoice_bill part
  join invoice whole on whole.tenant_id = ${tenantId} and whole.id = part.invoice_id and not whole.voided
  where part.tenant_id = ${tenantId} and part.document_id = ${id}`;

/** What invoices that stand have of the bill `id`, below zero of a return; `except`: but for this one. */
export const invoicedAmount = (
  tenantId: string,
  id: RawBuilder<unknown>,
  except?: string,
): RawBuilder<string> => sql<string>`(
  select coalesce(sum(part.amount), 0) ${partsStanding(tenantId, id)}
    ${except === undefined ? sql`` : sql`and part.invoice_id <> ${except}::bigint`})`;

/** The numbers of the invoices that stand and have the bill `id`, for who may open them: null to all others. */
export const invoiceNumbersOf = (
  { tenantId, scope }: Context,
  id: RawBuilder<unknown>,
): RawBuilder<string | null> =>
  mayOpen(scope, invoicePage)
    ? sql`(select string_agg(whole.number, ' ' order by whole.invoice_date, whole.id) ${partsStanding(tenantId, id)})`
    : sql`null::text`;

/** A bill that is locked, as invoices see it. */
export const billOfRow = (row: DocumentRow, invoiced: Decimal): InvoicedBill => ({
  number: row.number ?? '',
  kind: row.kind,
  partnerId: row.partner_id,
  currency: row.currency,
  inForce: row.in_force,
  amount: decimal(row.payable).times(invoicedAs(row.kind)?.sign ?? 1),
  invoiced,
  digits: moneyDigitsOf(moneyTermsOf(row)),
});

const billOfStored = ({ document, head }: Stored, invoiced: Decimal): InvoicedBill => ({
  number: document.number ?? '',
  kind: document.kind,
  partnerId: document.partnerId,
  currency: document.currency,
  inForce: inForce(document),
  amount: head.amounts.payable.times(invoicedAs(document.kind)?.sign ?? 1),
  invoiced,
  digits: moneyDigitsOf(document),
});

/** Refuses a change that leaves invoices with more of a bill than it is, or with somebody else's. The bill is locked. */
export async function checkKeepsInvoiced(
  context: Context,
  before: Stored,
  after: Stored,
): Promise<void> {
  const { tx, tenantId } = context;
  const { id, kind, number } = before.document;
  if (invoicedAs(kind) === null) return;
  const { rows } = await sql<{ invoiced: string; invoice: string | null }>`
    select coalesce(sum(part.amount), 0) as invoiced, min(whole.number) as invoice
    ${partsStanding(tenantId, sql`${id}`)}`.execute(tx);
  const [{ invoiced = '0', invoice = null } = {}] = rows;
  const taken = decimal(invoiced);
  if (keepsInvoiced(billOfStored(before, taken), billOfStored(after, taken))) return;
  refuseInvoiced(context, number ?? '', invoice ?? '');
}

/** Says that a bill is invoiced, and by which invoice to who may open them. */
export const refuseInvoiced = ({ scope }: Context, number: string, invoice: string): never =>
  refuse('document.isInvoiced', { number, invoice: mayOpen(scope, invoicePage) ? invoice : '' });

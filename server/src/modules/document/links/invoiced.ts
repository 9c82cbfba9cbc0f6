import { invoicePage } from '@tradehouse/contract';
import {
  decimal,
  isDocumentInForce,
  invoicedAs,
  keepsInvoiced,
  moneyDigitsOf,
} from '@tradehouse/domain';
import type { Decimal, InvoicedBill } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayOpen, refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { moneyTermsOf } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import type { StoredDocument } from '../store/stored.ts';

/** Invoice parts of the bill `id` on invoices in force, named `part` and `whole`. */
const partsStanding = (tenantId: string, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from invoice_bill part
  join invoice whole on whole.tenant_id = ${tenantId} and whole.id = part.invoice_id and not whole.voided
  where part.tenant_id = ${tenantId} and part.document_id = ${id}`;

/** Invoiced amount of the bill `id`, negative for a return; `except`: an invoice left out. */
export const invoicedAmount = (
  tenantId: string,
  id: RawBuilder<unknown>,
  except?: string,
): RawBuilder<string> => sql<string>`(
  select coalesce(sum(part.amount), 0) ${partsStanding(tenantId, id)}
    ${except === undefined ? sql`` : sql`and part.invoice_id <> ${except}::bigint`})`;

/** Numbers of the invoices in force for the bill `id`; null for users who may not open invoices. */
export const invoiceNumbersOf = (
  { tenantId, scope }: Context,
  id: RawBuilder<unknown>,
): RawBuilder<string | null> =>
  mayOpen(scope, invoicePage)
    ? sql`(select string_agg(whole.number, ' ' order by whole.invoice_date, whole.id) ${partsStanding(tenantId, id)})`
    : sql`null::text`;

/** Converts a locked bill for invoices. */
export const billOfRow = (row: DocumentRow, invoiced: Decimal): InvoicedBill => ({
  number: row.number ?? '',
  kind: row.kind,
  partnerId: row.partner_id,
  currency: row.currency,
  exchangeRate: decimal(row.exchange_rate),
  inForce: row.in_force,
  amount: decimal(row.payable).times(invoicedAs(row.kind)?.sign ?? 1),
  invoiced,
  digits: moneyDigitsOf(moneyTermsOf(row)),
});

const billOfStored = ({ document, head }: StoredDocument, invoiced: Decimal): InvoicedBill => ({
  number: document.number ?? '',
  kind: document.kind,
  partnerId: document.partnerId,
  currency: document.currency,
  exchangeRate: document.exchangeRate,
  inForce: isDocumentInForce(document),
  amount: head.amounts.payable.times(invoicedAs(document.kind)?.sign ?? 1),
  invoiced,
  digits: moneyDigitsOf(document),
});

/**
 * Refuses changes that leave a bill below the invoiced amount, or change partner, currency or rate. The bill
 * is locked.
 */
export async function checkKeepsInvoiced(
  context: Context,
  before: StoredDocument,
  after: StoredDocument,
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

/** Refuses an invoiced bill, naming the invoice to users who may open invoices. */
export const refuseInvoiced = ({ scope }: Context, number: string, invoice: string): never =>
  refuseWith('document.isInvoiced', {
    number,
    invoice: mayOpen(scope, invoicePage) ? invoice : '',
  });

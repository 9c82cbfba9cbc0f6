import type { InvoiceFields, InvoiceInfo } from '@tradehouse/contract';
import { ONE, toPlainDecimal, worthAtRates } from '@tradehouse/domain';
import type { Invoice, InvoiceDirection } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable, logChange, sqlError } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { ownMoney } from '../system/index.ts';
import type { LockedBill } from './bills.ts';

export interface InvoiceRow {
  readonly id: string;
  readonly version: number;
  readonly direction: InvoiceDirection;
  readonly kind: InvoiceInfo['invoiceKind'];
  readonly number: string;
  readonly invoice_date: string;
  readonly partner_id: string;
  readonly currency: string;
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
  readonly voided: boolean;
  readonly void_reason: string;
  readonly remark: string;
  readonly creator_id: string;
}

export type InvoiceHead = Pick<
  InvoiceFields,
  'direction' | 'invoiceKind' | 'number' | 'invoiceDate' | 'partnerId' | 'remark'
>;

/** Validated invoice with the terms of the bills. */
export interface Drafted extends Invoice {
  readonly head: InvoiceHead;
  readonly parts: readonly { readonly bill: LockedBill; readonly amount: Invoice['net'] }[];
}

/** Unique key of an invoice: each supplier has an independent numbering. */
export const toInvoiceKey = ({
  direction,
  number,
  partnerId,
}: Pick<InvoiceHead, 'direction' | 'number' | 'partnerId'>): string =>
  JSON.stringify([direction, number, direction === 'received' ? partnerId : null]);

interface InvoiceTerms {
  readonly currency: string;
  readonly rate: string;
  readonly worth: string | null;
}

/**
 * Returns each invoice's currency and rate from the bills, and the worth for several rates; without bills,
 * the company's own currency.
 */
async function computeInvoiceTerms(
  context: Context,
  invoices: readonly Drafted[],
): Promise<readonly InvoiceTerms[]> {
  const { currency, digits } = await ownMoney(context);
  return invoices.map(({ net, tax, parts }) => {
    const worth = worthAtRates(net.plus(tax), parts, digits);
    const bill = parts[0]?.bill;
    return {
      currency: bill?.currency ?? currency,
      rate: toPlainDecimal(bill?.exchangeRate ?? ONE),
      worth: worth === null ? null : toPlainDecimal(worth),
    };
  });
}

/**
 * Inserts invoices, all or none, in order. Refuses a taken number, for received ones per supplier without
 * void ones, also under concurrency. `importId` is the import's id.
 */
export async function insertInvoices(
  context: Context,
  invoices: readonly Drafted[],
  importId: string | null = null,
): Promise<readonly InvoiceRow[]> {
  const written = new Map(
    (await insertInvoiceHeads(context, invoices, importId)).map((row) => [
      invoiceKeyFromRow(row),
      row,
    ]),
  );
  const rows = invoices.map(
    ({ head }) =>
      written.get(toInvoiceKey(head)) ??
      refuseWith('invoice.numberTaken', { number: head.number }, { field: 'number' }),
  );
  const pairs = rows.map((row, at) => ({ row, invoice: orRefuseMissing(invoices[at]) }));
  await insertInvoiceParts(
    context,
    pairs.flatMap(({ row, invoice }) => partRowsOf(row.id, invoice)),
  );
  for (const { row, invoice } of pairs)
    logChange(context, {
      ...toInvoiceLogSubject(row),
      action: 'add',
      after: loggedOf(row, invoice),
    });
  return rows;
}

const invoiceKeyFromRow = ({ direction, number, partner_id: partnerId }: InvoiceRow): string =>
  toInvoiceKey({ direction, number, partnerId });

// Sorted by key, so concurrent lists with equal numbers wait instead of deadlocking.
async function insertInvoiceHeads(
  context: Context,
  invoices: readonly Drafted[],
  importId: string | null,
): Promise<readonly InvoiceRow[]> {
  const { tx, tenantId, scope } = context;
  const terms = await computeInvoiceTerms(context, invoices);
  const heads = invoices
    .map(({ head: { remark = '', ...head }, net, tax }, at) => ({
      ...head,
      ...terms[at],
      remark,
      net: toPlainDecimal(net),
      tax: toPlainDecimal(tax),
      gross: toPlainDecimal(net.plus(tax)),
    }))
    .toSorted((one, other) => (toInvoiceKey(one) < toInvoiceKey(other) ? -1 : 1));
  const { rows } = await sql<InvoiceRow>`
    insert into invoice (tenant_id, creator_id, institution_id, import_id, direction, kind, number, invoice_date, partner_id,
      currency, exchange_rate, worth, net, tax, gross, remark)
    select ${tenantId}::bigint, ${scope.userId}::bigint, ${scope.institutionId}::bigint, ${importId}::bigint, given.*
    from ${rowsAsTable(
      heads,
      `direction text, "invoiceKind" text, number text, "invoiceDate" date, "partnerId" bigint, currency text, rate numeric, worth numeric,
       net numeric, tax numeric, gross numeric, remark text`,
    )}
    on conflict do nothing returning *`.execute(tx);
  return rows;
}

const partRowsOf = (invoiceId: string, { parts }: Drafted) =>
  parts.map(({ bill, amount }) => ({ invoiceId, billId: bill.id, amount: toPlainDecimal(amount) }));

async function insertInvoiceParts(
  { tx, tenantId }: Context,
  parts: readonly ReturnType<typeof partRowsOf>[number][],
): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    insert into invoice_bill (tenant_id, invoice_id, document_id, amount)
    select ${tenantId}::bigint, given.*
    from ${rowsAsTable(parts, '"invoiceId" bigint, "billId" bigint, amount numeric')} returning document_id`.execute(
    tx,
  );
}

export const toInvoiceLogSubject = ({ id, number }: Pick<InvoiceRow, 'id' | 'number'>) => ({
  subject: 'invoice' as const,
  subjectId: id,
  number,
});

export const loggedOf = (row: InvoiceRow, { parts }: Drafted) => ({
  ...row,
  bills: parts.map(({ bill, amount }) => `${bill.number}: ${toPlainDecimal(amount)}`),
});

/** Updates an invoice and replaces the bills. Refuses like `insertInvoices`. */
export async function rewriteInvoice(
  context: Context,
  id: string,
  invoice: Drafted,
): Promise<InvoiceRow> {
  const { tx, tenantId } = context;
  const row = await rewriteHead(context, id, invoice);
  await sql`
    delete from invoice_bill where tenant_id = ${tenantId} and invoice_id = ${id}`.execute(tx);
  await insertInvoiceParts(context, partRowsOf(id, invoice));
  return row;
}

async function rewriteHead(context: Context, id: string, invoice: Drafted): Promise<InvoiceRow> {
  const { tx, tenantId } = context;
  const { head, net, tax } = invoice;
  const [terms] = await computeInvoiceTerms(context, [invoice]);
  const { currency, rate, worth } = orRefuseMissing(terms);
  try {
    const { rows } = await sql<InvoiceRow>`
      update invoice set direction = ${head.direction}, kind = ${head.invoiceKind}, number = ${head.number},
        invoice_date = ${head.invoiceDate}, partner_id = ${head.partnerId}, currency = ${currency}, exchange_rate = ${rate}, worth = ${worth},
        net = ${toPlainDecimal(net)}, tax = ${toPlainDecimal(tax)}, gross = ${toPlainDecimal(net.plus(tax))}, remark = coalesce(${head.remark ?? null}, remark),
        version = version + 1
      where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx);
    return orRefuseMissing(rows[0]);
  } catch (error) {
    if (sqlError(error)?.constraint !== 'invoice__standing_number') throw error;
    return refuseWith('invoice.numberTaken', { number: head.number }, { field: 'number' });
  }
}

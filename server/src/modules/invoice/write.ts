import type { InvoiceFields, InvoiceInfo } from '@tradehouse/contract';
import { ONE, plain, worthAtRates } from '@tradehouse/domain';
import type { Invoice, InvoiceDirection } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, given, log, refuse, sqlError } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
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

/** What is written of an invoice, beside its bills. */
export type Head = Pick<
  InvoiceFields,
  'direction' | 'invoiceKind' | 'number' | 'invoiceDate' | 'partnerId' | 'remark'
>;

/** An invoice that holds, and the terms of its bills. */
export interface Drafted extends Invoice {
  readonly head: Head;
  readonly parts: readonly { readonly bill: LockedBill; readonly amount: Invoice['net'] }[];
}

/** What an invoice is known by: suppliers number theirs each for themselves. */
export const nameOf = ({
  direction,
  number,
  partnerId,
}: Pick<Head, 'direction' | 'number' | 'partnerId'>): string =>
  JSON.stringify([direction, number, direction === 'received' ? partnerId : null]);

interface Terms {
  readonly currency: string;
  readonly rate: string;
  readonly worth: string | null;
}

/** Each one's bills' currency and rate, and what it is worth at several of them; without bills the company's own. */
async function termsOf(context: Context, invoices: readonly Drafted[]): Promise<readonly Terms[]> {
  const { currency, digits } = await ownMoney(context);
  return invoices.map(({ net, tax, parts }) => {
    const worth = worthAtRates(net.plus(tax), parts, digits);
    const bill = parts[0]?.bill;
    return {
      currency: bill?.currency ?? currency,
      rate: plain(bill?.exchangeRate ?? ONE),
      worth: worth === null ? null : plain(worth),
    };
  });
}

/**
 * Writes invoices down, all or none, and answers them in their order. Another of the same number, where it was received of the
 * same supplier and stands, refuses them, also one that is written at the same time. `importId` names the list they came with.
 */
export async function insertInvoices(
  context: Context,
  invoices: readonly Drafted[],
  importId: string | null = null,
): Promise<readonly InvoiceRow[]> {
  const written = new Map(
    (await insertHeads(context, invoices, importId)).map((row) => [keyOf(row), row]),
  );
  const rows = invoices.map(
    ({ head }) =>
      written.get(nameOf(head)) ??
      refuse('invoice.numberTaken', { number: head.number }, { field: 'number' }),
  );
  const pairs = rows.map((row, at) => ({ row, invoice: found(invoices[at]) }));
  await insertParts(
    context,
    pairs.flatMap(({ row, invoice }) => partRowsOf(row.id, invoice)),
  );
  for (const { row, invoice } of pairs)
    log(context, { ...subjectOf(row), action: 'add', after: loggedOf(row, invoice) });
  return rows;
}

const keyOf = ({ direction, number, partner_id: partnerId }: InvoiceRow): string =>
  nameOf({ direction, number, partnerId });

// In the order of their names, so that two lists with the same numbers wait for each other instead of deadlocking.
async function insertHeads(
  context: Context,
  invoices: readonly Drafted[],
  importId: string | null,
): Promise<readonly InvoiceRow[]> {
  const { tx, tenantId, scope } = context;
  const terms = await termsOf(context, invoices);
  const heads = invoices
    .map(({ head: { remark = '', ...head }, net, tax }, at) => ({
      ...head,
      ...terms[at],
      remark,
      net: plain(net),
      tax: plain(tax),
      gross: plain(net.plus(tax)),
    }))
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const { rows } = await sql<InvoiceRow>`
    insert into invoice (tenant_id, creator_id, institution_id, import_id, direction, kind, number, invoice_date, partner_id,
      currency, exchange_rate, worth, net, tax, gross, remark)
    select ${tenantId}::bigint, ${scope.userId}::bigint, ${scope.institutionId}::bigint, ${importId}::bigint, given.*
    from ${given(
      heads,
      `direction text, "invoiceKind" text, number text, "invoiceDate" date, "partnerId" bigint, currency text, rate numeric, worth numeric,
       net numeric, tax numeric, gross numeric, remark text`,
    )}
    on conflict do nothing returning *`.execute(tx);
  return rows;
}

const partRowsOf = (invoiceId: string, { parts }: Drafted) =>
  parts.map(({ bill, amount }) => ({ invoiceId, billId: bill.id, amount: plain(amount) }));

async function insertParts(
  { tx, tenantId }: Context,
  parts: readonly ReturnType<typeof partRowsOf>[number][],
): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    insert into invoice_bill (tenant_id, invoice_id, document_id, amount)
    select ${tenantId}::bigint, given.*
    from ${given(parts, '"invoiceId" bigint, "billId" bigint, amount numeric')} returning document_id`.execute(
    tx,
  );
}

export const subjectOf = ({ id, number }: Pick<InvoiceRow, 'id' | 'number'>) => ({
  subject: 'invoice' as const,
  subjectId: id,
  number,
});

export const loggedOf = (row: InvoiceRow, { parts }: Drafted) => ({
  ...row,
  bills: parts.map(({ bill, amount }) => `${bill.number}: ${plain(amount)}`),
});

/** Writes a changed invoice, and its bills in place of those it had. Refuses as `insertInvoices` does. */
export async function rewriteInvoice(
  context: Context,
  id: string,
  invoice: Drafted,
): Promise<InvoiceRow> {
  const { tx, tenantId } = context;
  const row = await rewriteHead(context, id, invoice);
  await sql`
    delete from invoice_bill where tenant_id = ${tenantId} and invoice_id = ${id}`.execute(tx);
  await insertParts(context, partRowsOf(id, invoice));
  return row;
}

async function rewriteHead(context: Context, id: string, invoice: Drafted): Promise<InvoiceRow> {
  const { tx, tenantId } = context;
  const { head, net, tax } = invoice;
  const [terms] = await termsOf(context, [invoice]);
  const { currency, rate, worth } = found(terms);
  try {
    const { rows } = await sql<InvoiceRow>`
      update invoice set direction = ${head.direction}, kind = ${head.invoiceKind}, number = ${head.number},
        invoice_date = ${head.invoiceDate}, partner_id = ${head.partnerId}, currency = ${currency}, exchange_rate = ${rate}, worth = ${worth},
        net = ${plain(net)}, tax = ${plain(tax)}, gross = ${plain(net.plus(tax))}, remark = coalesce(${head.remark ?? null}, remark),
        version = version + 1
      where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx);
    return found(rows[0]);
  } catch (error) {
    if (sqlError(error)?.constraint !== 'invoice__standing_number') throw error;
    return refuse('invoice.numberTaken', { number: head.number }, { field: 'number' });
  }
}

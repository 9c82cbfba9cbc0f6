import { fieldLabel } from '@tradehouse/contract';
import type { ImportedInvoice, InputOf, ReplyOf, invoices } from '@tradehouse/contract';
import {
  DomainError,
  checkInvoice,
  decimal,
  invoiceDigits,
  invoicedAs,
  kindCodes,
  normalText,
  spreadOver,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  grantedCustomers,
  refuseWith,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { sentenceOf } from '../../kernel/http/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { exactMoney, ownMoney } from '../system/index.ts';
import { lockBills } from './bills.ts';
import type { LockedBill } from './bills.ts';
import { beginImport } from './imports.ts';
import { requireInvoiceVisibility } from './rights.ts';
import { insertInvoices, toInvoiceKey } from './write.ts';
import type { Drafted, InvoiceHead } from './write.ts';

type InvoiceImportReply = ReplyOf<typeof invoices.bring>;

/** Records named by the rows, loaded and locked before any check. */
interface InvoiceImportLookups {
  /** By type and name. */
  readonly partners: ReadonlyMap<string, string>;
  /** By number, which each kind counts separately; records the parts taken by preceding rows. */
  readonly bills: ReadonlyMap<string, LockedBill[]>;
  readonly taken: Set<string>;
  /** Decimals of the company's own currency. */
  readonly digits: number;
}

const invoicedKinds = kindCodes.filter((kind) => invoicedAs(kind) !== null);

const billNumbersOf = ({ billNumbers = '' }: ImportedInvoice): string[] => [
  ...new Set(billNumbers.split(/[\s,，;；、]+/).filter((number) => number !== '')),
];
/** Normalizes the number of a row (decision 0070). */
const withPlainNumber = (row: ImportedInvoice): ImportedInvoice => ({
  ...row,
  number: normalText(row.number),
});

const partnerTypeFromDirection = ({ direction }: Pick<ImportedInvoice, 'direction'>): string =>
  direction === 'issued' ? 'customer' : 'supplier';

async function groundOf(
  context: Context,
  rows: readonly ImportedInvoice[],
): Promise<InvoiceImportLookups> {
  const { tx, tenantId, scope } = context;
  const partners = await sql<{ id: string; type: string; name: string }>`
    select id, type, name from partner
    where tenant_id = ${tenantId} and type = any(${rows.map(partnerTypeFromDirection)}::text[])
      and normal_text(name) = any(${rows.map(({ partnerName }) => normalText(partnerName))}::text[])
      and removed_at is null and (type <> 'customer' or ${grantedCustomers(scope, 'id')})`.execute(
    tx,
  );
  // Older numbers are stored without normalization.
  const numbers = rows.flatMap(billNumbersOf).flatMap((number) => [number, normalText(number)]);
  const named = await sql<{ id: string }>`
    select d.id from document d
    where d.tenant_id = ${tenantId} and d.number = any(${numbers}::text[]) and d.deleted_at is null
      and d.kind = any(${invoicedKinds}::text[]) and ${visibleDocuments(scope, 'd')}`.execute(tx);
  const locked = await lockBills(
    context,
    named.rows.map(({ id }) => id),
  );
  const taken = await sql<Pick<InvoiceHead, 'direction' | 'number' | 'partnerId'>>`
    select direction, number, partner_id as "partnerId" from invoice
    where tenant_id = ${tenantId} and number = any(${rows.map(({ number }) => number)}::text[])
      and not (voided and direction = 'received')`.execute(tx);
  const { digits } = await ownMoney(context);
  return {
    // Names distinguished before normalization stay distinct: the exact name is found first.
    partners: new Map([
      ...partners.rows.map(({ id, type, name }) => [`${type} ${normalText(name)}`, id] as const),
      ...partners.rows.map(({ id, type, name }) => [`${type} ${name}`, id] as const),
    ]),
    bills: Map.groupBy(locked, ({ number }) => number),
    taken: new Set(taken.rows.map(toInvoiceKey)),
    digits,
  };
}

/** Finds a row's bill, preferring the row's direction; undefined if ambiguous. */
function billNamed(
  { bills }: InvoiceImportLookups,
  number: string,
  { direction }: Pick<ImportedInvoice, 'direction'>,
): LockedBill | undefined {
  const all = bills.get(number) ?? bills.get(normalText(number)) ?? [];
  const own = all.filter(({ kind }) => invoicedAs(kind)?.direction === direction);
  const [first, second] = own.length === 0 ? all : own;
  return second === undefined ? first : undefined;
}

function noteInvoicedParts({ bills }: InvoiceImportLookups, parts: Drafted['parts']): void {
  for (const { bill, amount } of parts) {
    const named = orRefuseMissing(bills.get(bill.number));
    named[named.indexOf(bill)] = { ...bill, invoiced: bill.invoiced.plus(amount) };
  }
}

/**
 * Builds the invoice of an imported row: the amount is spread over the named bills, whose uninvoiced rest is
 * left to later rows of the file.
 */
function draftedRow(
  row: ImportedInvoice,
  line: number,
  ground: InvoiceImportLookups,
  language: Context['language'],
): Drafted {
  const { partners, taken } = ground;
  const unread = (field: string, value: string) =>
    refuseWith('invoice.unread', { name: fieldLabel(language, 'invoices', field), value });
  const { number, direction, invoiceKind, invoiceDate, partnerName, remark = '' } = row;
  const idOf = (name: string) => partners.get(`${partnerTypeFromDirection(row)} ${name}`);
  const partnerId = idOf(partnerName) ?? idOf(normalText(partnerName));
  if (partnerId === undefined) return unread('partnerName', partnerName);
  const name = toInvoiceKey({ direction, number, partnerId });
  if (taken.has(name)) refuseWith('invoice.numberTaken', { number });
  const named = billNumbersOf(row).map(
    (one) => billNamed(ground, one, row) ?? unread('billNumbers', one),
  );
  const own = [...new Set(named)];
  const digits = invoiceDigits(own, ground.digits);
  const exact = (field: 'net' | 'tax') => decimal(exactMoney(row[field], digits, { field, line }));
  const [net, tax] = [exact('net'), exact('tax')];
  // SAFETY: the parts come from exactly these bills.
  const parts = spreadOver(net.plus(tax), own) as Drafted['parts'];
  const spent = own.find((bill) => !parts.some((part) => part.bill === bill));
  if (spent !== undefined) refuseWith('invoice.nothingLeft', { number: spent.number });
  const head = { direction, invoiceKind, number, invoiceDate, partnerId, remark };
  const invoice = { direction, partnerId, net, tax, parts, head };
  checkInvoice(invoice);
  taken.add(name);
  noteInvoicedParts(ground, parts);
  return invoice;
}

/** Imports a list of invoices, all or none; returns the faulty rows with reasons. */
export async function bringInvoices(
  context: Context,
  { rows: asked }: InputOf<typeof invoices.bring>,
): Promise<InvoiceImportReply> {
  const rows = asked.map(withPlainNumber);
  for (const { direction } of rows) requireInvoiceVisibility(context.scope, direction);
  const ground = await groundOf(context, rows);
  const drafts: Drafted[] = [];
  const faults: InvoiceImportReply['faults'] = [];
  for (const [at, row] of rows.entries())
    try {
      drafts.push(draftedRow(row, at + 1, ground, context.language));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      faults.push({ row: at + 1, message: sentenceOf(error, context.language, 'invoices') });
    }
  if (faults.length > 0) return { added: 0, importId: null, faults };
  const importId = await beginImport(context, drafts.length);
  await insertInvoices(context, drafts, importId);
  return { added: drafts.length, importId, faults: [] };
}

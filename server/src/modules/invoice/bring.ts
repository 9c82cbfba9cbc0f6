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
  found,
  grantedCustomers,
  refuse,
  sentenceOf,
  visibleDocuments,
} from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { exactMoney, ownMoney } from '../system/index.ts';
import { lockBills } from './bills.ts';
import type { LockedBill } from './bills.ts';
import { beginImport } from './imports.ts';
import { mustSee } from './rights.ts';
import { insertInvoices, nameOf } from './write.ts';
import type { Drafted, Head } from './write.ts';

type Reply = ReplyOf<typeof invoices.bring>;

/** What rows name, looked up and locked before any is checked. */
interface Ground {
  /** By type and name. */
  readonly partners: ReadonlyMap<string, string>;
  /** By number, which each kind counts for itself; what rows before have of a bill is noted in it. */
  readonly bills: ReadonlyMap<string, LockedBill[]>;
  readonly taken: Set<string>;
  /** Decimals of the company's own currency. */
  readonly digits: number;
}

const invoicedKinds = kindCodes.filter((kind) => invoicedAs(kind) !== null);

const billNumbersOf = ({ billNumbers = '' }: ImportedInvoice): string[] => [
  ...new Set(billNumbers.split(/[\s,，;；、]+/).filter((number) => number !== '')),
];
/** A row with its number in normal form (decision 0070). */
const withPlainNumber = (row: ImportedInvoice): ImportedInvoice => ({
  ...row,
  number: normalText(row.number),
});

const typeOf = ({ direction }: Pick<ImportedInvoice, 'direction'>): string =>
  direction === 'issued' ? 'customer' : 'supplier';

async function groundOf(context: Context, rows: readonly ImportedInvoice[]): Promise<Ground> {
  const { tx, tenantId, scope } = context;
  const partners = await sql<{ id: string; type: string; name: string }>`
    select id, type, name from partner
    where tenant_id = ${tenantId} and type = any(${rows.map(typeOf)}::text[])
      and normal_text(name) = any(${rows.map(({ partnerName }) => normalText(partnerName))}::text[])
      and removed_at is null and (type <> 'customer' or ${grantedCustomers(scope, 'id')})`.execute(
    tx,
  );
  // Older numbers were kept as typed.
  const numbers = rows.flatMap(billNumbersOf).flatMap((number) => [number, normalText(number)]);
  const named = await sql<{ id: string }>`
    select d.id from document d
    where d.tenant_id = ${tenantId} and d.number = any(${numbers}::text[]) and d.deleted_at is null
      and d.kind = any(${invoicedKinds}::text[]) and ${visibleDocuments(scope, 'd')}`.execute(tx);
  const locked = await lockBills(
    context,
    named.rows.map(({ id }) => id),
  );
  const taken = await sql<Pick<Head, 'direction' | 'number' | 'partnerId'>>`
    select direction, number, partner_id as "partnerId" from invoice
    where tenant_id = ${tenantId} and number = any(${rows.map(({ number }) => number)}::text[])
      and not (voided and direction = 'received')`.execute(tx);
  const { digits } = await ownMoney(context);
  return {
    // Two that were alike before stay two: each is found as it is called.
    partners: new Map([
      ...partners.rows.map(({ id, type, name }) => [`${type} ${normalText(name)}`, id] as const),
      ...partners.rows.map(({ id, type, name }) => [`${type} ${name}`, id] as const),
    ]),
    bills: Map.groupBy(locked, ({ number }) => number),
    taken: new Set(taken.rows.map(nameOf)),
    digits,
  };
}

/** The bill that a row names: the one of its direction, where there is one; undefined where several could be meant. */
function billNamed(
  { bills }: Ground,
  number: string,
  { direction }: Pick<ImportedInvoice, 'direction'>,
): LockedBill | undefined {
  const all = bills.get(number) ?? bills.get(normalText(number)) ?? [];
  const own = all.filter(({ kind }) => invoicedAs(kind)?.direction === direction);
  const [first, second] = own.length === 0 ? all : own;
  return second === undefined ? first : undefined;
}

/** Notes what a row has of its bills. */
function note({ bills }: Ground, parts: Drafted['parts']): void {
  for (const { bill, amount } of parts) {
    const named = found(bills.get(bill.number));
    named[named.indexOf(bill)] = { ...bill, invoiced: bill.invoiced.plus(amount) };
  }
}

/** An invoice of a row, spread over its bills; what it has of them is left to no row behind it. */
function draftedRow(
  row: ImportedInvoice,
  line: number,
  ground: Ground,
  language: Context['language'],
): Drafted {
  const { partners, taken } = ground;
  const unread = (field: string, value: string) =>
    refuse('invoice.unread', { name: fieldLabel(language, 'invoices', field), value });
  const { number, direction, invoiceKind, invoiceDate, partnerName, remark = '' } = row;
  const idOf = (name: string) => partners.get(`${typeOf(row)} ${name}`);
  const partnerId = idOf(partnerName) ?? idOf(normalText(partnerName));
  if (partnerId === undefined) return unread('partnerName', partnerName);
  const name = nameOf({ direction, number, partnerId });
  if (taken.has(name)) refuse('invoice.numberTaken', { number });
  const named = billNumbersOf(row).map(
    (one) => billNamed(ground, one, row) ?? unread('billNumbers', one),
  );
  const own = [...new Set(named)];
  const digits = invoiceDigits(own, ground.digits);
  const exact = (field: 'net' | 'tax') => decimal(exactMoney(row[field], digits, { field, line }));
  const [net, tax] = [exact('net'), exact('tax')];
  // SAFETY: what is spread is spread over these very bills.
  const parts = spreadOver(net.plus(tax), own) as Drafted['parts'];
  const spent = own.find((bill) => !parts.some((part) => part.bill === bill));
  if (spent !== undefined) refuse('invoice.nothingLeft', { number: spent.number });
  const head = { direction, invoiceKind, number, invoiceDate, partnerId, remark };
  const invoice = { direction, partnerId, net, tax, parts, head };
  checkInvoice(invoice);
  taken.add(name);
  note(ground, parts);
  return invoice;
}

/** Registers a list of invoices, all or none; answers what is wrong with which rows. */
export async function bringInvoices(
  context: Context,
  { rows: asked }: InputOf<typeof invoices.bring>,
): Promise<Reply> {
  const rows = asked.map(withPlainNumber);
  for (const { direction } of rows) mustSee(context.scope, direction);
  const ground = await groundOf(context, rows);
  const drafts: Drafted[] = [];
  const faults: Reply['faults'] = [];
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

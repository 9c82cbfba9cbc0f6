import type { InputOf, InvoiceFields, InvoiceInfo, ReplyOf, invoices } from '@tradehouse/contract';
import { checkInvoice, decimal, plain } from '@tradehouse/domain';
import type { Invoice, InvoiceDirection } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  found,
  given,
  idsOf,
  log,
  mayUseCustomer,
  refuse,
  refuseStale,
  sqlError,
  trimmed,
  visibleInvoices,
} from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { attachFiles } from '../file/index.ts';
import { asMoney } from '../system/index.ts';
import { billsOf, lockBills } from './bills.ts';
import type { LockedBill } from './bills.ts';
import { mustSee, seesInvoices } from './rights.ts';

type Saved = ReplyOf<typeof invoices.add>;

interface InvoiceRow {
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
type Head = Pick<
  InvoiceFields,
  'direction' | 'invoiceKind' | 'number' | 'invoiceDate' | 'partnerId' | 'remark'
>;

/** An invoice that holds, and the terms of its bills. */
export interface Drafted extends Invoice {
  readonly head: Head;
  readonly parts: readonly { readonly bill: LockedBill; readonly amount: Invoice['net'] }[];
}

/** Refuses a partner who is missing, not granted, or of the other side of the trade. */
export async function checkPartner(
  { tx, tenantId, scope }: Context,
  { direction, partnerId }: Pick<Head, 'direction' | 'partnerId'>,
): Promise<void> {
  const { rows } = await sql<{ type: string; name: string }>`
    select type, name from partner
    where tenant_id = ${tenantId} and id = ${partnerId} and removed_at is null`.execute(tx);
  const [partner] = rows;
  const at = { field: 'partnerId' };
  const hidden = partner?.type === 'customer' && !mayUseCustomer(scope, partnerId);
  if (partner === undefined || hidden) return refuse('record.missing', {}, at);
  const type = direction === 'issued' ? 'customer' : 'supplier';
  if (partner.type !== type) refuse('invoice.partnerType', { name: partner.name }, at);
}

/** Locks the bills of an invoice and checks it against them. */
async function drafted(
  context: Context,
  { net, tax, bills, ...head }: Omit<InvoiceFields, 'attachments'>,
  id?: string,
): Promise<Drafted> {
  mustSee(context.scope, head.direction);
  await checkPartner(context, head);
  const locked = await lockBills(
    context,
    bills.map(({ documentId }) => documentId),
    id,
  );
  const amounts = await asMoney(context, [net, tax, ...bills.map(({ amount }) => amount)]);
  const [netMoney, taxMoney, ...parts] = amounts.map((amount) => decimal(amount ?? '0'));
  const invoice = {
    direction: head.direction,
    partnerId: head.partnerId,
    net: found(netMoney),
    tax: found(taxMoney),
    parts: locked.map((bill, at) => ({ bill, amount: found(parts[at]) })),
    head,
  };
  checkInvoice(invoice);
  return invoice;
}

/** Its bills' currency and rate; without bills the company's own. */
async function termsOf(
  { tx, tenantId }: Context,
  { parts: [first] }: Drafted,
): Promise<{ readonly currency: string; readonly rate: string }> {
  if (first !== undefined) return { currency: first.bill.currency, rate: first.bill.exchangeRate };
  const { rows } = await sql<{ currency: string }>`
    select currency from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  return { currency: found(rows[0]).currency, rate: '1' };
}

/** Writes an invoice down; another of the same number, of the same supplier where it was received, refuses it, also one that is written at the same time. */
export async function insertInvoice(context: Context, invoice: Drafted): Promise<InvoiceRow> {
  const { tx, tenantId, scope } = context;
  const { head, net, tax } = invoice;
  const { currency, rate } = await termsOf(context, invoice);
  const { rows } = await sql<InvoiceRow>`
    insert into invoice (tenant_id, direction, kind, number, invoice_date, partner_id, currency, exchange_rate, net, tax,
      gross, remark, creator_id, institution_id)
    values (${tenantId}, ${head.direction}, ${head.invoiceKind}, ${head.number}, ${head.invoiceDate}, ${head.partnerId},
      ${currency}, ${rate}, ${plain(net)}, ${plain(tax)}, ${plain(net.plus(tax))}, ${head.remark ?? ''}, ${scope.userId},
      ${scope.institutionId})
    on conflict do nothing returning *`.execute(tx);
  const [row] = rows;
  if (row === undefined) return refuse('invoice.numberTaken', { number: head.number }, ofNumber);
  await writeParts(context, row.id, invoice);
  log(context, { ...subjectOf(row), action: 'add', after: loggedOf(row, invoice) });
  return row;
}

const ofNumber = { field: 'number' };

async function writeParts(
  { tx, tenantId }: Context,
  id: string,
  { parts }: Drafted,
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ bill, amount }) => ({ bill: bill.id, amount: plain(amount) }));
  await sql`
    insert into invoice_bill (tenant_id, invoice_id, document_id, amount)
    select ${tenantId}::bigint, ${id}::bigint, given.bill, given.amount
    from ${given(rows, 'bill bigint, amount numeric')} returning document_id`.execute(tx);
}

const subjectOf = ({ id, number }: Pick<InvoiceRow, 'id' | 'number'>) => ({
  subject: 'invoice' as const,
  subjectId: id,
  number,
});

const loggedOf = (row: InvoiceRow, { parts }: Drafted) => ({
  ...row,
  bills: parts.map(({ bill, amount }) => `${bill.number}: ${plain(amount)}`),
});

export async function addInvoice(
  context: Context,
  { attachments = [], ...fields }: InvoiceFields,
): Promise<Saved> {
  const row = await insertInvoice(context, await drafted(context, fields));
  await attachFiles(context, { sort: 'invoice', id: row.id }, attachments, 'attachments');
  return { id: row.id, version: row.version };
}

/** The invoices, locked in one fixed order; one that is missing or hidden refuses them all. */
async function locked(context: Context, ids: readonly string[]): Promise<readonly InvoiceRow[]> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<InvoiceRow>`
    select v.* from invoice v
    where v.tenant_id = ${tenantId} and v.id = any(${ids}::bigint[]) and ${visibleInvoices(scope, 'v')}
    order by v.id for update of v`.execute(tx);
  if (rows.length < ids.length || rows.length === 0) refuse('record.missing');
  for (const { direction, voided, number } of rows) {
    mustSee(scope, direction);
    if (voided) refuse('invoice.voided', { number });
  }
  return rows;
}

/** Changes an invoice that is not void. */
export async function updateInvoice(
  context: Context,
  { id, version, attachments, ...fields }: InputOf<typeof invoices.update>,
): Promise<Saved> {
  const { tx, tenantId } = context;
  const before = found((await locked(context, [id]))[0]);
  if (before.version !== version) await refuseStale(context, 'invoice', id, before.version);
  const invoice = await drafted(context, fields, id);
  const after = await rewritten(context, id, invoice);
  await sql`
    delete from invoice_bill where tenant_id = ${tenantId} and invoice_id = ${id}`.execute(tx);
  await writeParts(context, id, invoice);
  if (attachments !== undefined)
    await attachFiles(context, { sort: 'invoice', id }, attachments, 'attachments');
  log(context, { ...subjectOf(after), action: 'update', before, after: loggedOf(after, invoice) });
  return { id, version: after.version };
}

async function rewritten(context: Context, id: string, invoice: Drafted): Promise<InvoiceRow> {
  const { tx, tenantId } = context;
  const { head, net, tax } = invoice;
  const { currency, rate } = await termsOf(context, invoice);
  try {
    const { rows } = await sql<InvoiceRow>`
      update invoice set direction = ${head.direction}, kind = ${head.invoiceKind}, number = ${head.number},
        invoice_date = ${head.invoiceDate}, partner_id = ${head.partnerId}, currency = ${currency}, exchange_rate = ${rate},
        net = ${plain(net)}, tax = ${plain(tax)}, gross = ${plain(net.plus(tax))}, remark = ${head.remark ?? ''},
        version = version + 1
      where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx);
    return found(rows[0]);
  } catch (error) {
    if (sqlError(error)?.constraint !== 'invoice__number_once') throw error;
    return refuse('invoice.numberTaken', { number: head.number }, ofNumber);
  }
}

/** Voids invoices, all or none: their rows and numbers stay, and their bills can be invoiced again. */
export async function voidInvoices(
  context: Context,
  { ids, reason }: InputOf<typeof invoices.voidBatch>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const before = await locked(context, idsOf(ids));
  const { rows } = await sql<InvoiceRow>`
    update invoice set voided = true, void_reason = ${reason}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${before.map(({ id }) => id)}::bigint[]) returning *`.execute(
    tx,
  );
  for (const row of before) {
    const after = found(rows.find(({ id }) => id === row.id));
    log(context, { ...subjectOf(row), action: 'void', before: row, after });
  }
  return { changed: rows.length };
}

/** An invoice as its form shows it; anyone who may not see all of its bills does not find it. */
export async function invoiceInfo(context: Context, id: string): Promise<InvoiceInfo> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<InvoiceRow & { partner: string; creator: string }>`
    select v.*, v.invoice_date::text as invoice_date,
      (select x.name from partner x where x.tenant_id = ${tenantId} and x.id = v.partner_id) as partner,
      (select x.name from app_user x where x.tenant_id = ${tenantId} and x.id = v.creator_id) as creator
    from invoice v
    where v.tenant_id = ${tenantId} and v.id = ${id} and ${visibleInvoices(scope, 'v')}`.execute(
    tx,
  );
  const row = found(rows[0]);
  const sees = seesInvoices(scope, row.direction);
  const shown = (amount: string) => (sees ? trimmed(amount) : null);
  const files = await sql<{ id: string; name: string }>`
    select id, name from stored_file
    where tenant_id = ${tenantId} and owner = 'invoice' and owner_id = ${id} order by position`.execute(
    tx,
  );
  return {
    id: row.id,
    version: row.version,
    direction: row.direction,
    invoiceKind: row.kind,
    number: row.number,
    invoiceDate: row.invoice_date,
    partnerId: row.partner_id,
    partnerName: row.partner,
    currency: row.currency,
    net: shown(row.net),
    tax: shown(row.tax),
    gross: shown(row.gross),
    status: row.voided ? '1' : '0',
    voidReason: row.void_reason,
    remark: row.remark,
    creatorName: row.creator,
    attachments: files.rows,
    bills: await billsOf(context, id, sees),
  };
}

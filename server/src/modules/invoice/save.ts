import type { InputOf, InvoiceFields, ReplyOf, invoices } from '@tradehouse/contract';
import { checkInvoice, decimal, invoiceDigits, normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  mayUseCustomer,
  refuseWith,
  visibleInvoices,
} from '../../kernel/access/index.ts';
import { idsFromList } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { attachFiles } from '../file/index.ts';
import { exactMoney, ownMoney } from '../system/index.ts';
import { lockBills } from './bills.ts';
import { requireInvoiceVisibility } from './rights.ts';
import { insertInvoices, loggedOf, rewriteInvoice, toInvoiceLogSubject } from './write.ts';
import type { Drafted, InvoiceHead, InvoiceRow } from './write.ts';

type SavedInvoice = ReplyOf<typeof invoices.add>;

/** Refuses a missing, ungranted or wrong-side partner. */
export async function checkInvoicePartner(
  { tx, tenantId, scope }: Context,
  { direction, partnerId }: Pick<InvoiceHead, 'direction' | 'partnerId'>,
): Promise<void> {
  const { rows } = await sql<{ type: string; name: string }>`
    select type, name from partner
    where tenant_id = ${tenantId} and id = ${partnerId} and removed_at is null`.execute(tx);
  const [partner] = rows;
  const at = { field: 'partnerId' };
  const hidden = partner?.type === 'customer' && !mayUseCustomer(scope, partnerId);
  if (partner === undefined || hidden) return refuseWith('record.missing', {}, at);
  const type = direction === 'issued' ? 'customer' : 'supplier';
  if (partner.type !== type) refuseWith('invoice.partnerType', { name: partner.name }, at);
}

async function draftInvoice(
  context: Context,
  { net, tax, bills, ...fields }: Omit<InvoiceFields, 'attachments'>,
  id?: string,
): Promise<Drafted> {
  const head = { ...fields, number: normalText(fields.number) };
  requireInvoiceVisibility(context.scope, head.direction);
  await checkInvoicePartner(context, head);
  const locked = await lockBills(
    context,
    bills.map(({ documentId }) => documentId),
    id,
  );
  const digits = invoiceDigits(locked, (await ownMoney(context)).digits);
  const money = (amount: string, field: string, line?: number) =>
    decimal(exactMoney(amount, digits, { field, ...(line !== undefined && { line }) }));
  const invoice = {
    direction: head.direction,
    partnerId: head.partnerId,
    net: money(net, 'net'),
    tax: money(tax, 'tax'),
    parts: locked.map((bill, at) => ({
      bill,
      amount: money(orRefuseMissing(bills[at]).amount, 'bills', at + 1),
    })),
    head,
  };
  checkInvoice(invoice);
  return invoice;
}

export async function addInvoice(
  context: Context,
  { attachments = [], ...fields }: InvoiceFields,
): Promise<SavedInvoice> {
  const row = orRefuseMissing(
    (await insertInvoices(context, [await draftInvoice(context, fields)]))[0],
  );
  await attachFiles(context, { sort: 'invoice', id: row.id }, attachments, 'attachments');
  return { id: row.id, version: row.version };
}

/** Locks invoices in a fixed order; a missing or hidden one refuses all. */
async function lockInvoices(
  context: Context,
  ids: readonly string[],
): Promise<readonly InvoiceRow[]> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<InvoiceRow>`
    select v.* from invoice v
    where v.tenant_id = ${tenantId} and v.id = any(${ids}::bigint[]) and ${visibleInvoices(scope, 'v')}
    order by v.id for update of v`.execute(tx);
  if (rows.length < ids.length || rows.length === 0) refuseWith('record.missing');
  for (const { direction, voided, number } of rows) {
    requireInvoiceVisibility(scope, direction);
    if (voided) refuseWith('invoice.voided', { number });
  }
  return rows;
}

export async function updateInvoice(
  context: Context,
  { id, version, attachments, ...fields }: InputOf<typeof invoices.update>,
): Promise<SavedInvoice> {
  const before = orRefuseMissing((await lockInvoices(context, [id]))[0]);
  if (before.version !== version) await refuseStale(context, 'invoice', id, before.version);
  const invoice = await draftInvoice(context, fields, id);
  const after = await rewriteInvoice(context, id, invoice);
  if (attachments !== undefined)
    await attachFiles(context, { sort: 'invoice', id }, attachments, 'attachments');
  logChange(context, {
    ...toInvoiceLogSubject(after),
    action: 'update',
    before,
    after: loggedOf(after, invoice),
  });
  return { id, version: after.version };
}

/** Voids invoices, all or none: their rows and numbers stay, and their bills can be invoiced again. */
export async function voidInvoices(
  context: Context,
  { ids, reason }: InputOf<typeof invoices.voidBatch>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const before = await lockInvoices(context, idsFromList(ids));
  const { rows } = await sql<InvoiceRow>`
    update invoice set voided = true, void_reason = ${reason}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${before.map(({ id }) => id)}::bigint[]) returning *`.execute(
    tx,
  );
  for (const row of before) {
    const after = orRefuseMissing(rows.find(({ id }) => id === row.id));
    logChange(context, { ...toInvoiceLogSubject(row), action: 'void', before: row, after });
  }
  return { changed: rows.length };
}

import type { InvoiceInfo } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, visibleInvoices } from '../../kernel/access/index.ts';
import { trimTrailingZeros } from '../../kernel/table/index.ts';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { readInvoiceParts, shownPart } from './bills.ts';
import { seesInvoices } from './rights.ts';
import type { InvoiceRow } from './write.ts';

/** Reads an invoice for the form; missing unless every bill is visible. */
export async function invoiceInfo(context: Context, id: string): Promise<InvoiceInfo> {
  const { scope } = context;
  const [head, attachments, parts] = await runTogether([
    readInvoiceHead(context, id),
    filesOf(context, id),
    readInvoiceParts(context, id),
  ]);
  const row = orRefuseMissing(head);
  const sees = seesInvoices(scope, row.direction);
  const shown = (amount: string) => (sees ? trimTrailingZeros(amount) : null);
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
    attachments,
    bills: parts.map((part) => shownPart(part, sees)),
  };
}

async function readInvoiceHead(
  { tx, tenantId, scope }: Context,
  id: string,
): Promise<(InvoiceRow & { readonly partner: string; readonly creator: string }) | undefined> {
  const { rows } = await sql<InvoiceRow & { partner: string; creator: string }>`
    select v.*, v.invoice_date::text as invoice_date,
      (select x.name from partner x where x.tenant_id = ${tenantId} and x.id = v.partner_id) as partner,
      (select x.name from app_user x where x.tenant_id = ${tenantId} and x.id = v.creator_id) as creator
    from invoice v
    where v.tenant_id = ${tenantId} and v.id = ${id} and ${visibleInvoices(scope, 'v')}`.execute(
    tx,
  );
  return rows[0];
}

async function filesOf({ tx, tenantId }: Context, id: string): Promise<InvoiceInfo['attachments']> {
  const { rows } = await sql<InvoiceInfo['attachments'][number]>`
    select id, name from stored_file
    where tenant_id = ${tenantId} and owner = 'invoice' and owner_id = ${id} order by position`.execute(
    tx,
  );
  return rows;
}

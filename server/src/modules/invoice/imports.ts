import type { ReplyOf, invoices } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith, visibleInvoices } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { dropFiles } from '../file/index.ts';
import { requireInvoiceVisibility } from './rights.ts';
import { toInvoiceLogSubject } from './write.ts';
import type { InvoiceRow } from './write.ts';

/** Records an import; returns the id for the invoices. */
export async function beginImport(
  { tx, tenantId, scope }: Context,
  count: number,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into invoice_import (tenant_id, user_id, invoices)
    values (${tenantId}, ${scope.userId}, ${count}) returning id`.execute(tx);
  return orRefuseMissing(rows[0]).id;
}

/** Reads the caller's last import, unless undone. */
export async function readLastInvoiceImport({
  tx,
  tenantId,
  scope,
}: Context): Promise<ReplyOf<typeof invoices.lastImport>> {
  const { rows } = await sql<{ id: string; invoices: number; at: Date | string; undone: boolean }>`
    select id, invoices, created_at as at, undone_at is not null as undone from invoice_import
    where tenant_id = ${tenantId} and user_id = ${scope.userId} order by id desc limit 1`.execute(
    tx,
  );
  const [last] = rows;
  if (last === undefined || last.undone) return null;
  return { id: last.id, invoices: last.invoices, createTime: new Date(last.at).toISOString() };
}

/** Undoes the caller's import, whole; refuses if an invoice changed since or is invisible. */
export async function undoImport(
  context: Context,
  { id }: { readonly id: string },
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const { rows: own } = await sql<{ invoices: number; undone: boolean }>`
    select invoices, undone_at is not null as undone from invoice_import
    where tenant_id = ${tenantId} and id = ${id} and user_id = ${scope.userId} for update`.execute(
    tx,
  );
  const { invoices: count, undone } = orRefuseMissing(own[0]);
  if (undone) refuseWith('record.missing');
  const { rows } = await sql<InvoiceRow>`
    select v.* from invoice v
    where v.tenant_id = ${tenantId} and v.import_id = ${id} and ${visibleInvoices(scope, 'v')}
    order by v.id for update of v`.execute(tx);
  if (rows.length < count) refuseWith('record.missing');
  for (const { direction, number, version } of rows) {
    requireInvoiceVisibility(scope, direction);
    if (version > 1) refuseWith('sheet.undoChanged', { name: number });
  }
  const ids = rows.map((row) => row.id);
  await dropFiles(context, 'invoice', ids);
  // Invoice parts are deleted by cascade.
  await sql`delete from invoice where tenant_id = ${tenantId} and import_id = ${id}`.execute(tx);
  await sql`
    update invoice_import set undone_at = now() where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
  for (const row of rows)
    logChange(context, { ...toInvoiceLogSubject(row), action: 'delete', before: row });
  return { changed: rows.length };
}

import { gradingPage, invoicePage, trackPage } from '@tradehouse/contract';
import type { InputOf, storedFile } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  mayOpen,
  refuseWith,
  visibleDocuments,
  visibleInvoices,
} from '../../kernel/access/index.ts';
import { exportLists } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import type { FileReply } from '../../kernel/http/index.ts';
import { reachFromScope, stillReaches } from './reach.ts';
import type { Reach } from './reach.ts';

interface StoredFileRow {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly reach: Reach | null;
}

/** Reads a visible file; others count like missing. */
export async function fileShown(
  { tx, tenantId, scope }: Context,
  { id, mini = false }: InputOf<typeof storedFile>,
): Promise<FileReply> {
  const { rows } = await sql<StoredFileRow>`
    select file.name, file.reach,
      ${mini ? sql`'image/webp'` : sql`file.type`} as type,
      ${mini ? sql`file.thumbnail` : sql`file.bytes`} as bytes
    from stored_file as file
    where file.tenant_id = ${tenantId} and file.id = ${id} and ${isFileVisibleSql(tenantId, scope)}
      ${mini ? sql`and file.thumbnail is not null` : sql``}`.execute(tx);
  const { name, type, bytes, reach } = orRefuseMissing(rows[0]);
  // The file contains data hidden since, and counts like missing.
  if (reach !== null && !stillReaches(reachFromScope(scope), reach)) refuseWith('record.missing');
  return { name, type, body: bytes };
}

/**
 * Visibility: product, brand and user files for colleagues; labels with the shipment; document and tally
 * files with the document; grading files for graders of the warehouse; unattached files for the uploader. Scheduled files are for
 * recipients with the message who may export the list.
 */
const isFileVisibleSql = (tenantId: string, scope: Scope): RawBuilder<boolean> => sql<boolean>`(
  file.owner in ('product', 'brand', 'user')
  or (file.owner is null and file.creator_id = ${scope.userId})
  or (file.owner = 'schedule' and file.owner_id = ${scope.userId} and file.list = any(${exportLists(scope)}::text[])
    and exists (
      select from message as m
      where m.tenant_id = ${tenantId} and m.user_id = ${scope.userId} and m.open_type = 'file'
        and m.subject_id = file.id::text))
  or (file.owner = 'invoice' and ${mayOpen(scope, invoicePage)} and exists (
    select from invoice as v
    where v.tenant_id = ${tenantId} and v.id = file.owner_id and ${visibleInvoices(scope, 'v')}))
  or (file.owner = 'shipment' and ${mayOpen(scope, trackPage)} and exists (
    select from logistics_order as o
    join document as d on d.tenant_id = ${tenantId} and d.id = o.document_id
    where o.tenant_id = ${tenantId} and o.id = file.owner_id and d.deleted_at is null
      and ${visibleDocuments(scope, 'd')}))
  or (file.owner = 'document' and ${mayOpen(scope, gradingPage)} and exists (
    select from document as d
    where d.tenant_id = ${tenantId} and d.id = file.owner_id and d.deleted_at is null and d.kind = 'regrade'
      and (${scope.warehouseIds === null} or d.warehouse_ids <@ ${scope.warehouseIds ?? []}::bigint[])))
  or (file.owner in ('document', 'tally') and exists (
    select from document as d
    where d.tenant_id = ${tenantId} and d.id = file.owner_id and d.deleted_at is null
      and d.kind = any(${listOpenableKinds(scope)}::text[]) and ${visibleDocuments(scope, 'd')})))`;

const listOpenableKinds = (scope: Scope): string[] =>
  kindCodes.filter((kind) => mayOpen(scope, documentKinds[kind].url ?? ''));

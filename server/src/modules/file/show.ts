import { gradingPage, invoicePage } from '@tradehouse/contract';
import type { InputOf, storedFile } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  exportLists,
  found,
  mayOpen,
  refuse,
  visibleDocuments,
  visibleInvoices,
} from '../../kernel/index.ts';
import type { Context, FileReply, Scope } from '../../kernel/index.ts';
import { reachOf, stillReaches } from './reach.ts';
import type { Reach } from './reach.ts';

interface Row {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly reach: Reach | null;
}

/** A file whose record this user may see; another answers as if it were not there. */
export async function fileShown(
  { tx, tenantId, scope }: Context,
  { id, mini = false }: InputOf<typeof storedFile>,
): Promise<FileReply> {
  const { rows } = await sql<Row>`
    select file.name, file.reach,
      ${mini ? sql`'image/webp'` : sql`file.type`} as type,
      ${mini ? sql`file.thumbnail` : sql`file.bytes`} as bytes
    from stored_file as file
    where file.tenant_id = ${tenantId} and file.id = ${id} and ${isShown(tenantId, scope)}
      ${mini ? sql`and file.thumbnail is not null` : sql``}`.execute(tx);
  const { name, type, bytes, reach } = found(rows[0]);
  // A file keeps what was hidden or narrowed since: it is refused like one that is not there.
  if (reach !== null && !stillReaches(reachOf(scope), reach)) refuse('record.missing');
  return { name, type, body: bytes };
}

/**
 * Anyone who works here sees products and colleagues; a document's papers, and the photos of an order's tally, are seen with the
 * document, those of a grading by who may grade where it was, and what hangs nowhere by its bringer. What was sent by the clock is
 * for the one who got it, as long as they have the message and may take that list along.
 */
const isShown = (tenantId: string, scope: Scope): RawBuilder<boolean> => sql<boolean>`(
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
  or (file.owner = 'document' and ${mayOpen(scope, gradingPage)} and exists (
    select from document as d
    where d.tenant_id = ${tenantId} and d.id = file.owner_id and d.deleted_at is null and d.kind = 'regrade'
      and (${scope.warehouseIds === null} or d.warehouse_ids <@ ${scope.warehouseIds ?? []}::bigint[])))
  or (file.owner in ('document', 'tally') and exists (
    select from document as d
    where d.tenant_id = ${tenantId} and d.id = file.owner_id and d.deleted_at is null
      and d.kind = any(${openKinds(scope)}::text[]) and ${visibleDocuments(scope, 'd')})))`;

const openKinds = (scope: Scope): string[] =>
  kindCodes.filter((kind) => mayOpen(scope, documentKinds[kind].url ?? ''));

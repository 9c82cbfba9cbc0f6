// How far goods are made ready for their customer: asked in SQL of the document whose id is `id`, and taken back where they
// are others now.
import { documentKinds, plain } from '@tradehouse/domain';
import type { Document, GoodsLine } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';

type Tenant = Context['tenantId'];

/** Everything of the order is picked and packed. */
export const packed = (tenantId: Tenant, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from delivery v where v.tenant_id = ${tenantId} and v.document_id = ${id} and v.packed)`;

/** Goods that were bought for the order have left: their order has a tracking number, or freight. */
export const coming = (tenantId: Tenant, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from document_link k
    join document o on o.tenant_id = ${tenantId} and o.id = k.target_document_id
    where k.tenant_id = ${tenantId} and k.source_document_id = ${id} and o.kind = 'purchaseOrder'
      and o.approval = 'approved' and o.deleted_at is null and not o.closed and o.progress <> 'complete'
      and (o.external_tracking <> '' or ${hasFreight(tenantId, sql.ref('o.id'), sql`true`)}))`;

/** What the order's own freight comes to was accepted. */
export const freighted = (tenantId: Tenant, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  hasFreight(tenantId, id, sql`f.confirmed_at is not null`);

/** Freight of the document, as far as the test holds for it. */
export const hasFreight = (
  tenantId: Tenant,
  id: RawBuilder<unknown>,
  that: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from freight_info f
    where f.tenant_id = ${tenantId} and f.document_id = ${id} and not f.cancelled and ${that})`;

/** Goods that were bought for the order are being sorted. */
export const tallying = (tenantId: Tenant, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from document_link k
    join tally t on t.tenant_id = ${tenantId} and t.document_id = k.target_document_id
    join document o on o.tenant_id = ${tenantId} and o.id = t.document_id
    where k.tenant_id = ${tenantId} and k.source_document_id = ${id} and o.deleted_at is null and not o.closed)`;

/** What sorts goods where they are picked. */
const asPicked = ({ line, skuId, ratio, quantity }: GoodsLine): string =>
  [line, skuId, plain(ratio), plain(quantity)].join(' ');

/**
 * Goods of a document that were picked and are others now, or not so many, are to be picked again; nothing is packed
 * then.
 */
export async function pickAgain(
  context: Context,
  before: Document | null,
  after: Document,
): Promise<void> {
  const { tx, tenantId } = context;
  const { handling } = documentKinds[after.kind];
  if (before === null || (handling !== 'pack' && handling !== 'ship')) return;
  const kept = new Set(after.goodsLines.map(asPicked));
  const lines = before.goodsLines.filter((line) => !kept.has(asPicked(line)));
  if (lines.length === 0 && before.goodsLines.length === after.goodsLines.length) return;
  await together([
    sql`delete from delivery_pick where tenant_id = ${tenantId} and document_id = ${after.id}
      and line = any(${lines.map(({ line }) => line)}::int[])`.execute(tx),
    unpack(context, after.id),
  ]);
}

/** What is made ready of a document is not packed any more. */
export async function unpack({ tx, tenantId }: Context, id: string): Promise<void> {
  await sql`
    update delivery set packed = false, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and document_id = ${id} and packed`.execute(tx);
}

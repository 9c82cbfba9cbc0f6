// Readiness of a customer's goods: conditions on document `id` in SQL, and resets after changes.
import { documentKinds, toPlainDecimal } from '@tradehouse/domain';
import type { Document, GoodsLine } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

type TenantId = Context['tenantId'];

/** Everything of the order is picked and packed. */
export const isPackedSql = (tenantId: TenantId, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from delivery v where v.tenant_id = ${tenantId} and v.document_id = ${id} and v.packed)`;

/** Goods bought for the order are in transit: tracking number or freight on the purchase order. */
export const isArrivingSql = (tenantId: TenantId, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from document_link k
    join document o on o.tenant_id = ${tenantId} and o.id = k.target_document_id
    where k.tenant_id = ${tenantId} and k.source_document_id = ${id} and o.kind = 'purchaseOrder'
      and o.approval = 'approved' and o.deleted_at is null and not o.closed and o.progress <> 'complete'
      and (o.external_tracking <> '' or ${hasFreight(tenantId, sql.ref('o.id'), sql`true`)}))`;

/** The order's own freight is confirmed. */
export const isFreightConfirmedSql = (
  tenantId: TenantId,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> => hasFreight(tenantId, id, sql`f.confirmed_at is not null`);

/** Document has freight matching the condition. */
export const hasFreight = (
  tenantId: TenantId,
  id: RawBuilder<unknown>,
  that: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from freight_info f
    where f.tenant_id = ${tenantId} and f.document_id = ${id} and not f.cancelled and ${that})`;

/** Purchased goods of the order are being tallied. */
export const isBeingTalliedSql = (
  tenantId: TenantId,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from document_link k
    join tally t on t.tenant_id = ${tenantId} and t.document_id = k.target_document_id
    join document o on o.tenant_id = ${tenantId} and o.id = t.document_id
    where k.tenant_id = ${tenantId} and k.source_document_id = ${id} and o.deleted_at is null and not o.closed)`;

/** Key of a line for picking. */
const asPicked = ({ line, skuId, ratio, quantity }: GoodsLine): string =>
  [line, skuId, toPlainDecimal(ratio), toPlainDecimal(quantity)].join(' ');

/** Deletes picks of changed goods or quantities, and unpacks the document. */
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
  await runTogether([
    sql`delete from delivery_pick where tenant_id = ${tenantId} and document_id = ${after.id}
      and line = any(${lines.map(({ line }) => line)}::int[])`.execute(tx),
    unpackDelivery(context, after.id),
  ]);
}

export async function unpackDelivery({ tx, tenantId }: Context, id: string): Promise<void> {
  await sql`
    update delivery set packed = false, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and document_id = ${id} and packed`.execute(tx);
}

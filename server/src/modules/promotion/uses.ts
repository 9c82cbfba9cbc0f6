import { toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** Replaces the uses of a document. Runs in the transaction that writes the document. */
export async function recordUses(
  { tx, tenantId }: Context,
  { documentId, partnerId }: { readonly documentId: string; readonly partnerId: string | null },
  uses: ReadonlyMap<string, Decimal>,
): Promise<void> {
  await sql`
    delete from promotion_use where tenant_id = ${tenantId} and document_id = ${documentId}`.execute(
    tx,
  );
  if (uses.size === 0) return;
  const rows = [...uses].map(([promotion_id, count]) => ({
    promotion_id,
    uses: toPlainDecimal(count),
  }));
  await sql`
    insert into promotion_use (tenant_id, document_id, partner_id, promotion_id, uses)
    select ${tenantId}::bigint, ${documentId}::bigint, ${partnerId}::bigint, given.*
    from ${rowsAsTable(rows, 'promotion_id bigint, uses numeric')}
    returning promotion_id`.execute(tx);
}

/**
 * Keeps the uses of a changed document for promotions that its lines still name, with its customer, and
 * deletes the others.
 */
export async function keepUses(
  { tx, tenantId }: Context,
  { id, partnerId, goodsLines }: Pick<Document, 'id' | 'partnerId' | 'goodsLines'>,
): Promise<void> {
  const named = goodsLines.map(({ promotions = '' }) => `, ${promotions},`);
  await sql`
    delete from promotion_use u
    where u.tenant_id = ${tenantId} and u.document_id = ${id} and not exists (
      select from unnest(${named}::text[]) as line(names)
      join promotion p on p.tenant_id = ${tenantId} and p.id = u.promotion_id
      where position(', ' || p.name || ',' in line.names) > 0)`.execute(tx);
  await sql`
    update promotion_use set partner_id = ${partnerId}
    where tenant_id = ${tenantId} and document_id = ${id}
      and partner_id is distinct from ${partnerId}::bigint`.execute(tx);
}

/** Documents with uses possibly counted again after a change. */
export interface RegainedUses {
  /** Documents with fewer returns, reopened, or with another customer. */
  readonly documentIds: readonly string[];
  /** Orders with more deliveries; only completed orders count again. */
  readonly deliveredIds: readonly string[];
}

/**
 * Refuses to count given back uses again, if the customer used the promotion meanwhile and
 * exceeds the limit. Runs after the change is written; promotions are held until the commit, like in a sale.
 */
export async function checkRegainedUses(
  { tx, tenantId }: Context,
  { documentIds, deliveredIds }: RegainedUses,
): Promise<void> {
  if (documentIds.length + deliveredIds.length === 0) return;
  const { rows: regained } = await sql<{ promotion: string; customer: string; document: string }>`
    select u.promotion_id as promotion, u.partner_id as customer, u.document_id as document
    from promotion_use u
    join promotion p on p.tenant_id = ${tenantId} and p.id = u.promotion_id and p.most_per_customer > 0
    join document d on d.tenant_id = ${tenantId} and d.id = u.document_id
    where u.tenant_id = ${tenantId} and u.partner_id is not null and (
      u.document_id = any(${documentIds}::bigint[])
      or u.document_id in (
        select k.source_document_id from document_link k
        where k.tenant_id = ${tenantId} and k.target_document_id = any(${documentIds}::bigint[]))
      or (d.closed and u.document_id = any(${deliveredIds}::bigint[])))`.execute(tx);
  if (regained.length === 0) return;
  const promotionIds = regained.map(({ promotion }) => promotion);
  await sql`
    select from promotion where tenant_id = ${tenantId} and id = any(${promotionIds}::bigint[])
    order by id for update`.execute(tx);
  const own = regained.map(({ document }) => document);
  const columns = 'promotion bigint, customer bigint, document bigint';
  const customer = sql`given.customer`;
  const { rows: over } = await sql`
    select from ${rowsAsTable(regained, columns)}
    join promotion p on p.tenant_id = ${tenantId} and p.id = given.promotion
    where ${usesOfCustomerSql(tenantId, customer, [])} > p.most_per_customer
      and ${usesOfCustomerSql(tenantId, customer, own)} > 0
    limit 1`.execute(tx);
  if (over.length > 0) refuseWith('promotion.usedAgain');
}

/**
 * Selects a customer's uses of promotion `p`. Documents that are deleted, cancelled or returned as a whole,
 * and orders completed without a delivery, give their uses back.
 *
 * @param except documents whose uses do not count
 */
export const usesOfCustomerSql = (
  tenantId: string,
  customerId: string | RawBuilder<unknown>,
  except: readonly string[],
): RawBuilder<unknown> => sql`(
  select coalesce(sum(u.uses), 0) from promotion_use u
  join document d on d.tenant_id = ${tenantId} and d.id = u.document_id and d.deleted_at is null
    and coalesce(d.cancel_reason, '') = ''
  where u.tenant_id = ${tenantId} and u.promotion_id = p.id and u.partner_id = ${customerId}
    and u.document_id <> all(${except}::bigint[]) and exists (
      select from document_line l
      where l.tenant_id = ${tenantId} and l.document_id = u.document_id and l.promotions <> ''
        and case when d.closed and d.kind = 'saleOrder' then ${deliveredSql(tenantId)}
          else l.base_quantity end
          > ${returnedSql(tenantId)}))`;

/** Selects the delivered quantity of line `l` of an order. */
const deliveredSql = (tenantId: string): RawBuilder<unknown> => sql`(
  select coalesce(sum(sent.quantity), 0) from document_link sent
  join document s on s.tenant_id = ${tenantId} and s.id = sent.target_document_id and s.in_force
    and s.kind in ('saleOut', 'retailOut')
  where sent.tenant_id = ${tenantId} and sent.source_document_id = l.document_id
    and sent.source_line = l.line)`;

/** Selects the returned quantity of line `l`: of the line itself, and of its deliveries. */
const returnedSql = (tenantId: string): RawBuilder<unknown> => sql`(
  select coalesce(sum(back.quantity), 0) from document_link back
  join document r on r.tenant_id = ${tenantId} and r.id = back.target_document_id and r.in_force
    and r.kind in ('saleBack', 'retailBack')
  where back.tenant_id = ${tenantId} and (
    (back.source_document_id = l.document_id and back.source_line = l.line) or exists (
      select from document_link sent
      where sent.tenant_id = ${tenantId} and sent.source_document_id = l.document_id
        and sent.source_line = l.line and sent.target_document_id = back.source_document_id
        and sent.target_line = back.source_line)))`;

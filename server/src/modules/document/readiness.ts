// How far goods of a sales order are made ready, asked in SQL of the document whose id is `id`.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/context.ts';

type Tenant = Context['tenantId'];

/** Everything of the order is picked and packed. */
export const packed = (tenantId: Tenant, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from delivery v where v.tenant_id = ${tenantId} and v.document_id = ${id} and v.packed)`;

/** Goods that were bought for the order are being told apart. */
export const tallying = (tenantId: Tenant, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from document_link k
    join tally t on t.tenant_id = ${tenantId} and t.document_id = k.target_document_id
    join document o on o.tenant_id = ${tenantId} and o.id = t.document_id
    where k.tenant_id = ${tenantId} and k.source_document_id = ${id} and o.deleted_at is null and not o.closed)`;

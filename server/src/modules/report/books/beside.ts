// Looked-up columns of report rows, beside computed columns: the document, the line, and visibility.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context, Scope } from '../../../kernel/access/index.ts';

type BookLookupSql = RawBuilder<unknown>;

/** Value of a row's `document` for readers with access; null otherwise. */
export const ofVisible = (scope: Scope) => (value: BookLookupSql) =>
  sql`case when ${visibleDocuments(scope, 'document')} then ${value} end`;

/** Joins a row's `document` and the document's partner. */
export const paperJoins = (tenantId: string): BookLookupSql => sql`
  left join document on document.tenant_id = ${tenantId} and document.id = "row".document_id
  left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id`;

/** Joins a row's `line` and the line's goods. */
export const lineJoins = (tenantId: string): BookLookupSql => sql`
  left join document_line as line
    on line.tenant_id = ${tenantId} and line.document_id = "row".document_id and line.line = "row".line
  left join sku on sku.tenant_id = ${tenantId} and sku.id = "row".sku_id
  left join product on product.tenant_id = ${tenantId} and product.id = sku.product_id`;

/** Document columns of book rows. */
export const paperBeside = (tenantId: string) => ({
  by: ['document_id'],
  joins: paperJoins(tenantId),
  columns: {
    documentId: sql`document.id`,
    number: sql`coalesce(document.number, '')`,
    kind: sql`document.kind`,
    partnerName: sql`coalesce(partner.name, '')`,
    remark: sql`document.remark`,
  },
});

/** Kind of a row's document; an opening row has no document. */
export const kindOrOpening = sql`case when "row".document_id is null then 'opening' else document.kind end`;

/** Document and warehouse columns of goods moves, limited to documents visible to the reader. */
export function moveBeside({ tenantId, scope }: Context) {
  const seen = ofVisible(scope);
  return {
    by: ['document_id', 'warehouse_id'],
    joins: sql`${paperJoins(tenantId)}
      left join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = "row".warehouse_id
      left join app_user as creator on creator.tenant_id = ${tenantId} and creator.id = document.creator_id`,
    columns: {
      documentId: seen(sql`document.id`),
      number: seen(sql`coalesce(document.number, '')`),
      kind: sql`document.kind`,
      warehouseName: sql`warehouse.name`,
      partnerName: seen(sql`coalesce(partner.name, '')`),
      creatorName: seen(sql`coalesce(creator.name, '')`),
    },
  };
}

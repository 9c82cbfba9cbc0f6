// What rows of reports say beside what is worked out of them: of their document, of its line, and of who may see it.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments } from '../../../kernel/index.ts';
import type { Context, Scope } from '../../../kernel/index.ts';

type Sql = RawBuilder<unknown>;

/** A value of a row's `document`, for who may see that; null for anyone else. */
export const ofVisible = (scope: Scope) => (value: Sql) =>
  sql`case when ${visibleDocuments(scope, 'document')} then ${value} end`;

/** A row's `document`, and whose it is. */
export const paperJoins = (tenantId: string): Sql => sql`
  left join document on document.tenant_id = ${tenantId} and document.id = "row".document_id
  left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id`;

/** Its `line`, and the goods that this is of. */
export const lineJoins = (tenantId: string): Sql => sql`
  left join document_line as line
    on line.tenant_id = ${tenantId} and line.document_id = "row".document_id and line.line = "row".line
  left join sku on sku.tenant_id = ${tenantId} and sku.id = "row".sku_id
  left join product on product.tenant_id = ${tenantId} and product.id = sku.product_id`;

/** What books say of a row's document. */
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

/** The kind of a row's document; a row of what there was before has none. */
export const kindOrOpening = sql`case when "row".document_id is null then 'opening' else document.kind end`;

/** What moves of goods say of their document and of the warehouse, as far as the reader may see the document. */
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

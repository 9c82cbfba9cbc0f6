import { sql } from 'kysely';

/** What reports say of the product whose id a row has, beside its barcode. */
export const goodsBeside = (tenantId: string) => ({
  joins: sql`
    left join product on product.tenant_id = ${tenantId} and product.id = "row".id
    left join category on category.tenant_id = ${tenantId} and category.id = product.category_id
    left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id`,
  columns: {
    name: sql`product.name`,
    standard: sql`product.standard`,
    model: sql`product.model`,
    color: sql`product.color`,
    brand: sql`product.brand`,
    maker: sql`product.maker`,
    categoryName: sql`coalesce(category.name, '')`,
    unit: sql`coalesce(product.unit_name, unit.name)`,
  },
});

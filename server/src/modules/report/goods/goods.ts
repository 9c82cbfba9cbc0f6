import { sql } from 'kysely';

/** Columns of a `product` itself. */
export const productColumns = {
  name: sql`product.name`,
  standard: sql`product.standard`,
  model: sql`product.model`,
  color: sql`product.color`,
  brand: sql`product.brand`,
  maker: sql`product.maker`,
  propertyOne: sql`product.property_one`,
  propertyTwo: sql`product.property_two`,
  propertyThree: sql`product.property_three`,
};

/** Product columns and joins for a row with a product id, shown with its barcode. */
export const goodsBeside = (tenantId: string, id = 'id') => ({
  joins: sql`
    left join product on product.tenant_id = ${tenantId} and product.id = ${sql.ref(`row.${id}`)}
    left join category on category.tenant_id = ${tenantId} and category.id = product.category_id
    left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id`,
  columns: {
    ...productColumns,
    categoryName: sql`coalesce(category.name, '')`,
    unit: sql`coalesce(product.unit_name, unit.name)`,
  },
});

/** Product columns with the first picture. */
export function goodsPictured(tenantId: string, id?: string) {
  const { joins, columns } = goodsBeside(tenantId, id);
  return {
    joins: sql`${joins}
      left join lateral (
        select id from stored_file
        where tenant_id = ${tenantId} and owner = 'product' and owner_id = product.id
        order by position limit 1) as picture on true`,
    columns: { ...columns, imageId: sql`picture.id` },
  };
}

/** Product columns with the picture and further stock units. */
export function goodsInUnits(tenantId: string) {
  const { joins, columns } = goodsPictured(tenantId);
  return {
    joins,
    columns: {
      ...columns,
      baseUnit: sql`unit.base_unit`,
      subUnit: sql`unit.sub_unit`,
      ratio: sql`unit.ratio`,
      subUnitTwo: sql`unit.sub_unit_two`,
      ratioTwo: sql`unit.ratio_two`,
      subUnitThree: sql`unit.sub_unit_three`,
      ratioThree: sql`unit.ratio_three`,
    },
  };
}

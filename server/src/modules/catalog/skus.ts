import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { changeRows } from '../../kernel/table/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { StoredResourceRow } from '../../kernel/table/index.ts';
import { forgetCosts, openCosts } from '../posting/index.ts';
import type { ProductTenantTx } from './bringing.ts';

/** Combination of attributes of a product; '' if the product has no attributes. */
export interface WantedSku {
  readonly productId: string;
  readonly attributes: string;
  /** Undefined: unchanged. */
  readonly code?: string | undefined;
  /** Code used by outside parties; undefined: unchanged. */
  readonly outerCode?: string | undefined;
}

/** Finds the id of a combination of a product. */
export type SkuIds = (productId: string, attributes: string) => string | undefined;

/** Ensures that products have these SKUs, each with the row that holds the SKU's cost. */
export async function saveSkus(
  books: ProductTenantTx,
  wanted: readonly WantedSku[],
): Promise<SkuIds> {
  const { tx, tenantId } = books;
  if (wanted.length === 0) return () => undefined;
  const asked = wanted.map(({ productId, attributes, code, outerCode }) => ({
    product_id: productId,
    attributes,
    code,
    outer_code: outerCode,
  }));
  const { rows } = await sql<StoredResourceRow>`
    insert into sku (tenant_id, product_id, attributes, code, outer_code)
    select ${tenantId}::bigint, product_id, attributes, coalesce(code, ''), coalesce(outer_code, '')
    from ${rowsAsTable(asked, 'product_id bigint, attributes text, code text, outer_code text')}
    on conflict (tenant_id, product_id, attributes) do update set attributes = excluded.attributes
    returning id, product_id, attributes, code, outer_code`.execute(tx);
  const keyOf = (productId: unknown, attributes: unknown): string =>
    `${String(productId)} ${String(attributes)}`;
  const known = new Map(rows.map((row) => [keyOf(row['product_id'], row['attributes']), row]));
  await changeRows(
    books,
    'sku',
    asked.flatMap(({ product_id, attributes, ...codes }) => {
      const sku = known.get(keyOf(product_id, attributes));
      const { code = sku?.['code'], outer_code: outer = sku?.['outer_code'] } = codes;
      return sku === undefined || (code === sku['code'] && outer === sku['outer_code'])
        ? []
        : [{ id: sku.id, ...codes }];
    }),
  );
  await openCosts(
    books,
    rows.map(({ id }) => id),
  );
  return (productId, attributes) => known.get(keyOf(productId, attributes))?.id;
}

/** Deletes the product's SKUs without a barcode. A SKU used in documents still has its barcode. */
export async function dropSkus(books: ProductTenantTx, productId: string): Promise<void> {
  const { tx, tenantId } = books;
  const { rows } = await sql<{ id: string }>`
    select id from sku
    where tenant_id = ${tenantId} and product_id = ${productId} and not exists (
      select from barcode where barcode.tenant_id = ${tenantId} and barcode.sku_id = sku.id)`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await forgetCosts(books, sql`${ids}::bigint[]`);
  await sql`delete from sku where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(
    tx,
  );
}

/** SKUs of products, in SQL, returned like an array. */
export const skuIdsOfProductsSql = (
  tenantId: string,
  productIds: readonly string[],
): RawBuilder<unknown> =>
  sql`array(select id from sku where tenant_id = ${tenantId} and product_id = any(${productIds}::bigint[]))`;

import type { ProductInfo, ProductSupplierInput } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** Reads the suppliers of a product, the preferred one first. */
export async function readProductSuppliers(
  { tx, tenantId, scope }: Context,
  productId: string,
): Promise<ProductInfo['suppliers']> {
  const { rows } = await sql<ProductInfo['suppliers'][number]>`
    select offer.supplier_id as "supplierId", supplier.name as "supplierName", offer.code,
      ${seesAmounts(scope, 'purchase') ? sql`trim_scale(offer.price)` : sql`null`} as price,
      offer.currency, offer.lead_days as "leadDays", trim_scale(offer.minimum_order) as "minimumOrder",
      trim_scale(offer.pack_size) as "packSize", offer.preferred
    from product_supplier as offer
    join partner as supplier on supplier.tenant_id = ${tenantId} and supplier.id = offer.supplier_id
    where offer.tenant_id = ${tenantId} and offer.product_id = ${productId}
    order by offer.preferred desc, offer.position`.execute(tx);
  return rows;
}

/**
 * Replaces the suppliers of a product; absent fields of a kept supplier stay. Refuses prices and changed
 * currencies from users without sight of purchase prices.
 */
export async function saveProductSuppliers(
  context: Context,
  productId: string,
  given: readonly ProductSupplierInput[],
): Promise<void> {
  await checkSuppliers(context, given);
  await refuseUnseenPrices(context, productId, given);
  const { tx, tenantId } = context;
  const ids = given.map(({ supplierId }) => supplierId);
  await sql`
    delete from product_supplier
    where tenant_id = ${tenantId} and product_id = ${productId}
      and supplier_id <> all(${ids}::bigint[])`.execute(tx);
  if (given.length === 0) return;
  const chosen = given.find(({ preferred }) => preferred === true);
  // The former preferred supplier gives way first, because the index allows one at any moment.
  if (chosen !== undefined)
    await sql`
      update product_supplier set preferred = false
      where tenant_id = ${tenantId} and product_id = ${productId} and preferred
        and supplier_id <> ${chosen.supplierId}`.execute(tx);
  await writeSuppliers(
    context,
    given.map(({ supplierId, code, leadDays, minimumOrder, packSize, ...offer }, position) => ({
      productId,
      supplierId,
      position,
      preferred: offer.preferred ?? null,
      terms: {
        ...(code === undefined ? {} : { code: code.trim() }),
        ...(offer.price === undefined ? {} : { price: offer.price }),
        ...(offer.currency === undefined ? {} : { currency: offer.currency }),
        ...(leadDays === undefined ? {} : { lead_days: leadDays }),
        ...(minimumOrder === undefined ? {} : { minimum_order: minimumOrder }),
        ...(packSize === undefined ? {} : { pack_size: packSize }),
      },
    })),
  );
}

/** Terms by column; an absent column stays. */
type SupplierTerms = Readonly<Record<string, string | number | null>>;

interface WrittenSupplier {
  readonly productId: string;
  readonly supplierId: string;
  /** Null: unchanged, or after the last. */
  readonly position: number | null;
  /** Null: unchanged, or false. */
  readonly preferred: boolean | null;
  readonly terms: SupplierTerms;
}

/** Adds and changes suppliers of products; absent terms stay. */
async function writeSuppliers(
  { tx, tenantId }: Context,
  suppliers: readonly WrittenSupplier[],
): Promise<void> {
  if (suppliers.length === 0) return;
  const rows = suppliers.map(({ productId, supplierId, position, preferred, terms }) => ({
    product_id: productId,
    supplier_id: supplierId,
    position,
    preferred,
    terms,
  }));
  const table = rowsAsTable(
    rows,
    'product_id bigint, supplier_id bigint, position integer, preferred boolean, terms jsonb',
  );
  const term = (column: string, type: string) =>
    sql`case when jsonb_exists(given.terms, ${sql.lit(column)})
      then (given.terms->>${sql.lit(column)})::${sql.raw(type)} else ${sql.ref(`old.${column}`)} end`;
  await sql`
    insert into product_supplier (tenant_id, product_id, supplier_id, code, price, currency, lead_days,
      minimum_order, pack_size, preferred, position)
    select ${tenantId}::bigint, given.product_id, given.supplier_id,
      coalesce(${term('code', 'text')}, ''), ${term('price', 'numeric')},
      nullif(${term('currency', 'text')}, ''), ${term('lead_days', 'integer')},
      ${term('minimum_order', 'numeric')}, ${term('pack_size', 'numeric')},
      coalesce(given.preferred, old.preferred, false),
      coalesce(given.position, old.position, (
        select max(other.position) + 1 from product_supplier as other
        where other.tenant_id = ${tenantId} and other.product_id = given.product_id), 0)
    from ${table}
    left join product_supplier as old
      on old.tenant_id = ${tenantId} and old.product_id = given.product_id
        and old.supplier_id = given.supplier_id
    on conflict (tenant_id, product_id, supplier_id) do update
    set code = excluded.code, price = excluded.price, currency = excluded.currency,
      lead_days = excluded.lead_days, minimum_order = excluded.minimum_order,
      pack_size = excluded.pack_size, preferred = excluded.preferred, position = excluded.position`.execute(
    tx,
  );
}

/** Main supplier of a product: the preferred or first one. */
export const mainSupplierSql = (
  tenantId: string,
  productId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select offer.*, partner.name as supplier from product_supplier as offer
  join partner on partner.tenant_id = ${tenantId} and partner.id = offer.supplier_id
    and partner.removed_at is null
  where offer.tenant_id = ${tenantId} and offer.product_id = ${productId}
  order by offer.preferred desc, offer.position limit 1`;

/** Change of a product's main supplier. */
export interface MainSupplierChange {
  readonly productId: string;
  /** Another supplier becomes the preferred one; null removes the main supplier; absent: the present one. */
  readonly supplierId?: string | null;
  readonly terms: SupplierTerms;
}

/** Changes main suppliers; the other suppliers of the products stay. */
export async function saveMainSuppliers(
  context: Context,
  changes: readonly MainSupplierChange[],
): Promise<void> {
  const { tx, tenantId } = context;
  const ids = changes.map(({ productId }) => productId);
  const { rows } = await sql<{ product_id: string; supplier_id: string }>`
    select main.product_id, main.supplier_id from unnest(${ids}::bigint[]) as given(id)
    cross join lateral (${mainSupplierSql(tenantId, sql`given.id`)}) as main`.execute(tx);
  const mains = new Map(rows.map((row) => [row.product_id, row.supplier_id]));
  const written = changes.flatMap(({ productId, supplierId, terms }): WrittenSupplier[] => {
    const main = mains.get(productId);
    const chosen = supplierId === undefined ? main : supplierId;
    if (chosen === undefined || chosen === null) return [];
    const preferred = chosen === main ? null : true;
    return [{ productId, supplierId: chosen, position: null, preferred, terms }];
  });
  const removed = changes.flatMap(({ productId, supplierId }) => {
    const main = mains.get(productId);
    return supplierId === null && main !== undefined
      ? [{ product_id: productId, supplier_id: main }]
      : [];
  });
  await sql`
    delete from product_supplier as offer
    using ${rowsAsTable(removed, 'product_id bigint, supplier_id bigint')}
    where offer.tenant_id = ${tenantId} and offer.product_id = given.product_id
      and offer.supplier_id = given.supplier_id`.execute(tx);
  const moved = written.flatMap(({ productId, preferred }) =>
    preferred === true ? [productId] : [],
  );
  await sql`
    update product_supplier set preferred = false
    where tenant_id = ${tenantId} and product_id = any(${moved}::bigint[]) and preferred`.execute(
    tx,
  );
  await writeSuppliers(context, written);
}

/** Supplier of a product as stored, with exact numbers in text form. */
export interface StoredSupplier {
  readonly supplier_id: string;
  readonly position: number;
  readonly preferred: boolean;
  readonly terms: SupplierTerms;
}

/** Suppliers of a product as JSON, to be restored. */
export const storedSuppliersSql = (
  tenantId: string,
  productId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('supplier_id', offer.supplier_id::text,
    'position', offer.position, 'preferred', offer.preferred, 'terms', jsonb_build_object(
      'code', offer.code, 'price', offer.price::text, 'currency', offer.currency,
      'lead_days', offer.lead_days, 'minimum_order', offer.minimum_order::text,
      'pack_size', offer.pack_size::text))), '[]')
  from product_supplier as offer
  where offer.tenant_id = ${tenantId} and offer.product_id = ${productId})`;

/** Replaces all suppliers of products by stored ones. */
export async function restoreSuppliers(
  context: Context,
  products: readonly {
    readonly productId: string;
    readonly suppliers: readonly StoredSupplier[];
  }[],
): Promise<void> {
  const { tx, tenantId } = context;
  const ids = products.map(({ productId }) => productId);
  await sql`
    delete from product_supplier
    where tenant_id = ${tenantId} and product_id = any(${ids}::bigint[])`.execute(tx);
  await writeSuppliers(
    context,
    products.flatMap(({ productId, suppliers }) =>
      suppliers.map(({ supplier_id, position, preferred, terms }) => ({
        productId,
        supplierId: supplier_id,
        position,
        preferred,
        terms,
      })),
    ),
  );
}

async function checkSuppliers(
  { tx, tenantId }: Context,
  given: readonly ProductSupplierInput[],
): Promise<void> {
  const ids = given.map(({ supplierId }) => supplierId);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from partner
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and type = 'supplier' and removed_at is null
    order by id for key share`.execute(tx);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const missing = ids.findIndex((id) => !names.has(id));
  if (missing >= 0) refuseWith('record.missing', {}, { field: 'suppliers', line: missing + 1 });
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
  const supplier = names.get(ids[twice] ?? '') ?? '';
  if (twice >= 0)
    refuseWith('product.supplierTwice', { supplier }, { field: 'suppliers', line: twice + 1 });
  const preferred = given.flatMap((offer, at) => (offer.preferred === true ? [at] : []));
  const second = preferred[1];
  if (second !== undefined)
    refuseWith('product.twoPreferred', {}, { field: 'suppliers', line: second + 1 });
}

/** Refuses prices, and other currencies than the stored ones: a currency changes the worth of a price. */
async function refuseUnseenPrices(
  { tx, tenantId, scope }: Context,
  productId: string,
  given: readonly ProductSupplierInput[],
): Promise<void> {
  if (seesAmounts(scope, 'purchase')) return;
  const { rows } = await sql<{ id: string; currency: string | null }>`
    select supplier_id as id, currency from product_supplier
    where tenant_id = ${tenantId} and product_id = ${productId}`.execute(tx);
  const stored = new Map(rows.map(({ id, currency }) => [id, currency]));
  const isUnseen = ({ supplierId, price, currency }: ProductSupplierInput): boolean =>
    price !== undefined ||
    (currency !== undefined && (currency ?? null) !== (stored.get(supplierId) ?? null));
  if (given.some(isUnseen)) refuseWith('access.denied');
}

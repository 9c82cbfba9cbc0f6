import { sql } from 'kysely';
import type { Context } from '../../kernel/index.ts';

/** A combination of attributes that a product comes in; '' where it has no attributes. */
export interface WantedSku {
  readonly attributes: string;
  /** Undefined leaves it as it is. */
  readonly code: string | undefined;
  /** What others call it; undefined leaves it as it is. */
  readonly outerCode: string | undefined;
}

/** Makes sure that a product has these SKUs, each with the row that holds what it costs. Answers combination → id. */
export async function saveSkus(
  { tx, tenantId }: Context,
  productId: string,
  wanted: readonly WantedSku[],
): Promise<ReadonlyMap<string, string>> {
  const combinations = wanted.map(({ attributes }) => attributes);
  const codes = wanted.map(({ code }) => code ?? null);
  const outer = wanted.map(({ outerCode }) => outerCode ?? null);
  const { rows } = await sql<{ id: string; attributes: string }>`
    insert into sku (tenant_id, product_id, attributes, code, outer_code)
    select ${tenantId}::bigint, ${productId}::bigint, wanted.attributes, coalesce(wanted.code, ''), coalesce(wanted.outer_code, '')
    from unnest(${combinations}::text[], ${codes}::text[], ${outer}::text[]) as wanted (attributes, code, outer_code)
    on conflict (tenant_id, product_id, attributes) do update
      set code = coalesce((
        select given.code from unnest(${combinations}::text[], ${codes}::text[]) as given (attributes, code)
        where given.attributes = excluded.attributes), sku.code),
      outer_code = coalesce((
        select given.code from unnest(${combinations}::text[], ${outer}::text[]) as given (attributes, code)
        where given.attributes = excluded.attributes), sku.outer_code)
    returning id, attributes`.execute(tx);
  await sql`
    insert into sku_cost (tenant_id, sku_id)
    select ${tenantId}::bigint, id from unnest(${rows.map(({ id }) => id)}::bigint[]) as given (id)
    on conflict (tenant_id, sku_id) do nothing`.execute(tx);
  return new Map(rows.map(({ id, attributes }) => [attributes, id]));
}

/** Lets go of the SKUs that no barcode names any more; what documents name has kept its barcode. */
export async function dropSkus({ tx, tenantId }: Context, productId: string): Promise<void> {
  await sql`
    delete from sku
    where tenant_id = ${tenantId} and product_id = ${productId} and not exists (
      select from barcode where barcode.tenant_id = ${tenantId} and barcode.sku_id = sku.id)`.execute(
    tx,
  );
}

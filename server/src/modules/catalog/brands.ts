import { brands } from '@tradehouse/contract';
import type { ReplyOf, brandChoices } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { isValueInUse, recordWriter } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { StoredResourceRow } from '../../kernel/table/index.ts';
import { attachFiles } from '../file/index.ts';

const ofLogo = (tenantId: string, what: RawBuilder<unknown>) => sql`(
  select ${what} from stored_file as file
  where file.tenant_id = ${tenantId} and file.owner = 'brand' and file.owner_id = row.id)`;

export const brandWriter = recordWriter(brands, {
  reads: {
    logoId: ({ tenantId }) => ofLogo(tenantId, sql`file.id`),
    logo: ({ tenantId }) =>
      ofLogo(tenantId, sql`jsonb_build_object('id', file.id::text, 'name', file.name)`),
    products: ({ tenantId }) => sql`(
      select count(*)::int from product
      where product.tenant_id = ${tenantId} and product.brand_id = row.id)`,
  },
  before: async (context, row, existing) => {
    const code = String(row['code']);
    if (await isValueInUse(context, 'brand', ['code', code], existing))
      refuseWith('brand.codeTaken', { code }, { field: 'code' });
  },
  after: async (context, before, after, fields) => {
    if (after === null) return;
    if (before !== null && before['name'] !== after['name']) await renameOnProducts(context, after);
    if (fields?.logoId === undefined) return;
    const logo = fields.logoId === null ? [] : [fields.logoId];
    await attachFiles(context, { sort: 'brand', id: after.id }, logo, 'logoId');
  },
});

/** Products hold the name for their search. */
async function renameOnProducts(
  { tx, tenantId }: Context,
  brand: StoredResourceRow,
): Promise<void> {
  await sql`
    update product set brand = ${String(brand['name'])}
    where tenant_id = ${tenantId} and brand_id = ${brand.id}`.execute(tx);
}

/** Reads a brand's name, locked until the product is saved; refuses a missing brand. */
export async function brandName({ tx, tenantId }: Context, id: string): Promise<string> {
  const row = await tx
    .selectFrom('brand')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select('name')
    // A rename waits until the product is saved, and the other way round.
    .forShare()
    .executeTakeFirst();
  return row?.name ?? refuseWith('record.missing', {}, { field: 'brandId' });
}

/** Lists enabled brands in display order. */
export async function enabledBrands({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof brandChoices>> {
  return tx
    .selectFrom('brand')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('name')
    .select(['id', 'name', 'code'])
    .execute();
}

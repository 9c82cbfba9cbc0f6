import { brandTable } from '@tradehouse/contract';
import type { ReplyOf, brandChoices, brands } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, refuse, source } from '../../kernel/index.ts';
import type { Columns, Context, Row, Writer } from '../../kernel/index.ts';
import { claimFiles } from '../file/index.ts';

const logoOf = (tenantId: string) => sql<string | null>`(
  select file.id from stored_file as file
  where file.tenant_id = ${tenantId} and file.owner = 'brand' and file.owner_id = brand.id)`;

const brandRows = source(brandTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('brand')
    .where('brand.tenant_id', '=', tenantId)
    .select([
      'brand.id',
      'brand.version',
      logoOf(tenantId).as('logoId'),
      'brand.name',
      'brand.code',
      'brand.english_name as englishName',
      sql<number>`(select count(*)::int from product
        where product.tenant_id = ${tenantId} and product.brand_id = brand.id)`.as('products'),
      'brand.sort',
      'brand.enabled',
      'brand.remark',
      'brand.created_at as createTime',
    ]),
);

export const brandWriter: Writer<typeof brands> = {
  table: 'brand',
  list: brandRows,
  toRow: ({ code, name, englishName, sort, enabled, remark }) => ({
    code,
    name,
    english_name: englishName,
    sort,
    enabled,
    remark,
  }),
  toInfo: ({ id }, context) => brandInfo(context, id),
  before: (context, row, existing) => refuseTakenCode(context, row, existing),
  after: async (context, before, after, fields) => {
    if (after === null) return;
    if (before !== null && before['name'] !== after['name']) await renameOnProducts(context, after);
    if (fields?.logoId === undefined) return;
    const logo = fields.logoId === null ? [] : [fields.logoId];
    await claimFiles(context, { sort: 'brand', id: after.id }, logo, 'logoId');
  },
};

async function brandInfo({ tx, tenantId }: Context, id: string) {
  const row = await tx
    .selectFrom('brand')
    .leftJoin('stored_file as logo', (join) =>
      join
        .on('logo.tenant_id', '=', tenantId)
        .on('logo.owner', '=', 'brand')
        .onRef('logo.owner_id', '=', 'brand.id'),
    )
    .where('brand.tenant_id', '=', tenantId)
    .where('brand.id', '=', id)
    .select([
      'brand.id',
      'brand.version',
      'brand.code',
      'brand.name',
      'brand.english_name as englishName',
      'logo.id as logoId',
      'logo.name as logoName',
      'brand.sort',
      'brand.enabled',
      'brand.remark',
    ])
    .executeTakeFirst();
  const { logoName, ...brand } = found(row);
  const { logoId } = brand;
  return { ...brand, logo: logoId === null ? null : { id: logoId, name: logoName ?? '' } };
}

async function refuseTakenCode(
  { tx, tenantId }: Context,
  row: Columns,
  existing: Row | null,
): Promise<void> {
  const code = String(row['code']);
  const taken = await tx
    .selectFrom('brand')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', code)
    .where('id', '!=', existing?.id ?? '0')
    .select('id')
    .executeTakeFirst();
  if (taken !== undefined) refuse('brand.codeTaken', { code }, { field: 'code' });
}

/** Products hold the name for their search. */
async function renameOnProducts({ tx, tenantId }: Context, brand: Row): Promise<void> {
  await sql`
    update product set brand = ${String(brand['name'])}
    where tenant_id = ${tenantId} and brand_id = ${brand.id}`.execute(tx);
}

/** The name of a brand, held until the product that takes it is saved; refuses one that isn't there. */
export async function brandName({ tx, tenantId }: Context, id: string): Promise<string> {
  const row = await tx
    .selectFrom('brand')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select('name')
    // A change of its name waits until the product has it, and the other way round.
    .forShare()
    .executeTakeFirst();
  return row?.name ?? refuse('record.missing', {}, { field: 'brandId' });
}

/** Brands that are in use, in display order. */
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

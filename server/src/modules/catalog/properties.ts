import { propertyNames, propertyTable } from '@tradehouse/contract';
import type {
  InputOf,
  PropertyName,
  ReplyOf,
  propertyAliases,
  propertyInfo,
  updateProperty,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

type ProductPropertyInfo = ReplyOf<typeof propertyInfo>;

/** Selects the three properties, named or not. */
const productPropertiesSql = (tenantId: string) => sql<ProductPropertyInfo>`
  select place.id::bigint as id, coalesce(named.version, 0) as version,
    (${propertyNames}::text[])[place.id] as "nativeName", coalesce(named.alias, '') as alias
  from generate_series(1, 3) as place (id)
  left join product_property as named on named.tenant_id = ${tenantId} and named.id = place.id`;

export const propertyRows = bindTable(propertyTable, ({ tenantId }) =>
  productPropertiesSql(tenantId),
);

/** Returns one of the three properties; `record.missing` for any other id. */
export async function propertyById(
  { tx, tenantId }: Context,
  id: string,
): Promise<ProductPropertyInfo> {
  const { rows } = await sql<ProductPropertyInfo>`
    select * from (${productPropertiesSql(tenantId)}) as property where id = ${id}::bigint`.execute(
    tx,
  );
  return orRefuseMissing(rows[0]);
}

/** Names a property; every list and form then uses the name. */
export async function nameProperty(
  context: Context,
  { id, version, alias }: InputOf<typeof updateProperty>,
): Promise<ReplyOf<typeof updateProperty>> {
  const { tx, tenantId } = context;
  const before = await propertyById(context, id);
  const { rows } = await sql<{ version: number }>`
    insert into product_property as named (tenant_id, id, alias) values (${tenantId}, ${id}, ${alias})
    on conflict (tenant_id, id) do update set alias = excluded.alias, version = named.version + 1
      where named.version = ${version}
    returning version`.execute(tx);
  const [saved] = rows;
  if (saved === undefined) return refuseStale(context, 'product_property', id, before.version);
  logChange(context, {
    action: 'update',
    subject: 'product_property',
    subjectId: id,
    number: alias,
    before: { alias: before.alias },
    after: { alias },
  });
  return { id, version: saved.version };
}

/** Reads the company's names of properties, where set. */
export async function readPropertyAliases({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof propertyAliases>> {
  const rows = await tx
    .selectFrom('product_property')
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .select(['id', 'alias'])
    .execute();
  return rows.flatMap(({ id, alias }) => {
    const nativeName: PropertyName | undefined = propertyNames[Number(id) - 1];
    return nativeName === undefined ? [] : [{ nativeName, alias }];
  });
}

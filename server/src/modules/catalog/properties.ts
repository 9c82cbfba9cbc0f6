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
import { log, found, refuseStale, source } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

type Info = ReplyOf<typeof propertyInfo>;

/** The three there are, named or not. */
const three = (tenantId: string) => sql<Info>`
  select place.id::bigint as id, coalesce(named.version, 0) as version,
    (${propertyNames}::text[])[place.id] as "nativeName", coalesce(named.alias, '') as alias
  from generate_series(1, 3) as place (id)
  left join product_property as named on named.tenant_id = ${tenantId} and named.id = place.id`;

export const propertyRows = source(propertyTable, ({ tenantId }) => three(tenantId));

/** One of the three properties; `record.missing` for any other id. */
export async function propertyById({ tx, tenantId }: Context, id: string): Promise<Info> {
  const { rows } = await sql<Info>`
    select * from (${three(tenantId)}) as property where id = ${id}::bigint`.execute(tx);
  return found(rows[0]);
}

/** Names a property; from now on every list and form calls it so. */
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
  log(context, {
    action: 'update',
    subject: 'product_property',
    subjectId: id,
    number: alias,
    before: { alias: before.alias },
    after: { alias },
  });
  return { id, version: saved.version };
}

/** What the company calls its properties, where it does. */
export async function aliases({ tx, tenantId }: Context): Promise<ReplyOf<typeof propertyAliases>> {
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

import { attributes } from '@tradehouse/contract';
import type { ReplyOf, attributeChoices } from '@tradehouse/contract';
import { checkValues } from '@tradehouse/domain';
import type { ProductAttribute } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';

export const attributeWriter = recordWriter(attributes, {
  reads: {
    products: ({ tenantId }) => sql`(
      select count(*)::int from product
      where product.tenant_id = ${tenantId}
        and product.attributes @> jsonb_build_array(jsonb_build_object('id', row.id::text)))`,
  },
  lists: { values: () => sql`array_to_string(row.choices, '|')` },
  row: (columns, { values }) => {
    checkValues(values, 'values');
    return columns;
  },
});

/** Lists product attributes by name. */
export async function allAttributes({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof attributeChoices>> {
  return tx
    .selectFrom('attribute')
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'choices as values'])
    .execute();
}

/** Locks the attributes of a product to be saved: a deletion waits for the save, and the other way round. */
export async function holdAttributes(
  { tx, tenantId }: Context,
  kept: readonly KeptAttribute[],
): Promise<void> {
  if (kept.length === 0) return;
  await sql`
    select from attribute
    where tenant_id = ${tenantId} and id = any(${kept.map(({ id }) => id)}::bigint[])
    order by id for share`.execute(tx);
}

/** Attribute in a product's row; the attribute itself holds the name. */
export interface KeptAttribute {
  readonly id: string;
  readonly values: readonly string[];
}

/** Adds names to a product's attributes, in order; refuses a missing attribute. */
export async function namedAttributes(
  { tx, tenantId }: Context,
  kept: readonly KeptAttribute[],
): Promise<readonly ProductAttribute[]> {
  if (kept.length === 0) return [];
  const rows = await tx
    .selectFrom('attribute')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${kept.map(({ id }) => id)}::bigint[])`)
    .select(['id', 'name'])
    .execute();
  return kept.map(({ id, values }) => {
    const name = rows.find((row) => row.id === id)?.name;
    return name === undefined
      ? refuseWith('record.missing', {}, { field: 'attributes' })
      : { id, name, values };
  });
}

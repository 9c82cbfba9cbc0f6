import { inOutItems } from '@tradehouse/contract';
import type { InputOf, ReplyOf, inOutItemChoices } from '@tradehouse/contract';
import { sql } from 'kysely';
import { recordWriter } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { classesWithin, refuseClassOf } from './revenueClasses.ts';

export const inOutItemWriter = recordWriter(inOutItems, {
  reads: {
    className: ({ tenantId }) => sql`coalesce((
      select class.name from revenue_class as class
      where class.tenant_id = ${tenantId} and class.id = row.class_id), '')`,
  },
  finds: {
    revenueClass: ({ tenantId }, id) => sql`row.class_id in ${classesWithin(tenantId, id)}`,
  },
  before: refuseClassOf,
});

const types = { in: 'income', out: 'expense' } as const;

/** The enabled items for a select, in display order. */
export async function itemChoices(
  { tx, tenantId }: Context,
  { type }: InputOf<typeof inOutItemChoices>,
): Promise<ReplyOf<typeof inOutItemChoices>> {
  return tx
    .selectFrom('in_out_item')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .$if(type !== undefined, (query) => query.where('type', '=', types[type ?? 'in']))
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
}

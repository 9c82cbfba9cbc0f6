import type { InputOf, ReplyOf, inOutItemChoices } from '@tradehouse/contract';
import type { Context } from '../../kernel/index.ts';

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

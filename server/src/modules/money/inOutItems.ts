import { inOutItemTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, inOutItemChoices, inOutItems } from '@tradehouse/contract';
import { source } from '../../kernel/index.ts';
import type { Context, Writer } from '../../kernel/index.ts';

export const inOutItemRows = source(inOutItemTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('in_out_item')
    .where('tenant_id', '=', tenantId)
    .select([
      'id',
      'version',
      'name',
      'type',
      'remark',
      'sort',
      'enabled',
      'created_at as createTime',
    ]),
);

export const inOutItemWriter: Writer<typeof inOutItems> = {
  table: 'in_out_item',
  list: inOutItemRows,
  toRow: ({ name, type, sort, remark, enabled }) => ({ name, type, sort, remark, enabled }),
};

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

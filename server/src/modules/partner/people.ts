import type {
  InputOf,
  ReplyOf,
  allPeople,
  peopleByNumber,
  peopleByType,
} from '@tradehouse/contract';
import type { Context } from '../../kernel/access/index.ts';

/** Lists enabled people in display order, of one type or all. */
export async function personChoices(
  { tx, tenantId }: Context,
  type?: InputOf<typeof peopleByType>['type'],
): Promise<ReplyOf<typeof allPeople>> {
  return tx
    .selectFrom('person')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .where((row) => (type === undefined ? row.lit(true) : row('type', '=', type)))
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name', 'type'])
    .execute();
}

const numbered = { 1: 'salesperson', 2: 'keeper', 3: 'finance' } as const;

export async function numberedPersonChoices(
  context: Context,
  { type }: InputOf<typeof peopleByNumber>,
): Promise<ReplyOf<typeof peopleByNumber>> {
  const found = await personChoices(context, numbered[type]);
  return found.map(({ id, name }) => ({ value: id, text: name }));
}

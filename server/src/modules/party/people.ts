import { personTable } from '@tradehouse/contract';
import type {
  InputOf,
  ReplyOf,
  allPeople,
  people,
  peopleByNumber,
  peopleByType,
} from '@tradehouse/contract';
import { source } from '../../kernel/index.ts';
import type { Context, Writer } from '../../kernel/index.ts';

export const personRows = source(personTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('person')
    .where('tenant_id', '=', tenantId)
    .select(['id', 'version', 'name', 'type', 'sort', 'enabled', 'created_at as createTime']),
);

export const personWriter: Writer<typeof people> = {
  table: 'person',
  list: personRows,
  toRow: ({ name, type, sort, enabled }) => ({ name, type, sort, enabled }),
};

/** The enabled people, in display order; of one type, or of every type. */
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
  const people = await personChoices(context, numbered[type]);
  return people.map(({ id, name }) => ({ value: id, text: name }));
}

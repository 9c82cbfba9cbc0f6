import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { log, found } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly mine: boolean;
}

/**
 * Makes one record of the table the default; the one before is it no longer.
 *
 * @param mine which rows (named `row`) the caller may touch; others are as if they were not there.
 */
export async function makeDefault(
  context: Context,
  table: 'warehouse' | 'account',
  id: string,
  mine: RawBuilder<boolean>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  // Locked in id order, so that two such calls wait instead of deadlocking.
  const { rows } = await sql<Candidate>`
    select id, name, is_default, ${mine} as mine from ${sql.table(table)} as row
    where tenant_id = ${tenantId} and (id = ${id} or is_default) order by id for update`.execute(
    tx,
  );
  const chosen = found(rows.find((row) => row.id === id && row.mine));
  if (chosen.is_default) return { changed: 0 };
  const former = rows.filter((row) => row.is_default).map((row) => row.id);
  // One after the other: only one may be the default at any moment.
  await mark(context, table, former, false);
  await mark(context, table, [id], true);
  log(context, {
    action: 'makeDefault',
    subject: table,
    subjectId: id,
    number: chosen.name,
    before: { default: former },
    after: { default: [id] },
  });
  return { changed: 1 };
}

async function mark(
  { tx, tenantId }: Context,
  table: 'warehouse' | 'account',
  ids: readonly string[],
  isDefault: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update ${sql.table(table)} set is_default = ${isDefault}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
}

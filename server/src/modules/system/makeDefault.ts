import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

interface DefaultCandidate {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly mine: boolean;
}

/**
 * Makes one record of the table the default instead of the previous.
 *
 * @param mine rows (named `row`) open to the caller; further rows count as missing
 */
export async function makeDefault(
  context: Context,
  table: 'warehouse' | 'account',
  id: string,
  mine: RawBuilder<boolean>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  // Locked in id order, so that two such calls wait instead of deadlocking.
  const { rows } = await sql<DefaultCandidate>`
    select id, name, is_default, ${mine} as mine from ${sql.table(table)} as row
    where tenant_id = ${tenantId} and (id = ${id} or is_default) order by id for update`.execute(
    tx,
  );
  const chosen = orRefuseMissing(rows.find((row) => row.id === id && row.mine));
  if (chosen.is_default) return { changed: 0 };
  const former = rows.filter((row) => row.is_default).map((row) => row.id);
  // In sequence: only one record may ever be the default.
  await writeDefaultFlags(context, table, former, false);
  await writeDefaultFlags(context, table, [id], true);
  logChange(context, {
    action: 'makeDefault',
    subject: table,
    subjectId: id,
    number: chosen.name,
    before: { default: former },
    after: { default: [id] },
  });
  return { changed: 1 };
}

async function writeDefaultFlags(
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

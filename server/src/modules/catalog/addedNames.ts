// Categories and brands added by their name alone, for imports.
import { brands, categories, readTextLengths } from '@tradehouse/contract';
import { normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { addRows, bulkWriter, usedAmong } from '../../kernel/table/index.ts';
import type { StoredResourceRow } from '../../kernel/table/index.ts';
import { emitEvent, logChange } from '../../kernel/tx/index.ts';

/** Record named by products, and the column of the unique code. */
const namedRecords = {
  category: {
    code: 'number',
    most: readTextLengths(categories.declares.number.is.takes).maxLength ?? 0,
  },
  brand: { code: 'code', most: readTextLengths(brands.declares.code.is.takes).maxLength ?? 0 },
} as const;
export type NamedRecord = keyof typeof namedRecords;

interface AddedName {
  readonly id: string;
  readonly name: string;
}

/** Adds records with these names, each with a code like the name. Categories stand at the root. */
export async function addNames(
  context: Context,
  record: NamedRecord,
  names: readonly string[],
): Promise<readonly AddedName[]> {
  const { tx, tenantId } = context;
  const { code, most } = namedRecords[record];
  const { rows: known } = await sql<{ code: string }>`
    select normal_text(${sql.ref(code)}) as code from ${sql.table(record)}
    where tenant_id = ${tenantId}`.execute(tx);
  const taken = new Set(known.map((row) => normalText(row.code)));
  const rows = names.map((name) => ({ name, [code]: takeFreeCode(name, most, taken) }));
  const added = await addRows(context, record, rows);
  for (const row of added) noteNamed(context, 'add', record, row);
  return added.map(({ id, name }) => ({ id, name: String(name) }));
}

/** Takes the name for a code, with a number if another record has the code. */
function takeFreeCode(name: string, most: number, taken: Set<string>): string {
  for (let at = 1; ; at += 1) {
    const end = at === 1 ? '' : `-${at}`;
    const code = `${[...name].slice(0, most - end.length).join('')}${end}`;
    const form = normalText(code);
    if (taken.has(form)) continue;
    taken.add(form);
    return code;
  }
}

/** Deletes added records, if unchanged and unused. */
export async function removeNames(
  context: Context,
  record: NamedRecord,
  ids: readonly string[],
): Promise<void> {
  const { tx, tenantId } = context;
  const used = await usedAmong(context, record, ids);
  const { rows } = await sql<StoredResourceRow>`
    select * from ${sql.table(record)}
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and version = 1
    order by id for update`.execute(tx);
  const free = rows.filter(({ id }) => !used.has(id));
  if (free.length === 0) return;
  await bulkWriter(record).remove(context, sql`${free.map(({ id }) => id)}::bigint[]`);
  for (const row of free) noteNamed(context, 'delete', record, row);
}

function noteNamed(
  context: Context,
  action: 'add' | 'delete',
  record: NamedRecord,
  row: StoredResourceRow,
): void {
  const change = action === 'add' ? { after: row } : { before: row };
  logChange(context, {
    action,
    subject: record,
    subjectId: row.id,
    number: String(row['name']),
    ...change,
  });
  emitEvent(context, `${record}.${action}`, { id: row.id });
}

import type { InputOf, ReplyOf, TableDeclaration, defineResource } from '@tradehouse/contract';
import type { LogAction, LogSubject } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { TObject } from 'typebox';
import { trimTrailingZeros } from './cell.ts';
import type { Context } from '../access/context.ts';
import { logChange, emitEvent } from '../tx/journal.ts';
import { orRefuseMissing, refuseWith } from '../refuse.ts';
import type { BoundTable } from './source.ts';
import { sqlError } from '../tx/sqlError.ts';
import { refuseStale } from '../tx/stale.ts';
import { addRows, changeRows, isAlike } from './storedRows.ts';
import { letFollow, refuseReferencedRecords } from './uses.ts';
import type { HistoryRefusal } from './uses.ts';

/** Database row, with SQL names. */
export type StoredResourceRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
};
/** Columns to write, by their SQL names. */
export type ColumnValues = Readonly<Record<string, unknown>>;

export type AnyResource = ReturnType<typeof defineResource<TObject, TObject, TableDeclaration>>;
export type ResourceFieldsOf<R extends AnyResource> = InputOf<R['add']>;

/** Writing of a resource's records: the parts unknown to the engine. */
export interface Writer<R extends AnyResource> {
  readonly table: keyof Database & LogSubject;
  /** The list, already scoped; see `source`. */
  readonly list: BoundTable;
  /** Converts the input to columns, without tenant, id and version. */
  readonly toRow: (
    input: ResourceFieldsOf<R>,
    context: Context,
  ) => ColumnValues | Promise<ColumnValues>;
  /**
   * Builds the answer of info; default: the row's columns in camelCase. `toInfo` must mask amounts itself.
   */
  readonly toInfo?: (row: StoredResourceRow, context: Context) => unknown;
  /** Rows open to the user, within the tenant; others answer `record.missing`. */
  readonly mine?: (context: Context) => RawBuilder<boolean>;
  /** Checks before the row is written, and may return further columns; `existing` is null on add. */
  readonly before?: (
    context: Context,
    row: ColumnValues,
    existing: StoredResourceRow | null,
    input: ResourceFieldsOf<R>,
  ) => void | Promise<void | ColumnValues>;
  /** Runs after the write, in the same transaction; `before` is null on add, `after` null on delete. */
  readonly after?: (
    context: Context,
    before: StoredResourceRow | null,
    after: StoredResourceRow | null,
    input: ResourceFieldsOf<R> | null,
  ) => void | Promise<void>;
  /** Refuses a duplicate, if more than the name must be unique; default: the name is (`name.taken`). */
  readonly taken?: (row: ColumnValues) => never;
  /** Reads the columns of uniqueness behind other fields of a name check. */
  readonly nameScope?: (context: Context, asked: ColumnValues) => Promise<ColumnValues>;
  /**
   * Refuses a deletion that the business forbids, or releases dependents; a record still referenced stays
   * anyway.
   */
  readonly mayDelete?: (context: Context, row: StoredResourceRow) => void | Promise<void>;
  /** Refusal if only history references the record; default: a hint to disable the record, where possible. */
  readonly kept?: HistoryRefusal;
}

const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns a batch call's ids, each once, in fixed order, so that two batches can't wait for each other. */
export const idsFromList = (ids: string): string[] =>
  [...new Set(ids.split(',').filter((id) => id !== ''))].toSorted(
    (a, b) => a.length - b.length || (a < b ? -1 : 1),
  );

/** Builds a resource's calls, as functions of a context; `mountResource` adds the routes. */
export function resourceEngine<R extends AnyResource>(
  resource: R,
  writer: Omit<Writer<R>, 'list'>,
) {
  const { table, kept = resource.status ? 'record.inBooks' : 'record.stays' } = writer;
  const from = sql.table(table);
  const isVisible = (context: Context) => writer.mine?.(context) ?? sql<boolean>`true`;

  async function rowsOf(
    context: Context,
    ids: readonly string[],
    lock: boolean,
  ): Promise<StoredResourceRow[]> {
    const { tx, tenantId } = context;
    const { rows } = await sql<StoredResourceRow>`
      select * from ${from} as row
      where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and ${isVisible(context)}
      order by id ${lock ? sql`for update of row` : sql``}`.execute(tx);
    return rows;
  }

  /** Locks all rows or refuses: a missing row refuses the whole call. */
  async function lockAll(context: Context, ids: readonly string[]): Promise<StoredResourceRow[]> {
    const rows = await rowsOf(context, ids, true);
    if (rows.length < ids.length || rows.length === 0) refuseWith('record.missing');
    return rows;
  }

  function settle(
    context: Context,
    action: LogAction,
    before: StoredResourceRow | null,
    after: StoredResourceRow | null,
  ): void {
    const row = orRefuseMissing(after ?? before);
    const number = String(row[toSnakeCase(resource.unique.field)] ?? row['number'] ?? '');
    logChange(context, {
      action,
      subject: table,
      subjectId: row.id,
      number,
      before: before ?? undefined,
      after: after ?? undefined,
    });
    emitEvent(context, `${table}.${action}`, { id: row.id });
  }

  async function add(context: Context, input: ResourceFieldsOf<R>): Promise<SavedRecord> {
    const given = await writer.toRow(input, context);
    const columns = { ...given, ...(await writer.before?.(context, given, null, input)) };
    const rows = await naming(columns, addRows(context, table, [columns]));
    const after = orRefuseMissing(rows[0]);
    await writer.after?.(context, null, after, input);
    settle(context, 'add', null, after);
    return savedOf(after);
  }

  async function update(
    context: Context,
    input: ResourceFieldsOf<R> & SavedRecord,
  ): Promise<SavedRecord> {
    const { id, version, ...fields } = input;
    const before = orRefuseMissing((await rowsOf(context, [id], true))[0]);
    if (before.version !== version) await refuseStale(context, table, id, before.version);
    // SAFETY: update takes the fields of add, with id and version.
    const asked = fields as ResourceFieldsOf<R>;
    const given = await writer.toRow(asked, context);
    const columns = { ...given, ...(await writer.before?.(context, given, before, asked)) };
    const after = await write(context, before, columns);
    await writer.after?.(context, before, after, asked);
    settle(context, 'update', before, after);
    return savedOf(after);
  }

  async function write(
    context: Context,
    { id, version }: StoredResourceRow,
    columns: ColumnValues,
  ): Promise<StoredResourceRow> {
    const row = { ...columns, id, version: version + 1 };
    return orRefuseMissing((await naming(columns, changeRows(context, table, [row])))[0]);
  }

  /** Names the duplicate: the database, behind row-level security, reports only the constraint. */
  async function naming<T>(columns: ColumnValues, writing: Promise<T>): Promise<T> {
    const { field } = resource.unique;
    try {
      return await writing;
    } catch (error) {
      const broken = sqlError(error);
      const column = toSnakeCase(field);
      const constraints = [`${table}__${column}_once`, `${table}__alike_${column}`];
      if (broken?.state !== '23505' || !constraints.includes(broken.constraint)) throw error;
      writer.taken?.(columns);
      return refuseWith('name.taken', { name: String(columns[column] ?? '') }, { field });
    }
  }

  async function remove(
    context: Context,
    ids: readonly string[],
  ): Promise<{ readonly changed: number }> {
    const { tx, tenantId } = context;
    const rows = await lockAll(context, ids);
    for (const row of rows) await writer.mayDelete?.(context, row);
    await refuseReferencedRecords(context, table, rows, kept);
    await sql`delete from ${from} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(
      tx,
    );
    await letFollow(context, table, ids);
    for (const row of rows) {
      await writer.after?.(context, row, null, null);
      settle(context, 'delete', row, null);
    }
    return { changed: rows.length };
  }

  async function setStatus(
    context: Context,
    ids: readonly string[],
    enabled: boolean,
  ): Promise<{ readonly changed: number }> {
    const rows = await lockAll(context, ids);
    const changing = rows.filter((row) => row['enabled'] !== enabled);
    for (const before of changing) {
      const after = await write(context, before, { enabled });
      await writer.after?.(context, before, after, null);
      settle(context, enabled ? 'enable' : 'disable', before, after);
    }
    return { changed: rows.length };
  }

  /** Checks visible records alone: a name reveals its record. */
  async function nameExists(
    context: Context,
    input: InputOf<AnyResource['nameExists']>,
  ): Promise<boolean> {
    const { tx, tenantId } = context;
    const { field, within = [] } = resource.unique;
    const given: ColumnValues = { ...input, ...(await writer.nameScope?.(context, input)) };
    const { properties } = resource.add.input;
    const required: readonly string[] = resource.add.input.required ?? [];
    const mayBeBlank = (name: string): boolean => name in properties && !required.includes(name);
    // A missing optional field is blank: no parent is the root. Missing required fields open the condition.
    const tests = within
      .filter((name) => given[name] !== undefined || mayBeBlank(name))
      .map(
        (name) => sql`and coalesce(${sql.ref(toSnakeCase(name))}::text, '') = ${given[name] ?? ''}`,
      );
    const others = input.id === undefined ? sql`` : sql`and id <> ${input.id}`;
    const { rows } = await sql`
      select from ${from} as row
      where tenant_id = ${tenantId} and ${isAlike(sql.ref(toSnakeCase(field)), input.name)}
        and ${isVisible(context)} ${sql.join([...tests, others], sql` `)}
      limit 1`.execute(tx);
    return rows.length > 0;
  }

  async function info(context: Context, id: string): Promise<ReplyOf<R['infoCall']>> {
    const row = orRefuseMissing((await rowsOf(context, [id], false))[0]);
    const answer = await (writer.toInfo === undefined
      ? plainInfo(row)
      : writer.toInfo(row, context));
    // SAFETY: a writer returns its resource's declared reply; the route lets nothing else out.
    return answer as ReplyOf<R['infoCall']>;
  }

  return { add, update, remove, setStatus, nameExists, info };
}

interface SavedRecord {
  readonly id: string;
  readonly version: number;
}

const savedOf = ({ id, version }: StoredResourceRow): SavedRecord => ({ id, version });
const plainInfo = (row: StoredResourceRow): unknown =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [toCamelCase(name), trimDecimalValue(value)]),
  );
const trimDecimalValue = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? trimTrailingZeros(value) : value;

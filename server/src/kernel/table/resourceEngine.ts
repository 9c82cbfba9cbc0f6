import type { InputOf, ReplyOf, Table, resource } from '@tradehouse/contract';
import type { LogAction, LogSubject } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { TObject } from 'typebox';
import { trimmed } from './cell.ts';
import type { Context } from '../context.ts';
import { log, emit } from '../tx/journal.ts';
import { found, refuse } from '../refuse.ts';
import type { Source } from './source.ts';
import { sqlError } from '../tx/sqlError.ts';
import { refuseStale } from '../tx/stale.ts';
import { addRows, changeRows, isAlike } from './storedRows.ts';
import { letFollow, refuseUsed } from './uses.ts';
import type { Kept } from './uses.ts';

/** A row as the database gives it: SQL names. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
};
/** Columns to write, by their SQL names. */
export type Columns = Readonly<Record<string, unknown>>;

export type AnyResource = ReturnType<typeof resource<TObject, TObject, Table>>;
/** What a user may write of a resource. */
export type FieldsOf<R extends AnyResource> = InputOf<R['add']>;

/** How the records of a resource are written: what the engine can't know. */
export interface Writer<R extends AnyResource> {
  readonly table: keyof Database & LogSubject;
  /** The list, already scoped; see `source`. */
  readonly list: Source;
  /** What the input becomes in the table, without tenant, id and version. */
  readonly toRow: (input: FieldsOf<R>, context: Context) => Columns | Promise<Columns>;
  /** What info answers; without it, the row's columns in camelCase. Masked amounts are its own business. */
  readonly toInfo?: (row: Row, context: Context) => unknown;
  /** Rows this user may touch at all, beyond the tenant's wall; others answer `record.missing`. */
  readonly mine?: (context: Context) => RawBuilder<boolean>;
  /** Checks and completes before the row is written; `existing` is null on add. */
  readonly before?: (
    context: Context,
    row: Columns,
    existing: Row | null,
    input: FieldsOf<R>,
  ) => void | Promise<void>;
  /** What follows in the same transaction; `before` is null on add, `after` null on delete. */
  readonly after?: (
    context: Context,
    before: Row | null,
    after: Row | null,
    input: FieldsOf<R> | null,
  ) => void | Promise<void>;
  /** Refuses what stands there already, where more than a name is taken; default: the name is (`name.taken`). */
  readonly taken?: (row: Columns) => never;
  /** Refuses a deletion that the business forbids, or lets go of what goes along; what something names can’t go anyway. */
  readonly mayDelete?: (context: Context, row: Row) => void | Promise<void>;
  /** How it is refused where only history names the record; default: told to be switched off, where it can be. */
  readonly kept?: Kept;
}

const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The ids of a batch call, each once, in one fixed order, so that two batches can't wait for each other. */
export const idsOf = (ids: string): string[] =>
  [...new Set(ids.split(',').filter((id) => id !== ''))].toSorted(
    (a, b) => a.length - b.length || (a < b ? -1 : 1),
  );

/** The calls of a resource as functions of a context; `mountResource` gives them their routes. */
export function resourceEngine<R extends AnyResource>(
  resource: R,
  writer: Omit<Writer<R>, 'list'>,
) {
  const { table, kept = resource.status ? 'record.inBooks' : 'record.stays' } = writer;
  const from = sql.table(table);

  async function rowsOf(context: Context, ids: readonly string[], lock: boolean): Promise<Row[]> {
    const { tx, tenantId } = context;
    const { rows } = await sql<Row>`
      select * from ${from} as row
      where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and ${writer.mine?.(context) ?? sql`true`}
      order by id ${lock ? sql`for update of row` : sql``}`.execute(tx);
    return rows;
  }

  /** All of them, locked, or nothing: one that is missing refuses the whole call. */
  async function lockAll(context: Context, ids: readonly string[]): Promise<Row[]> {
    const rows = await rowsOf(context, ids, true);
    if (rows.length < ids.length || rows.length === 0) refuse('record.missing');
    return rows;
  }

  function settle(
    context: Context,
    action: LogAction,
    before: Row | null,
    after: Row | null,
  ): void {
    const row = found(after ?? before);
    const number = String(row[snake(resource.unique.field)] ?? row['number'] ?? '');
    log(context, {
      action,
      subject: table,
      subjectId: row.id,
      number,
      before: before ?? undefined,
      after: after ?? undefined,
    });
    emit(context, `${table}.${action}`, { id: row.id });
  }

  async function add(context: Context, input: FieldsOf<R>): Promise<Saved> {
    const columns = await writer.toRow(input, context);
    await writer.before?.(context, columns, null, input);
    const rows = await naming(columns, addRows(context, table, [columns]));
    const after = found(rows[0]);
    await writer.after?.(context, null, after, input);
    settle(context, 'add', null, after);
    return savedOf(after);
  }

  async function update(context: Context, input: FieldsOf<R> & Saved): Promise<Saved> {
    const { id, version, ...fields } = input;
    const before = found((await rowsOf(context, [id], true))[0]);
    if (before.version !== version) await refuseStale(context, table, id, before.version);
    // SAFETY: what update takes is what add takes, with the id and the version beside it.
    const asked = fields as FieldsOf<R>;
    const columns = await writer.toRow(asked, context);
    await writer.before?.(context, columns, before, asked);
    const after = await write(context, before, columns);
    await writer.after?.(context, before, after, asked);
    settle(context, 'update', before, after);
    return savedOf(after);
  }

  async function write(context: Context, { id, version }: Row, columns: Columns): Promise<Row> {
    const row = { ...columns, id, version: version + 1 };
    return found((await naming(columns, changeRows(context, table, [row])))[0]);
  }

  /** Says which name was taken: the database, behind its walls, says only which constraint it broke. */
  async function naming<T>(columns: Columns, writing: Promise<T>): Promise<T> {
    const { field } = resource.unique;
    try {
      return await writing;
    } catch (error) {
      const broken = sqlError(error);
      const column = snake(field);
      const constraints = [`${table}__${column}_once`, `${table}__alike_${column}`];
      if (broken?.state !== '23505' || !constraints.includes(broken.constraint)) throw error;
      writer.taken?.(columns);
      return refuse('name.taken', { name: String(columns[column] ?? '') }, { field });
    }
  }

  async function remove(
    context: Context,
    ids: readonly string[],
  ): Promise<{ readonly changed: number }> {
    const { tx, tenantId } = context;
    const rows = await lockAll(context, ids);
    for (const row of rows) await writer.mayDelete?.(context, row);
    await refuseUsed(context, table, rows, kept);
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

  async function nameExists(
    { tx, tenantId }: Context,
    input: InputOf<AnyResource['nameExists']>,
  ): Promise<boolean> {
    const { field, within = [] } = resource.unique;
    const given: Readonly<Record<string, unknown>> = { ...input };
    // A parent that is not named is the root; another part that is not named leaves it open.
    const tests = within
      .filter((name) => given[name] !== undefined || name.endsWith('Id'))
      .map((name) => sql`and ${sql.ref(snake(name))} is not distinct from ${given[name] ?? null}`);
    const others = input.id === undefined ? sql`` : sql`and id <> ${input.id}`;
    const { rows } = await sql`
      select from ${from}
      where tenant_id = ${tenantId} and ${isAlike(sql.ref(snake(field)), input.name)} ${sql.join([...tests, others], sql` `)}
      limit 1`.execute(tx);
    return rows.length > 0;
  }

  async function info(context: Context, id: string): Promise<ReplyOf<R['infoCall']>> {
    const row = found((await rowsOf(context, [id], false))[0]);
    const answer = await (writer.toInfo === undefined
      ? plainInfo(row)
      : writer.toInfo(row, context));
    // SAFETY: a writer answers what its resource declares; the route lets nothing else out.
    return answer as ReplyOf<R['infoCall']>;
  }

  return { add, update, remove, setStatus, nameExists, info };
}

interface Saved {
  readonly id: string;
  readonly version: number;
}

const savedOf = ({ id, version }: Row): Saved => ({ id, version });
const plainInfo = (row: Row): unknown =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), plainValue(value)]));
const plainValue = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? trimmed(value) : value;

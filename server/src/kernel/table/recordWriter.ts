import { masksOf } from '@tradehouse/contract';
import type { FieldType, RecordField, Saying } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { LogSubject } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { found } from '../refuse.ts';
import { seesAmounts } from '../scope.ts';
import { trimmed } from './cell.ts';
import type { AnyResource, Columns, FieldsOf, Row, Writer } from './resourceEngine.ts';
import { written } from './shown.ts';
import type { Show } from './shown.ts';
import { source } from './source.ts';

/** A record whose fields the contract declares; those that are kept, in columns of these names. */
export interface AnyRecord<
  Kept extends string = string,
  Reads extends NonNullable<RecordField['reads']> = NonNullable<RecordField['reads']>,
> extends AnyResource {
  readonly declares: Readonly<
    Record<string, RecordField & { readonly keeps?: Kept; readonly reads?: Reads }>
  >;
}

/** A field in SQL, of the record `row`. */
export type Reading = (context: Context) => RawBuilder<unknown>;
type Found<R extends AnyRecord> = Saying<R['declares'], { readonly reads: string }>;
type Kept<R extends AnyRecord> = Saying<R['declares'], { readonly keeps: string }>;
type Readings<Names extends PropertyKey> = Readonly<Record<Names, Reading>>;

type Find = (context: Context, value: unknown) => RawBuilder<boolean>;
type Finds = Readonly<Record<string, Find>>;

/** What follows from no declaration. */
interface ByHand<R extends AnyRecord> extends Pick<
  Partial<Writer<R>>,
  'mine' | 'before' | 'after' | 'taken' | 'mayDelete' | 'kept'
> {
  /** What no column keeps, and what only some may read of what one keeps. */
  readonly reads: Readings<Found<R>> & Partial<Readings<Kept<R>>>;
  /** What a list alone shows otherwise. */
  readonly lists?: Partial<Readings<keyof R['declares']>>;
  /** What the list's own filters ask of the record `row`, by their names. */
  readonly finds?: Finds;
  /** Checks, and completes the row that the fields make; money that the writer may not see is not in it. */
  readonly row?: (
    columns: Columns,
    input: FieldsOf<R>,
    context: Context,
  ) => Columns | Promise<Columns>;
}

const isHidden = ({ scope }: Context, { column }: FieldType): boolean =>
  masksOf(column).some((mask) => !seesAmounts(scope, mask));

const select = (context: Context, readings: readonly (readonly [string, Reading])[]) =>
  sql.join(readings.map(([name, reading]) => sql`${reading(context)} as ${sql.ref(name)}`));

const from = ({ tenantId }: Context, table: string) =>
  sql`${sql.table(table)} as row where row.tenant_id = ${tenantId}`;

/**
 * How the records of a table are listed, read and written, from the declaration of their fields. A field that names no
 * column of the table does not compile, nor one that none keeps and none finds out.
 */
export function recordWriter<
  T extends keyof Database & LogSubject,
  R extends AnyRecord<keyof Database[T] & string>,
>(record: R & { readonly subject: T }, byHand: ByHand<R>): Writer<R> {
  const { subject: table } = record;
  const { mine = () => sql<boolean>`true` } = byHand;
  const finds: Finds = byHand.finds ?? {};
  const own: Readonly<Partial<Record<string, Reading>>> = { ...byHand.reads, ...byHand.lists };
  const column =
    (name: string): Reading =>
    () =>
      sql.ref(`row.${name}`);
  const listed = [
    ['id', column('id')] as const,
    ['version', column('version')] as const,
    ...Object.entries(record.declares).flatMap(([name, { keeps = name, lists }]) =>
      lists === undefined ? [] : [[name, own[name] ?? column(keeps)] as const],
    ),
    ['createTime', column('created_at')] as const,
  ];
  return {
    ...recordRows<T, R>(table, record, byHand),
    list: source(record.list, (context, filters: Readonly<Record<string, unknown>>) => {
      const narrowed = Object.entries(finds).flatMap(([name, find]) =>
        filters[name] === undefined ? [] : [find(context, filters[name])],
      );
      const where = sql.join([mine(context), ...narrowed], sql` and `);
      return sql`(select ${select(context, listed)} from ${from(context, table)} and ${where})`;
    }),
  };
}

/** The same without the list: for records whose path has several lists. */
export function recordRows<
  T extends keyof Database & LogSubject,
  R extends AnyRecord<keyof Database[T] & string>,
>(table: T, record: R, byHand: Omit<ByHand<R>, 'lists' | 'finds'>) {
  const { reads, row: completed = (columns) => columns, ...hooks } = byHand;
  const own: Readonly<Partial<Record<string, Reading>>> = reads;
  const fields = Object.entries(record.declares);
  const replied = fields.filter(
    ([, { keeps, reads: place }]) => keeps !== undefined || place === 'info' || place === 'both',
  );
  const foundOut = replied.flatMap(([name]) => {
    const reading = own[name];
    return reading === undefined ? [] : [[name, reading] as const];
  });

  /** What of a record the row of its table does not say. */
  async function rest(context: Context, { id }: Row): Promise<Columns> {
    if (foundOut.length === 0) return {};
    const { rows } = await sql<Columns>`
      select ${select(context, foundOut)} from ${from(context, table)} and row.id = ${id}`.execute(
      context.tx,
    );
    return found(rows[0]);
  }

  return {
    ...hooks,
    table,
    toRow: (input: FieldsOf<R>, context: Context) => {
      const given: Columns = input;
      const columns = fields.flatMap(([name, { is, keeps, enters }]) =>
        keeps === undefined || enters === undefined || isHidden(context, is)
          ? []
          : [[keeps, given[name]]],
      );
      return completed(Object.fromEntries(columns), input, context);
    },
    toInfo: async (row: Row, context: Context) => {
      const others = await rest(context, row);
      const values = replied.map(([name, { is, keeps = name }]) => {
        const show: Show = (amount) =>
          amount === null || isHidden(context, is) ? null : trimmed(amount);
        return [name, written[is.shown](name in others ? others[name] : row[keeps], show)];
      });
      return { id: row.id, version: row.version, ...Object.fromEntries(values) };
    },
  };
}

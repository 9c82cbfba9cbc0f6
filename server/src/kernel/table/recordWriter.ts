import { masksOf } from '@tradehouse/contract';
import type { FieldType, RecordField, Saying } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { LogSubject } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../access/context.ts';
import { orRefuseMissing } from '../refuse.ts';
import { seesAmounts } from '../access/scope.ts';
import { trimTrailingZeros } from './cell.ts';
import type {
  AnyResource,
  ColumnValues,
  ResourceFieldsOf,
  StoredResourceRow,
  Writer,
} from './resourceEngine.ts';
import { written } from './shown.ts';
import type { MaskAmount } from './shown.ts';
import { bindTable } from './source.ts';

/** Record with fields declared by the contract; stored fields name columns. */
export interface WritableRecord<
  Kept extends string = string,
  Reads extends NonNullable<RecordField['reads']> = NonNullable<RecordField['reads']>,
> extends AnyResource {
  readonly declares: Readonly<
    Record<string, RecordField & { readonly keeps?: Kept; readonly reads?: Reads }>
  >;
}

/** A field in SQL, of the record `row`. */
export type FieldReading = (context: Context) => RawBuilder<unknown>;
type ComputedFieldsOf<R extends WritableRecord> = Saying<R['declares'], { readonly reads: string }>;
type StoredFieldsOf<R extends WritableRecord> = Saying<R['declares'], { readonly keeps: string }>;
type FieldReadings<Names extends PropertyKey> = Readonly<Record<Names, FieldReading>>;

type Find = (context: Context, value: unknown) => RawBuilder<boolean>;
type Finds = Readonly<Record<string, Find>>;

/** Parts of a writer that no declaration implies. */
interface ByHand<R extends WritableRecord> extends Pick<
  Partial<Writer<R>>,
  'mine' | 'before' | 'after' | 'taken' | 'nameScope' | 'mayDelete' | 'kept'
> {
  /** SQL of fields without a column, and of stored fields that only some users may read. */
  readonly reads: FieldReadings<ComputedFieldsOf<R>> & Partial<FieldReadings<StoredFieldsOf<R>>>;
  /** SQL of fields that a list shows differently. */
  readonly lists?: Partial<FieldReadings<keyof R['declares']>>;
  /** Conditions of the list's own filters on the record `row`, by filter name. */
  readonly finds?: Finds;
  /** Checks and completes the row built from the fields, without money hidden from the writer. */
  readonly row?: (
    columns: ColumnValues,
    input: ResourceFieldsOf<R>,
    context: Context,
  ) => ColumnValues | Promise<ColumnValues>;
}

const isMaskedField = ({ scope }: Context, { column }: FieldType): boolean =>
  masksOf(column).some((mask) => !seesAmounts(scope, mask));

const selectReadingsSql = (
  context: Context,
  readings: readonly (readonly [string, FieldReading])[],
) => sql.join(readings.map(([name, reading]) => sql`${reading(context)} as ${sql.ref(name)}`));

const fromTenantRowsSql = ({ tenantId }: Context, table: string) =>
  sql`${sql.table(table)} as row where row.tenant_id = ${tenantId}`;

/**
 * Builds listing, reading and writing of a table's records from their field declarations. A field without a
 * column of the table does not compile, nor one neither stored nor computed.
 */
export function recordWriter<
  T extends keyof Database & LogSubject,
  R extends WritableRecord<keyof Database[T] & string>,
>(record: R & { readonly subject: T }, byHand: ByHand<R>): Writer<R> {
  const { subject: table } = record;
  const { mine = () => sql<boolean>`true` } = byHand;
  const finds: Finds = byHand.finds ?? {};
  const own: Readonly<Partial<Record<string, FieldReading>>> = { ...byHand.reads, ...byHand.lists };
  const column =
    (name: string): FieldReading =>
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
    list: bindTable(record.list, (context, filters: Readonly<Record<string, unknown>>) => {
      const narrowed = Object.entries(finds).flatMap(([name, find]) =>
        filters[name] === undefined ? [] : [find(context, filters[name])],
      );
      const where = sql.join([mine(context), ...narrowed], sql` and `);
      return sql`(select ${selectReadingsSql(context, listed)} from ${fromTenantRowsSql(context, table)} and ${where})`;
    }),
  };
}

/** Builds `recordWriter` without the list, for records whose path has several lists. */
export function recordRows<
  T extends keyof Database & LogSubject,
  R extends WritableRecord<keyof Database[T] & string>,
>(table: T, record: R, byHand: Omit<ByHand<R>, 'lists' | 'finds'>) {
  const { reads, row: completed = (columns) => columns, ...hooks } = byHand;
  const own: Readonly<Partial<Record<string, FieldReading>>> = reads;
  const fields = Object.entries(record.declares);
  const replied = fields.filter(
    ([, { keeps, reads: place }]) => keeps !== undefined || place === 'info' || place === 'both',
  );
  const foundOut = replied.flatMap(([name]) => {
    const reading = own[name];
    return reading === undefined ? [] : [[name, reading] as const];
  });

  /** Reads the values of a record missing in the table's row. */
  async function rest(context: Context, { id }: StoredResourceRow): Promise<ColumnValues> {
    if (foundOut.length === 0) return {};
    const { rows } = await sql<ColumnValues>`
      select ${selectReadingsSql(context, foundOut)} from ${fromTenantRowsSql(context, table)} and row.id = ${id}`.execute(
      context.tx,
    );
    return orRefuseMissing(rows[0]);
  }

  return {
    ...hooks,
    table,
    toRow: (input: ResourceFieldsOf<R>, context: Context) => {
      const given: ColumnValues = input;
      const columns = fields.flatMap(([name, { is, keeps, enters }]) =>
        keeps === undefined || enters === undefined || isMaskedField(context, is)
          ? []
          : [[keeps, given[name]]],
      );
      return completed(Object.fromEntries(columns), input, context);
    },
    toInfo: async (row: StoredResourceRow, context: Context) => {
      const others = await rest(context, row);
      const values = replied.map(([name, { is, keeps = name }]) => {
        const show: MaskAmount = (amount) =>
          amount === null || isMaskedField(context, is) ? null : trimTrailingZeros(amount);
        return [name, written[is.shown](name in others ? others[name] : row[keeps], show)];
      });
      return { id: row.id, version: row.version, ...Object.fromEntries(values) };
    },
  };
}

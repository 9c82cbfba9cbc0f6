import { billOf, documentKinds, internalKindCodes, numberPeriod } from '@tradehouse/domain';
import type { AnyKindCode, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { QueryResult, RawBuilder } from 'kysely';
import { orRefuseMissing } from '../../../kernel/access/index.ts';
import { rowsAsTable, sqlError, runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

/** Constraint against duplicate numbers. */
export const NUMBER_ONCE = 'document__number_once';
/** PostgreSQL error code of a race worth retrying. */
const SERIALIZATION = '40001';

/** Row source with the counted number and a flag for a number already taken. */
export type CountedNumberSql = RawBuilder<unknown>;

/**
 * Numbers a new document last, because all documents of the kind and month share the counter's row, locked
 * briefly. A rollback returns the number; only deletions and typed numbers leave gaps.
 *
 * @param give writes and returns the number; no row if taken.
 */
export async function takeNumber(
  context: Context,
  { kind, businessDate }: Document,
  give: (counted: CountedNumberSql) => Promise<QueryResult<{ number: string }>>,
): Promise<string> {
  const period = numberPeriod(businessDate);
  for (;;) {
    const [, { rows }] = await runTogether([
      countOn(context, kind, period),
      retryIfNumberTaken(give(lastCounted(context, kind, period))),
    ]);
    if (rows[0] !== undefined) return rows[0].number;
  }
}

const countOn = ({ tx, tenantId }: Context, kind: string, period: string) =>
  sql<{ value: string }>`
    insert into document_number (tenant_id, kind, period, value) values (${tenantId}, ${kind}, ${period}, 1)
    on conflict (tenant_id, kind, period) do update set value = document_number.value + 1
    returning value::text as value`.execute(tx);

/** Advances a counter for numbers of other records, and returns its value. */
export async function nextCount(context: Context, kind: string, period: string): Promise<string> {
  const { rows } = await countOn(context, kind, period);
  return orRefuseMissing(rows[0]).value;
}

/** Last counted number in the format of `documentNumber`. */
const lastCounted = (
  { tenantId }: Context,
  kind: AnyKindCode,
  period: string,
): CountedNumberSql => sql`(
  select number, exists (
    select from document other
    where other.tenant_id = ${tenantId} and other.kind = ${kind} and other.number = last.number) as taken
  from (
    select ${documentKinds[kind].prefix + period} || lpad(value::text, greatest(7, length(value::text)), '0') as number
    from document_number where tenant_id = ${tenantId} and kind = ${kind} and period = ${period}) last) counted`;

/** Writes the counted number to a stored document. */
export const giveNumber = (
  { tx, tenantId }: Context,
  { id }: Document,
  counted: CountedNumberSql,
) =>
  sql<{ number: string }>`
    update document d set number = counted.number from ${counted}
    where d.tenant_id = ${tenantId} and d.id = ${id} and not counted.taken
    returning d.number`.execute(tx);

async function retryIfNumberTaken<T>(giving: Promise<T>): Promise<T> {
  try {
    return await giving;
  } catch (error) {
    if (sqlError(error)?.constraint !== NUMBER_ONCE) throw error;
    // A user typed the equal number concurrently: the retry skips the number.
    throw Object.assign(new Error('the number was typed meanwhile'), { code: SERIALIZATION });
  }
}

/**
 * Advances counters past typed numbers of standard form. Much longer ones are ignored, because a typing
 * error would lengthen every later number; a counter reaching one skips it.
 */
export async function passNumbers(
  { tx, tenantId }: Context,
  documents: readonly Document[],
): Promise<void> {
  const rows = documents.flatMap(({ kind, number }) => {
    const counted = new RegExp(`^${documentKinds[kind].prefix}(\\d{4})(\\d{7,9})$`).exec(
      number ?? '',
    );
    return counted === null ? [] : [{ kind, period: counted[1], value: counted[2] }];
  });
  if (rows.length === 0) return;
  await sql`
    insert into document_number (tenant_id, kind, period, value)
    select ${tenantId}::bigint, given.kind, given.period, max(given.value)
    from ${rowsAsTable(rows, 'kind text, period text, value bigint')}
    group by 2, 3
    order by 2, 3
    on conflict (tenant_id, kind, period) do update set value = greatest(document_number.value, excluded.value)`.execute(
    tx,
  );
}

const numberedByRecord = internalKindCodes.filter((kind) => billOf(kind) !== null);

/** Releases the typed numbers of deleted opening debts, so that another import may bring the bills again. */
export async function releaseNumbers(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update document set number = number || ' #' || id
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
      and kind = any(${numberedByRecord}::text[])`.execute(tx);
}

import { documentKinds, numberPeriod } from '@tradehouse/domain';
import type { AnyKindCode, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { QueryResult, RawBuilder } from 'kysely';
import { given, sqlError, together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';

/** The constraint that keeps a number from being given twice. */
export const NUMBER_ONCE = 'document__number_once';
/** How PostgreSQL calls a race that a second try can win. */
const SERIALIZATION = '40001';

/** A row source with the number that was just counted, and whether some document has it already. */
export type Counted = RawBuilder<unknown>;

/**
 * Counts a new document and gives it its number, last in its transaction: the counter's row is shared by every document
 * of the kind and month, so it is held for as short as can be. A rolled-back save gives its number back; gaps come only
 * from deleted documents and numbers that users typed.
 *
 * @param give writes the number down and answers it; nothing where it is taken.
 */
export async function takeNumber(
  context: Context,
  { kind, businessDate }: Document,
  give: (counted: Counted) => Promise<QueryResult<{ number: string }>>,
): Promise<string> {
  const period = numberPeriod(businessDate);
  for (;;) {
    const [, { rows }] = await together([
      countOn(context, kind, period),
      once(give(lastCounted(context, kind, period))),
    ]);
    if (rows[0] !== undefined) return rows[0].number;
  }
}

const countOn = ({ tx, tenantId }: Context, kind: AnyKindCode, period: string) =>
  sql`
    insert into document_number (tenant_id, kind, period, value) values (${tenantId}, ${kind}, ${period}, 1)
    on conflict (tenant_id, kind, period) do update set value = document_number.value + 1`.execute(
    tx,
  );

/** The number as `documentNumber` writes it. */
const lastCounted = ({ tenantId }: Context, kind: AnyKindCode, period: string): Counted => sql`(
  select number, exists (
    select from document other
    where other.tenant_id = ${tenantId} and other.kind = ${kind} and other.number = last.number) as taken
  from (
    select ${documentKinds[kind].prefix + period} || lpad(value::text, greatest(7, length(value::text)), '0') as number
    from document_number where tenant_id = ${tenantId} and kind = ${kind} and period = ${period}) last) counted`;

/** Gives a document that is written already the number that was just counted. */
export const giveNumber = ({ tx, tenantId }: Context, { id }: Document, counted: Counted) =>
  sql<{ number: string }>`
    update document d set number = counted.number from ${counted}
    where d.tenant_id = ${tenantId} and d.id = ${id} and not counted.taken
    returning d.number`.execute(tx);

async function once<T>(giving: Promise<T>): Promise<T> {
  try {
    return await giving;
  } catch (error) {
    if (sqlError(error)?.constraint !== NUMBER_ONCE) throw error;
    // Somebody typed the very number at the same moment: the counter passes by it when this is tried again.
    throw Object.assign(new Error('the number was typed meanwhile'), { code: SERIALIZATION });
  }
}

/**
 * The counters go on behind numbers that users typed in their own form. Much longer ones it leaves alone, or one slip
 * of the hand would make every later number as long; should it ever come to one, it passes by.
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
    from ${given(rows, 'kind text, period text, value bigint')}
    group by 2, 3
    order by 2, 3
    on conflict (tenant_id, kind, period) do update set value = greatest(document_number.value, excluded.value)`.execute(
    tx,
  );
}

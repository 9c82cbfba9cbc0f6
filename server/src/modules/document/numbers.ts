import { documentKinds, documentNumber, numberPeriod } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { found } from '../../kernel/refuse.ts';

/**
 * Counts a new document, last in its transaction: the counter's row is shared by every document of the kind and month,
 * so it is held for as short as can be. A rolled-back save gives its number back; gaps come only from deleted documents
 * and numbers that users typed.
 */
export async function takeNumber(
  { tx, tenantId }: Context,
  { kind, businessDate }: Document,
): Promise<string> {
  const period = numberPeriod(businessDate);
  for (;;) {
    const { rows } = await sql<{ value: string; taken: boolean }>`
      insert into document_number (tenant_id, kind, period, value) values (${tenantId}, ${kind}, ${period}, 1)
      on conflict (tenant_id, kind, period) do update set value = document_number.value + 1
      returning value, exists (
        select from document d where d.tenant_id = ${tenantId} and d.kind = ${kind}
          and d.number = ${documentKinds[kind].prefix + period} || lpad(value::text, greatest(7, length(value::text)), '0')
      ) as taken`.execute(tx);
    const { value, taken } = found(rows[0]);
    if (!taken) return documentNumber(kind, period, value);
  }
}

/**
 * The counter goes on behind a number that a user typed in its own form. Much longer ones it leaves alone, or one slip
 * of the hand would make every later number as long; should it ever come to one, it passes by.
 */
export async function passNumber(
  { tx, tenantId }: Context,
  { kind, number }: Document,
): Promise<void> {
  const counted = new RegExp(`^${documentKinds[kind].prefix}(\\d{4})(\\d{7,9})$`).exec(
    number ?? '',
  );
  if (counted === null) return;
  const [, period, value] = counted;
  await sql`
    insert into document_number (tenant_id, kind, period, value)
    values (${tenantId}, ${kind}, ${period}, ${value}::bigint)
    on conflict (tenant_id, kind, period) do update set value = greatest(document_number.value, excluded.value)`.execute(
    tx,
  );
}

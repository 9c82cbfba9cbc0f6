import type { InputOf, bankStatements } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, log, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { moneyDigits } from '../system/index.ts';
import { lockStatements } from './statement.ts';

/** Sets the closing balance of a statement. Refuses more decimals than its currency has: no bank states them. */
export async function setClosing(
  context: Context,
  { id, closing: stated }: InputOf<typeof bankStatements.setClosing>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const { name, closing, foreign } = found((await lockStatements(context, [id]))[0]);
  const digits = await moneyDigits(context, foreign);
  const exact = stated === null ? null : decimal(stated);
  if (exact !== null && exact.decimalPlaces() > digits)
    refuse('cell.decimals', { value: plain(exact), most: digits }, { field: 'closing' });
  const after = exact === null ? null : plain(exact);
  await sql`
    update bank_statement set closing = ${after} where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
  log(context, {
    action: 'update',
    subject: 'bank_statement',
    subjectId: id,
    number: name,
    before: { closing },
    after: { closing: after },
  });
  return { changed: 1 };
}

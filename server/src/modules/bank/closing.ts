import type { InputOf, bankStatements } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, log } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { exactMoney, moneyDigits } from '../system/index.ts';
import { lockStatements } from './statement.ts';

/** Sets the closing balance that the bank states. */
export async function setClosing(
  context: Context,
  { id, closing: stated }: InputOf<typeof bankStatements.setClosing>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const { name, closing, foreign } = found((await lockStatements(context, [id]))[0]);
  const digits = await moneyDigits(context, foreign);
  const after = stated === null ? null : exactMoney(stated, digits, { field: 'closing' });
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

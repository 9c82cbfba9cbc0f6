import type { InputOf, ReplyOf, bankStatements } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { exactMoney, moneyDigits } from '../system/index.ts';
import { lockStatements } from './statement.ts';

type SetClosing = typeof bankStatements.setClosing;

/** Sets the closing balance stated by the bank. Refuses a stale version with `record.stale`. */
export async function setClosing(
  context: Context,
  { id, version, closing: stated }: InputOf<SetClosing>,
): Promise<ReplyOf<SetClosing>> {
  const { tx, tenantId } = context;
  const before = orRefuseMissing((await lockStatements(context, [id]))[0]);
  if (before.version !== version) await refuseStale(context, 'bank_statement', id, before.version);
  const { name, closing, foreign } = before;
  const digits = await moneyDigits(context, foreign);
  const after = stated === null ? null : exactMoney(stated, digits, { field: 'closing' });
  await sql`
    update bank_statement set closing = ${after}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  logChange(context, {
    action: 'update',
    subject: 'bank_statement',
    subjectId: id,
    number: name,
    before: { closing },
    after: { closing: after },
  });
  return { id, version: version + 1 };
}

import type { InputOf, ReplyOf, backTestRule } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { ownerScope } from '../../kernel/access/index.ts';
import { emptyJournal, inTenant } from '../../kernel/tx/index.ts';
import { backTest } from './backTest.ts';

const BEGIN = 'begin isolation level repeatable read read only';

/** Back-tests the rule for a company, for a command with its own connection. */
export const backTestCompany = (
  db: Kysely<Database>,
  tenantId: string,
  question: InputOf<typeof backTestRule>,
): Promise<ReplyOf<typeof backTestRule>> =>
  inTenant(db, tenantId, BEGIN, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from app_user where tenant_id = ${tenantId} and owner`.execute(tx);
    const scope = ownerScope(tenantId, rows[0]?.id ?? '0');
    return backTest(
      { tx, tenantId, scope, language: 'en', address: '', journal: emptyJournal() },
      question,
    );
  });

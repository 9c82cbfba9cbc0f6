import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { seesAccounts } from '../money/index.ts';
import { isChanged, movesOf } from './moves.ts';
import type { AccountFlow } from './moves.ts';

export interface Statement {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly since: string;
  readonly until: string;
  readonly closing: string | null;
  /** Counts changes of the closing balance. */
  readonly version: number;
  /** Currency of the amounts; null: the company's own. */
  readonly foreign: string | null;
  /** How many decimals amounts of the company's own currency have. */
  readonly digits: number;
}

export const accountFlowFromStatement = ({
  account_id: accountId,
  foreign,
}: Statement): AccountFlow => ({
  accountId: sql`${accountId}::bigint`,
  foreign: sql`${foreign}::text`,
});

/** Selects the matches of a statement that no longer hold, in a relation (row, document_id). */
export const changedMatches = (tenantId: string, statement: Statement): RawBuilder<unknown> => {
  const documents = sql`array(
    select document_id from bank_match where tenant_id = ${tenantId} and statement_id = ${statement.id})`;
  return sql`(
    select m.row, m.document_id from bank_match m
    left join ${movesOf(tenantId, accountFlowFromStatement(statement), { documents })} as moved on moved.document_id = m.document_id
    where m.tenant_id = ${tenantId} and m.statement_id = ${statement.id} and ${isChanged})`;
};

/** Refuses users who see only part of the company's documents: account flows are the whole company's. */
export function mustSeeAccounts({ scope }: Context): void {
  if (!seesAccounts(scope)) refuseWith('access.denied');
}

/** Refuses users without amount rights, because matching shows amounts. */
export function mustSeeAmounts(context: Context): void {
  mustSeeAccounts(context);
  if (!seesAmounts(context.scope, 'money')) refuseWith('access.denied');
}

export async function readBankStatement(context: Context, id: string): Promise<Statement> {
  mustSeeAccounts(context);
  return orRefuseMissing((await statementsOf(context, [id], sql``))[0]);
}

/** Locks statements in id order; refuses if any is missing. */
export async function lockStatements(
  context: Context,
  ids: readonly string[],
): Promise<readonly Statement[]> {
  mustSeeAmounts(context);
  const wanted = [...new Set(ids)];
  const rows = await statementsOf(context, wanted, sql`for update`);
  if (rows.length < wanted.length || rows.length === 0) refuseWith('record.missing');
  return rows;
}

async function statementsOf(
  { tx, tenantId }: Context,
  ids: readonly string[],
  lock: RawBuilder<unknown>,
): Promise<readonly Statement[]> {
  const { rows } = await sql<Statement>`
    select id, account_id, name, since::text as since, until::text as until, closing, version, foreign_currency as foreign,
      (select s.currency_digits from tenant_setting s where s.tenant_id = ${tenantId}) as digits
    from bank_statement
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id ${lock}`.execute(tx);
  return rows;
}

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, refuse, seesAmounts } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { seesAccounts } from '../money/index.ts';
import { isChanged, movesOf } from './moves.ts';
import type { Flow } from './moves.ts';

/** A statement of an account, as it was brought in. */
export interface Statement {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly since: string;
  readonly until: string;
  readonly closing: string | null;
  /** What its amounts are in; null: the company's own. */
  readonly foreign: string | null;
  /** How many decimals amounts of the company's own currency have. */
  readonly digits: number;
}

/** The flow that a statement tells of. */
export const flowOf = ({ account_id: accountId, foreign }: Statement): Flow => ({
  accountId: sql`${accountId}::bigint`,
  foreign: sql`${foreign}::text`,
});

/** Matches of a statement that no longer hold, as a relation (row, document_id). */
export const changedMatches = (tenantId: string, statement: Statement): RawBuilder<unknown> => {
  const documents = sql`array(
    select document_id from bank_match where tenant_id = ${tenantId} and statement_id = ${statement.id})`;
  return sql`(
    select m.row, m.document_id from bank_match m
    left join ${movesOf(tenantId, flowOf(statement), { documents })} as moved on moved.document_id = m.document_id
    where m.tenant_id = ${tenantId} and m.statement_id = ${statement.id} and ${isChanged})`;
};

/** Flows of accounts are the whole company's: refused to anyone who sees only a part of its documents. */
export function mustSeeAccounts({ scope }: Context): void {
  if (!seesAccounts(scope)) refuse('access.denied');
}

/** Who matches sees what is matched. */
export function mustSeeAmounts(context: Context): void {
  mustSeeAccounts(context);
  if (!seesAmounts(context.scope, 'money')) refuse('access.denied');
}

export async function statementOf(context: Context, id: string): Promise<Statement> {
  mustSeeAccounts(context);
  return found((await statementsOf(context, [id], sql``))[0]);
}

/** Statements, locked in the order of their ids; all of them, or refuses. */
export async function lockStatements(
  context: Context,
  ids: readonly string[],
): Promise<readonly Statement[]> {
  mustSeeAmounts(context);
  const wanted = [...new Set(ids)];
  const rows = await statementsOf(context, wanted, sql`for update`);
  if (rows.length < wanted.length || rows.length === 0) refuse('record.missing');
  return rows;
}

async function statementsOf(
  { tx, tenantId }: Context,
  ids: readonly string[],
  lock: RawBuilder<unknown>,
): Promise<readonly Statement[]> {
  const { rows } = await sql<Statement>`
    select id, account_id, name, since::text as since, until::text as until, closing, foreign_currency as foreign,
      (select s.currency_digits from tenant_setting s where s.tenant_id = ${tenantId}) as digits
    from bank_statement
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id ${lock}`.execute(tx);
  return rows;
}

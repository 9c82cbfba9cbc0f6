import type { BankReconciliation } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { pursesAt } from '../report/index.ts';
import { movesOf } from './moves.ts';
import { changedMatches, accountFlowFromStatement, readBankStatement } from './statement.ts';
import type { Statement } from './statement.ts';

interface ReconciliationSums {
  readonly account: string;
  readonly currency: string;
  readonly held: string;
  readonly before: string;
  /** Sum of the rows up to the statement's end. */
  readonly rows: string;
  /** Amount matched by then, by the documents' current movements. */
  readonly both: string;
  /** Amount matched at any time that the books held before the account's first statement began. */
  readonly early: string;
  readonly changed: number;
}

/** Reconciles a statement with the books (余额调节表). */
export async function readReconciliation(
  context: Context,
  id: string,
): Promise<BankReconciliation> {
  const statement = await readBankStatement(context, id);
  const { account_id: accountId, name, since, until, closing, version } = statement;
  const sums = await readReconciliationSums(context, statement);
  const { account, currency, held, before, rows, both, early, changed } = sums;
  const booked = decimal(held);
  // Earlier movements that no statement ever shows are part of the bank's opening balance.
  const opening = decimal(before).minus(early);
  const onlyBooked = booked.minus(opening).minus(both);
  const onlyBank = decimal(rows).minus(both);
  const adjustedBank = closing === null ? null : decimal(closing).plus(onlyBooked);
  const adjustedBooks = booked.plus(onlyBank);
  const difference = adjustedBank?.minus(adjustedBooks) ?? null;
  const sees = seesAmounts(context.scope, 'money');
  const shown = (amount: typeof booked | null) =>
    sees && amount !== null ? toPlainDecimal(amount) : null;
  return {
    id,
    name,
    accountId,
    accountName: account,
    currency,
    since,
    until,
    changedRows: changed,
    closing: shown(closing === null ? null : decimal(closing)),
    version,
    onlyBooked: shown(onlyBooked),
    adjustedBank: shown(adjustedBank),
    booked: shown(booked),
    onlyBank: shown(onlyBank),
    adjustedBooks: shown(adjustedBooks),
    difference: shown(difference),
  };
}

async function readReconciliationSums(
  { tx, tenantId }: Context,
  statement: Statement,
): Promise<ReconciliationSums> {
  const { id, account_id: accountId, until, foreign } = statement;
  // Another statement may cover the last day, too: its later rows came after this statement's balance.
  const byItsEnd = sql`(
    entry.booked_on < ${until} or entry.booked_on = ${until} and entry.statement_id <= ${id})`;
  const { rows: first } = await sql<{ day: string }>`
    select (min(since) - 1)::text as day from bank_statement
    where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx);
  const dayBefore = orRefuseMissing(first[0]).day;
  const heldAt = (day: string) => heldOn(tenantId, statement, day);
  const documents = sql`array(
    select document_id from bank_match where tenant_id = ${tenantId} and account_id = ${accountId})`;
  const { rows } = await sql<ReconciliationSums>`
    select (select x.name from account x where x.tenant_id = ${tenantId} and x.id = ${accountId}) as account,
      coalesce(${foreign}::text, (select currency from tenant_setting where tenant_id = ${tenantId})) as currency,
      ${heldAt(until)} as held, ${heldAt(dayBefore)} as before,
      (select coalesce(sum(entry.amount), 0) from bank_row entry
        where entry.tenant_id = ${tenantId} and entry.account_id = ${accountId} and ${byItsEnd}) as rows,
      matched.both, matched.early,
      (select count(distinct row)::integer from ${changedMatches(tenantId, statement)} as changed) as changed
    from (
      select
        coalesce(sum(moved.amount) filter (where ${byItsEnd} and moved.business_date <= ${until}), 0) as both,
        coalesce(sum(moved.amount) filter (where moved.business_date <= ${dayBefore}), 0) as early
      from bank_match m
      join bank_row entry on entry.tenant_id = ${tenantId} and entry.statement_id = m.statement_id and entry.row = m.row
      join ${movesOf(tenantId, accountFlowFromStatement(statement), { documents })} as moved on moved.document_id = m.document_id
      where m.tenant_id = ${tenantId} and m.account_id = ${accountId}) as matched`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/**
 * Returns the account's balance at the end of a day, in the statement's currency: roll-ups hold only the
 * company's own.
 */
function heldOn(tenantId: string, statement: Statement, day: string): RawBuilder<unknown> {
  const { account_id: accountId, foreign } = statement;
  const held =
    foreign === null
      ? pursesAt(tenantId, 'account', day, accountId)
      : movesOf(tenantId, accountFlowFromStatement(statement), {
          since: sql`'-infinity'::date`,
          until: sql`${day}::date`,
        });
  return sql`coalesce((select sum(amount) from ${held} as held), 0)`;
}

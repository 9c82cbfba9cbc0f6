import type { Reconciliation } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, seesAmounts } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { pursesAt } from '../report/index.ts';
import { movesOf } from './moves.ts';
import { changedMatches, flowOf, statementOf } from './statement.ts';
import type { Statement } from './statement.ts';

interface Sums {
  readonly account: string;
  readonly currency: string;
  readonly held: string;
  readonly before: string;
  /** What rows come to by the statement's end. */
  readonly rows: string;
  /** Amount that both have by then, as documents say now. */
  readonly both: string;
  /** So much of that the books had before the account's first statement began. */
  readonly early: string;
  readonly changed: number;
}

/** How a statement and the books come to the same (余额调节表). */
export async function reconciliation(context: Context, id: string): Promise<Reconciliation> {
  const statement = await statementOf(context, id);
  const { account_id: accountId, name, since, until, closing } = statement;
  const sums = await sumsOf(context, statement);
  const { account, currency, held, before, rows, both, early, changed } = sums;
  const booked = decimal(held);
  const onlyBooked = booked.minus(before).minus(decimal(both).minus(early));
  const onlyBank = decimal(rows).minus(both);
  const adjustedBank = closing === null ? null : decimal(closing).plus(onlyBooked);
  const adjustedBooks = booked.plus(onlyBank);
  const difference = adjustedBank?.minus(adjustedBooks) ?? null;
  const sees = seesAmounts(context.scope, 'money');
  const shown = (amount: typeof booked | null) => (sees && amount !== null ? plain(amount) : null);
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
    onlyBooked: shown(onlyBooked),
    adjustedBank: shown(adjustedBank),
    booked: shown(booked),
    onlyBank: shown(onlyBank),
    adjustedBooks: shown(adjustedBooks),
    difference: shown(difference),
  };
}

async function sumsOf({ tx, tenantId }: Context, statement: Statement): Promise<Sums> {
  const { id, account_id: accountId, until, foreign } = statement;
  // Of its last day another statement may tell, too: what that brought later came after the balance that this one says.
  const byItsEnd = sql`(
    entry.booked_on < ${until} or entry.booked_on = ${until} and entry.statement_id <= ${id})`;
  const { rows: first } = await sql<{ day: string }>`
    select (min(since) - 1)::text as day from bank_statement
    where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx);
  const dayBefore = found(first[0]).day;
  const heldAt = (day: string) => heldOn(tenantId, statement, day);
  const documents = sql`array(
    select document_id from bank_match where tenant_id = ${tenantId} and account_id = ${accountId})`;
  const { rows } = await sql<Sums>`
    select (select x.name from account x where x.tenant_id = ${tenantId} and x.id = ${accountId}) as account,
      coalesce(${foreign}::text, (select currency from tenant_setting where tenant_id = ${tenantId})) as currency,
      ${heldAt(until)} as held, ${heldAt(dayBefore)} as before,
      (select coalesce(sum(entry.amount), 0) from bank_row entry
        where entry.tenant_id = ${tenantId} and entry.account_id = ${accountId} and ${byItsEnd}) as rows,
      matched.both, matched.early,
      (select count(distinct row)::integer from ${changedMatches(tenantId, statement)} as changed) as changed
    from (
      select coalesce(sum(moved.amount), 0) as both,
        coalesce(sum(moved.amount) filter (where moved.business_date <= ${dayBefore}), 0) as early
      from bank_match m
      join bank_row entry on entry.tenant_id = ${tenantId} and entry.statement_id = m.statement_id and entry.row = m.row
      join ${movesOf(tenantId, flowOf(statement), { documents })} as moved on moved.document_id = m.document_id
      where m.tenant_id = ${tenantId} and m.account_id = ${accountId}
        and ${byItsEnd} and moved.business_date <= ${until}) as matched`.execute(tx);
  return found(rows[0]);
}

/** What the account held at the end of a day, in the statement's currency: roll-ups know the company's own alone. */
function heldOn(tenantId: string, statement: Statement, day: string): RawBuilder<unknown> {
  const { account_id: accountId, foreign } = statement;
  const held =
    foreign === null
      ? pursesAt(tenantId, 'account', day, accountId)
      : movesOf(tenantId, flowOf(statement), {
          since: sql`'-infinity'::date`,
          until: sql`${day}::date`,
        });
  return sql`coalesce((select sum(amount) from ${held} as held), 0)`;
}

import type { Reconciliation } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, seesAmounts } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { pursesAt } from '../report/index.ts';
import { statementOf } from './statement.ts';
import type { Statement } from './statement.ts';

interface Sums {
  readonly account: string;
  readonly held: string;
  readonly before: string;
  /** What rows come to until the statement's end. */
  readonly rows: string;
  /** What both have until then. */
  readonly both: string;
}

/** How a statement and the books come to the same (余额调节表). */
export async function reconciliation(context: Context, id: string): Promise<Reconciliation> {
  const statement = await statementOf(context, id);
  const { account_id: accountId, name, since, until, closing } = statement;
  const { account, held, before, rows, both } = await sumsOf(context, statement);
  const booked = decimal(held);
  const onlyBooked = booked.minus(before).minus(both);
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
    since,
    until,
    closing: shown(closing === null ? null : decimal(closing)),
    onlyBooked: shown(onlyBooked),
    adjustedBank: shown(adjustedBank),
    booked: shown(booked),
    onlyBank: shown(onlyBank),
    adjustedBooks: shown(adjustedBooks),
    difference: shown(difference),
  };
}

async function sumsOf(
  { tx, tenantId }: Context,
  { account_id: accountId, until }: Statement,
): Promise<Sums> {
  const { rows: first } = await sql<{ day: string }>`
    select (min(since) - 1)::text as day from bank_statement
    where tenant_id = ${tenantId} and account_id = ${accountId}`.execute(tx);
  const heldAt = (day: string) =>
    sql`coalesce((select amount from ${pursesAt(tenantId, 'account', day, accountId)} as held), 0)`;
  const { rows } = await sql<Sums>`
    select (select x.name from account x where x.tenant_id = ${tenantId} and x.id = ${accountId}) as account,
      ${heldAt(until)} as held, ${heldAt(found(first[0]).day)} as before,
      (select coalesce(sum(amount), 0) from bank_row
        where tenant_id = ${tenantId} and account_id = ${accountId} and booked_on <= ${until}) as rows,
      (select coalesce(sum(m.amount), 0) from bank_match m
        join bank_row entry on entry.tenant_id = ${tenantId} and entry.statement_id = m.statement_id and entry.row = m.row
        where m.tenant_id = ${tenantId} and m.account_id = ${accountId}
          and entry.booked_on <= ${until} and m.business_date <= ${until}) as both`.execute(tx);
  return found(rows[0]);
}

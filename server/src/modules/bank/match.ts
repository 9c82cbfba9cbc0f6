import type { InputOf, ReplyOf, bankStatements } from '@tradehouse/contract';
import {
  MATCH_DAYS,
  decimal,
  toPlainDecimal,
  suggestMatches,
  sum,
  usualDigits,
} from '@tradehouse/domain';
import type { BankStatementRow, BookedMove, Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith, visibleDocuments } from '../../kernel/access/index.ts';
import { rowsAsTable, logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { isHeld, movesOf } from './moves.ts';
import {
  changedMatches,
  accountFlowFromStatement,
  lockStatements,
  mustSeeAmounts,
  readBankStatement,
} from './statement.ts';
import type { Statement } from './statement.ts';

type BankMatchSuggestions = ReplyOf<typeof bankStatements.suggestions>;

/** Suggests documents, where beyond doubt, for rows without any, or whose match no longer holds. */
export async function suggestBankMatches(
  context: Context,
  id: string,
): Promise<BankMatchSuggestions> {
  mustSeeAmounts(context);
  const statement = await readBankStatement(context, id);
  const rows = await openRows(context, statement);
  const moves = await openMoves(context, statement);
  const byId = new Map(moves.map((move) => [move.documentId, move]));
  return {
    suggestions: [...suggestMatches(rows, moves)]
      .toSorted(([one], [other]) => one - other)
      .map(([row, documentId]) => {
        const { kind, number } = orRefuseMissing(byId.get(documentId));
        return { row, documentId, kind, number };
      }),
  };
}

async function openRows(
  { tx, tenantId }: Context,
  statement: Statement,
): Promise<readonly BankStatementRow[]> {
  const { rows } = await sql<Omit<BankStatementRow, 'amount'> & { amount: string }>`
    select entry.row, entry.booked_on::text as day, entry.amount, entry.partner_name as "partnerName",
      entry.purpose || ' ' || entry.reference as text
    from bank_row entry
    where entry.tenant_id = ${tenantId} and entry.statement_id = ${statement.id} and (
      entry.row in (select row from ${changedMatches(tenantId, statement)} as changed) or not exists (
        select from bank_match m
        where m.tenant_id = ${tenantId} and m.statement_id = ${statement.id} and m.row = entry.row))
    order by entry.row`.execute(tx);
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}

interface OpenMove extends BookedMove {
  readonly kind: string;
}

/** Reads movements of visible documents near the statement's days, matched with no row. */
async function openMoves(
  { tx, tenantId, scope }: Context,
  statement: Statement,
): Promise<readonly OpenMove[]> {
  const { since, until } = statement;
  const range = {
    since: sql`${since}::date - ${sql.lit(MATCH_DAYS)}`,
    until: sql`${until}::date + ${sql.lit(MATCH_DAYS)}`,
  };
  const { rows } = await sql<Omit<OpenMove, 'amount'> & { amount: string }>`
    select move.document_id as "documentId", coalesce(d.number, '') as number, d.kind, move.business_date::text as day,
      move.amount, coalesce(partner.name, '') as "partnerName"
    from ${movesOf(tenantId, accountFlowFromStatement(statement), range)} as move
    join document d on d.tenant_id = ${tenantId} and d.id = move.document_id
    left join partner on partner.tenant_id = ${tenantId} and partner.id = d.partner_id
    where ${visibleDocuments(scope, 'd')} and not ${isHeld(tenantId, accountFlowFromStatement(statement).accountId)}
    order by move.business_date, move.document_id`.execute(tx);
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}

type Matching = InputOf<typeof bankStatements.match>['matches'][number];
interface AccountMovement {
  readonly documentId: string;
  readonly day: string;
  readonly amount: string;
}

/**
 * Matches rows with documents, all or none. The documents' movement on the account must equal the row's
 * amount; a document belongs to one row at most. Conflicting matches that no longer hold are dropped.
 * Refuses with `bank.*`, at the row.
 */
export async function matchRows(
  context: Context,
  { id, matches }: InputOf<typeof bankStatements.match>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const ids = matches.flatMap(({ documentIds }) => documentIds);
  if (new Set(ids).size < ids.length) refuseWith('bank.twice');
  const holders = await lockStatements(context, [id, ...(await holdersOf(context, id, ids))]);
  const statement = orRefuseMissing(holders.find((one) => one.id === id));
  await lockDocuments(context, ids);
  for (const holder of holders)
    await dropChanged(context, holder, ids, holder === statement ? matches : []);
  const digits = statement.foreign === null ? statement.digits : usualDigits(statement.foreign);
  const amounts = await rowAmounts(context, id);
  const moves = await movesOfDocuments(context, statement, ids);
  for (const match of matches) {
    checkMatch(match, amounts, moves, digits);
    // A row named twice already has documents.
    amounts.set(match.row, null);
  }
  const rows = matches.flatMap(({ row, documentIds }) =>
    documentIds.map((documentId) => ({ row, ...orRefuseMissing(moves.get(documentId)) })),
  );
  const { rows: written } = await sql`
    insert into bank_match (tenant_id, account_id, document_id, statement_id, row, business_date, amount)
    select ${tenantId}, ${statement.account_id}, given."documentId", ${id}, given.row, given.day, given.amount
    from ${rowsAsTable(rows, '"documentId" bigint, row integer, day date, amount numeric')}
    order by given."documentId"
    on conflict do nothing returning document_id`.execute(tx);
  // Another statement's row was matched with one of the documents meanwhile.
  if (written.length < rows.length) refuseWith('bank.twice');
  await countOpen(context, id);
  logMatches(context, statement, { matched: matches });
  return { changed: matches.length };
}

/** Finds the account's statements with rows matched to any of the documents. */
async function holdersOf(
  { tx, tenantId }: Context,
  id: string,
  documents: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.statement_id as id from bank_match m
    join bank_statement own on own.tenant_id = ${tenantId} and own.id = ${id} and own.account_id = m.account_id
    where m.tenant_id = ${tenantId} and m.document_id = any(${documents}::bigint[])`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Drops matches of a locked statement that no longer hold, of the rows to be matched and of the documents.
 */
async function dropChanged(
  context: Context,
  statement: Statement,
  documents: readonly string[],
  matches: readonly Matching[],
): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ row: number }>`
    select distinct row from ${changedMatches(tenantId, statement)} as changed
    where row = any(${matches.map(({ row }) => row)}::integer[]) or document_id = any(${documents}::bigint[])`.execute(
    tx,
  );
  if (rows.length > 0)
    await removeBankMatches(
      context,
      statement,
      rows.map(({ row }) => row),
    );
}

/** Counts the unmatched rows of a locked statement. */
async function countOpen({ tx, tenantId }: Context, id: string): Promise<void> {
  await sql`
    update bank_statement set open_count = row_count - (
      select count(distinct row) from bank_match where tenant_id = ${tenantId} and statement_id = ${id})
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

const logMatches = (context: Context, { id, name }: Statement, after: object): void =>
  logChange(context, {
    action: 'update',
    subject: 'bank_statement',
    subjectId: id,
    number: name,
    after,
  });

/** Reads the amount of each row without documents; null: it has some. */
async function rowAmounts(
  { tx, tenantId }: Context,
  id: string,
): Promise<Map<number, Decimal | null>> {
  const { rows } = await sql<{ row: number; amount: string | null }>`
    select entry.row, case when not exists (
      select from bank_match m
      where m.tenant_id = ${tenantId} and m.statement_id = ${id} and m.row = entry.row) then entry.amount end as amount
    from bank_row entry where entry.tenant_id = ${tenantId} and entry.statement_id = ${id}`.execute(
    tx,
  );
  return new Map(rows.map(({ row, amount }) => [row, amount === null ? null : decimal(amount)]));
}

/** Locks visible documents, so that their movements stay until the commit. */
async function lockDocuments(
  { tx, tenantId, scope }: Context,
  ids: readonly string[],
): Promise<void> {
  const { rows: held } = await sql<{ id: string }>`
    select d.id from document d
    where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[]) and ${visibleDocuments(scope, 'd')}
    order by d.id for share of d`.execute(tx);
  if (held.length < ids.length) refuseWith('record.missing');
}

/** Reads the account movements of documents matched with no row. */
async function movesOfDocuments(
  { tx, tenantId }: Context,
  statement: Statement,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountMovement>> {
  const { account_id: accountId } = statement;
  const range = { documents: sql`${ids}::bigint[]` };
  const { rows } = await sql<AccountMovement>`
    select move.document_id as "documentId", move.business_date::text as day, move.amount
    from ${movesOf(tenantId, accountFlowFromStatement(statement), range)} as move
    where not exists (
      select from bank_match m
      where m.tenant_id = ${tenantId} and m.account_id = ${accountId} and m.document_id = move.document_id)`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.documentId, row]));
}

function checkMatch(
  { row, documentIds }: Matching,
  amounts: ReadonlyMap<number, Decimal | null>,
  moves: ReadonlyMap<string, AccountMovement>,
  digits: number,
): void {
  const at = { field: 'row', line: row };
  const amount = amounts.get(row);
  if (amount === undefined) return refuseWith('record.missing', {}, at);
  if (amount === null) return refuseWith('bank.matched', { row }, at);
  const moved = sum(
    documentIds.map((id) =>
      decimal(moves.get(id)?.amount ?? refuseWith('bank.moved', { row }, at)),
    ),
  );
  if (!moved.equals(amount))
    refuseWith(
      'bank.differs',
      { row, amount: toPlainDecimal(amount), moved: toPlainDecimal(moved), digits },
      at,
    );
}

export async function unmatchRows(
  context: Context,
  { id, rows }: InputOf<typeof bankStatements.unmatch>,
): Promise<{ changed: number }> {
  const statement = orRefuseMissing((await lockStatements(context, [id]))[0]);
  return { changed: await removeBankMatches(context, statement, rows) };
}

/** Takes back the matches of rows of a locked statement; answers of how many. */
async function removeBankMatches(
  context: Context,
  statement: Statement,
  rows: readonly number[],
): Promise<number> {
  const { tx, tenantId } = context;
  const { rows: gone } = await sql<{ row: number }>`
    delete from bank_match
    where tenant_id = ${tenantId} and statement_id = ${statement.id} and row = any(${rows}::integer[]) returning row`.execute(
    tx,
  );
  const changed = new Set(gone.map(({ row }) => row));
  await countOpen(context, statement.id);
  if (changed.size > 0) logMatches(context, statement, { unmatched: [...changed] });
  return changed.size;
}

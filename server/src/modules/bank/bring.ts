import type { BankRowInput, InputOf, ReplyOf, bankStatements } from '@tradehouse/contract';
import { daysBetween, decimal, plain, sum } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, given, idsOf, log, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { asMoney } from '../system/index.ts';
import { lockStatements, mustSeeAmounts } from './statement.ts';

type Added = ReplyOf<typeof bankStatements.add>;
type Row = Required<BankRowInput>;

/**
 * Brings a statement in. A row that another statement of the account has already is left out, as often as it was there: its
 * day, its amount and the bank's own number tell it, else its words.
 */
export async function addStatement(
  context: Context,
  { accountId, name, currency, closing, rows: asked }: InputOf<typeof bankStatements.add>,
): Promise<Added> {
  mustSeeAmounts(context);
  await lockAccount(context, accountId);
  const foreign = await foreignOf(context, accountId, currency);
  const all = await rowsOf(context, asked, foreign);
  const rows = await unknownOf(context, accountId, all);
  const known = all.length - rows.length;
  if (rows.length === 0) return { id: null, added: 0, known };
  const [end] = await asMoney(context, [closing ?? undefined], foreign);
  const id = await insertStatement(
    context,
    { accountId, name, foreign, closing: end ?? null },
    rows,
  );
  await insertRows(context, id, accountId, rows);
  const after = { accountId, rows: rows.length, known };
  log(context, { action: 'import', subject: 'bank_statement', subjectId: id, number: name, after });
  return { id, added: rows.length, known };
}

/** Two statements of an account come in one after the other, so that none of their rows stands twice. */
async function lockAccount({ tx, tenantId }: Context, id: string): Promise<void> {
  const { rows } = await sql`
    select from account where tenant_id = ${tenantId} and id = ${id} for no key update`.execute(tx);
  if (rows.length === 0) refuse('record.missing', {}, { field: 'accountId' });
}

/** What a statement's amounts are in, the same as those of the account's others; null: the company's own. */
async function foreignOf(
  { tx, tenantId }: Context,
  accountId: string,
  asked: string | undefined,
): Promise<string | null> {
  const { rows } = await sql<{ own: string; others: string | null }>`
    select setting.currency as own, (
      select coalesce(s.foreign_currency, setting.currency) from bank_statement s
      where s.tenant_id = ${tenantId} and s.account_id = ${accountId} limit 1) as others
    from tenant_setting setting where setting.tenant_id = ${tenantId}`.execute(tx);
  const { own, others } = found(rows[0]);
  const currency = asked ?? others ?? own;
  if (others !== null && currency !== others)
    refuse('bank.currency', { currency: others }, { field: 'currency' });
  return currency === own ? null : currency;
}

/** The rows with what they don't say, their amounts as money. */
async function rowsOf(
  context: Context,
  asked: readonly BankRowInput[],
  foreign: string | null,
): Promise<readonly Row[]> {
  const amounts = await asMoney(
    context,
    asked.map(({ amount }) => amount),
    foreign,
  );
  return asked.map(({ date, partnerName = '', purpose = '', reference = '' }, at) => {
    const amount = plain(decimal(amounts[at] ?? '0'));
    if (amount === '0') refuse('bank.amount', { row: at + 1 }, { field: 'amount', line: at + 1 });
    const [partner, text, number] = [partnerName, purpose, reference].map((one) => one.trim());
    return {
      date,
      amount,
      partnerName: partner ?? '',
      purpose: text ?? '',
      reference: number ?? '',
    };
  });
}

/**
 * Days by which a bank may book a row later or earlier when it tells it again: over a weekend and a holiday, but not a week,
 * after which the same reference may be another payment.
 */
const REBOOKED_DAYS = 5;

/** What tells a row from others of its day. */
const tellingOf = ({ amount, partnerName, purpose, reference }: Row): string =>
  JSON.stringify(reference === '' ? [amount, partnerName, purpose] : [reference, amount]);

/** The rows that no statement of the account has yet. */
async function unknownOf(
  { tx, tenantId }: Context,
  accountId: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const days = rows.map(({ date }) => date).toSorted();
  const { rows: before } = await sql<Row>`
    select booked_on::text as date, trim_scale(amount)::text as amount, partner_name as "partnerName", purpose, reference
    from bank_row
    where tenant_id = ${tenantId} and account_id = ${accountId}
      and booked_on between ${days[0]}::date - ${sql.lit(REBOOKED_DAYS)} and ${days.at(-1)}::date + ${sql.lit(REBOOKED_DAYS)}`.execute(
    tx,
  );
  const known = Map.groupBy(before, tellingOf);
  const unknown = new Set(
    [...Map.groupBy(rows, tellingOf)].flatMap(([telling, alike]) =>
      unknownAmong(alike, known.get(telling) ?? []),
    ),
  );
  return rows.filter((row) => unknown.has(row));
}

/**
 * Of rows told alike those that are none of the known ones: of the same day each, or, where a number stands on one day alone on
 * either side, of a day near it. A reference on rows of several days is that of a standing order.
 */
function unknownAmong(rows: readonly Row[], known: readonly Row[]): readonly Row[] {
  const left = known.map(({ date }) => date);
  const unknown = rows.filter(({ date }) => {
    const at = left.indexOf(date);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return isRebooked(rows, known) ? unknown.slice(left.length) : unknown;
}

/** A bank numbers its rows with many digits; FEE-1 or SO-77 stands on a new payment each time. */
const isRowNumber = (reference: string): boolean => /(?:\d\D*){6}/.test(reference);

function isRebooked([first, ...rows]: readonly Row[], [before, ...known]: readonly Row[]): boolean {
  if (first === undefined || before === undefined || !isRowNumber(first.reference)) return false;
  const apart = Math.abs(daysBetween(first.date, before.date));
  const isOneDay = ({ date }: Row, others: readonly Row[]) =>
    others.every((other) => other.date === date);
  return apart <= REBOOKED_DAYS && isOneDay(first, rows) && isOneDay(before, known);
}

interface Head {
  readonly accountId: string;
  readonly name: string;
  readonly foreign: string | null;
  readonly closing: string | null;
}

async function insertStatement(
  { tx, tenantId, scope }: Context,
  { accountId, name, foreign, closing }: Head,
  rows: readonly Row[],
): Promise<string> {
  const days = rows.map(({ date }) => date).toSorted();
  const amounts = rows.map(({ amount }) => decimal(amount));
  const came = sum(amounts.filter((amount) => amount.gt(0)));
  const { rows: made } = await sql<{ id: string }>`
    insert into bank_statement (tenant_id, account_id, name, foreign_currency, since, until, closing, row_count, open_count, amount_in,
      amount_out, creator_id)
    values (${tenantId}, ${accountId}, ${name}, ${foreign}, ${days[0]}, ${days.at(-1)}, ${closing}, ${rows.length}, ${rows.length},
      ${plain(came)}, ${plain(came.minus(sum(amounts)))}, ${scope.userId}) returning id`.execute(
    tx,
  );
  return found(made[0]).id;
}

async function insertRows(
  { tx, tenantId }: Context,
  id: string,
  accountId: string,
  rows: readonly Row[],
): Promise<void> {
  const numbered = rows.map((row, at) => ({ ...row, row: at + 1 }));
  await sql`
    insert into bank_row (tenant_id, statement_id, row, account_id, booked_on, amount, partner_name, purpose, reference)
    select ${tenantId}, ${id}, given.row, ${accountId}, given.date, given.amount, given."partnerName", given.purpose, given.reference
    from ${given(numbered, 'row integer, date date, amount numeric, "partnerName" text, purpose text, reference text')}
    returning row`.execute(tx);
}

/** Deletes statements with what was matched on them, all or none. */
export async function removeStatements(
  context: Context,
  { ids }: InputOf<typeof bankStatements.removeBatch>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const statements = await lockStatements(context, idsOf(ids));
  await sql`
    delete from bank_statement
    where tenant_id = ${tenantId} and id = any(${statements.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  for (const { id, name, ...before } of statements)
    log(context, {
      action: 'delete',
      subject: 'bank_statement',
      subjectId: id,
      number: name,
      before,
    });
  return { changed: statements.length };
}

import type { BankRowInput, InputOf, ReplyOf, bankStatements } from '@tradehouse/contract';
import { daysBetween, decimal, normalText, plain, sum } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, given, idsOf, log, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { asMoney, exactMoney, moneyDigits } from '../system/index.ts';
import { lockStatements, mustSeeAmounts } from './statement.ts';

type Added = ReplyOf<typeof bankStatements.add>;
type Row = Required<BankRowInput>;

/**
 * Brings a statement in. A row that another statement of the account has already is left out, as often as it was there: its
 * day, its amount and the bank's own number tell it, else its words. Rows that look like known ones booked on another day are
 * left out as well, and named in the reply, unless `takeRebooked` says that they are payments of their own.
 */
export async function addStatement(
  context: Context,
  {
    accountId,
    name,
    currency,
    closing,
    rows: asked,
    takeRebooked = false,
  }: InputOf<typeof bankStatements.add>,
): Promise<Added> {
  mustSeeAmounts(context);
  await lockAccount(context, accountId);
  const foreign = await foreignOf(context, accountId, currency);
  const all = await rowsOf(context, asked, foreign);
  const { unknown, rebooked } = splitKnown(all, await bookedNear(context, accountId, all));
  const rows = takeRebooked ? unknown : unknown.filter((row) => !rebooked.has(row));
  const known = all.length - rows.length;
  const left = takeRebooked ? [] : all.flatMap((row, at) => (rebooked.has(row) ? [at + 1] : []));
  if (rows.length === 0) return { id: null, added: 0, known, rebooked: left };
  const [end] = await asMoney(context, [closing ?? undefined], foreign);
  const id = await insertStatement(
    context,
    { accountId, name, foreign, closing: end ?? null },
    rows,
  );
  await insertRows(context, id, accountId, rows);
  const after = { accountId, rows: rows.length, known };
  log(context, { action: 'import', subject: 'bank_statement', subjectId: id, number: name, after });
  return { id, added: rows.length, known, rebooked: left };
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

/** The rows with what they don't say. Refuses amounts of 0, and those with more decimals than the currency has: no bank writes them. */
async function rowsOf(
  context: Context,
  asked: readonly BankRowInput[],
  foreign: string | null,
): Promise<readonly Row[]> {
  const digits = await moneyDigits(context, foreign);
  return asked.map(({ date, amount: text, partnerName = '', purpose = '', reference = '' }, at) => {
    const amount = exactMoney(text, digits, { field: 'amount', line: at + 1 });
    if (amount === '0') refuse('bank.amount', { row: at + 1 }, { field: 'amount', line: at + 1 });
    return {
      date,
      amount,
      partnerName: partnerName.trim(),
      purpose: purpose.trim(),
      reference: reference.trim(),
    };
  });
}

/**
 * Days by which a bank may book a row later or earlier when it tells it again: over a weekend and a holiday, but not a week,
 * after which the same reference may be another payment.
 */
const REBOOKED_DAYS = 5;

/** Texts of files differ in widths, blanks and case of letters. */
const comparable = (text: string): string => normalText(text).toLowerCase();

const tellingWords = ({ amount, partnerName, purpose }: Row): string =>
  JSON.stringify([amount, comparable(partnerName), comparable(purpose)]);

/** Tells a row from others of its day: by the bank's own number, else by its words. */
const tellingOf = (row: Row): string =>
  row.reference === ''
    ? tellingWords(row)
    : JSON.stringify([comparable(row.reference), row.amount]);

/** Rows that the account's statements have of the days of these, and of days near them. */
async function bookedNear(
  { tx, tenantId }: Context,
  accountId: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const days = rows.map(({ date }) => date).toSorted();
  const { rows: booked } = await sql<Row>`
    select booked_on::text as date, trim_scale(amount)::text as amount, partner_name as "partnerName", purpose, reference
    from bank_row
    where tenant_id = ${tenantId} and account_id = ${accountId}
      and booked_on between ${days[0]}::date - ${sql.lit(REBOOKED_DAYS)} and ${days.at(-1)}::date + ${sql.lit(REBOOKED_DAYS)}`.execute(
    tx,
  );
  return booked;
}

interface Pairing {
  readonly rows: readonly Row[];
  readonly booked: readonly Row[];
}

/** Leaves out pairs of one day that a key tells alike, each row once. */
function withoutPairs({ rows, booked }: Pairing, keyOf: (row: Row) => string | null): Pairing {
  const dayKey = (row: Row): string | null => {
    const key = keyOf(row);
    return key === null ? null : `${row.date} ${key}`;
  };
  const open = Map.groupBy(booked, dayKey);
  const paired = new Set<Row>();
  const unpaired = rows.filter((row) => {
    const key = dayKey(row);
    const other = key === null ? undefined : open.get(key)?.pop();
    if (other !== undefined) paired.add(other);
    return other === undefined;
  });
  return { rows: unpaired, booked: booked.filter((row) => !paired.has(row)) };
}

/**
 * Pairs of one day of which only one side has the bank's number: one file of a bank names it, another leaves it out. A row with a
 * number is told by its words here, and one without them by nothing.
 */
function withoutNumberless({ rows, booked }: Pairing): Pairing {
  const [bare, numbered] = partitioned(rows);
  const [bareBooked, numberedBooked] = partitioned(booked);
  const one = withoutPairs({ rows: bare, booked: numberedBooked }, wordsKey);
  const other = withoutPairs({ rows: numbered, booked: bareBooked }, wordsKey);
  return { rows: [...one.rows, ...other.rows], booked: [...one.booked, ...other.booked] };
}

const partitioned = (rows: readonly Row[]): readonly [readonly Row[], readonly Row[]] => [
  rows.filter(({ reference }) => reference === ''),
  rows.filter(({ reference }) => reference !== ''),
];
const wordsKey = (row: Row): string | null =>
  row.partnerName === '' && row.purpose === '' ? null : tellingWords(row);

/** Rows that no statement of the account has yet, and those among them that look like known ones booked on another day. */
function splitKnown(rows: readonly Row[], booked: readonly Row[]) {
  const left = withoutNumberless(withoutPairs({ rows, booked }, tellingOf));
  const unknown = new Set(left.rows);
  const [asked, known] = [Map.groupBy(rows, tellingOf), Map.groupBy(booked, tellingOf)];
  const open = Map.groupBy(left.booked, tellingOf);
  const rebooked = new Set(
    [...asked].flatMap(([telling, alike]) =>
      isRebooked(alike, known.get(telling) ?? [])
        ? alike.filter((row) => unknown.has(row)).slice(0, open.get(telling)?.length ?? 0)
        : [],
    ),
  );
  return { unknown: rows.filter((row) => unknown.has(row)), rebooked };
}

/** A bank numbers its rows with many digits; FEE-1 or SO-77 stands on a new payment each time. */
const isRowNumber = (reference: string): boolean => /(?:\d\D*){6}/.test(reference);

/**
 * Rows of a number that stands on one day alone on either side, of days near each other. A reference on rows of several days is
 * that of a standing order.
 */
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

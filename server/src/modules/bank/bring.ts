import type { BankRowInput, InputOf, ReplyOf, bankStatements } from '@tradehouse/contract';
import { daysBetween, decimal, normalText, toPlainDecimal, sum } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { idsFromList } from '../../kernel/table/index.ts';
import { rowsAsTable, logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { exactAmounts, exactMoney, moneyDigits, requireCurrencyCode } from '../system/index.ts';
import { lockStatements, mustSeeAmounts } from './statement.ts';

type AddedBankStatement = ReplyOf<typeof bankStatements.add>;
type NewBankRow = Required<BankRowInput>;

/**
 * Imports a statement. Rows already in another statement of the account are left out, as often as present:
 * known by day, amount and the bank's number, or else the texts. Rows that look like known ones booked on
 * another day are also left out and named in the reply, unless `takeRebooked` declares them separate
 * payments.
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
): Promise<AddedBankStatement> {
  mustSeeAmounts(context);
  await lockAccount(context, accountId);
  const foreign = await foreignOf(context, accountId, currency);
  const all = await normalizeBankRows(context, asked, foreign);
  const { unknown, rebooked } = splitKnown(all, await bookedNear(context, accountId, all));
  const rows = takeRebooked ? unknown : unknown.filter((row) => !rebooked.has(row));
  const known = all.length - rows.length;
  const left = takeRebooked ? [] : all.flatMap((row, at) => (rebooked.has(row) ? [at + 1] : []));
  if (rows.length === 0) return { id: null, added: 0, known, rebooked: left };
  const end = await exactAmounts(context, { closing: closing ?? undefined }, foreign);
  const id = await insertStatement(
    context,
    { accountId, name, foreign, closing: end.closing ?? null },
    rows,
  );
  await insertBankRows(context, id, accountId, rows);
  const after = { accountId, rows: rows.length, known };
  logChange(context, {
    action: 'import',
    subject: 'bank_statement',
    subjectId: id,
    number: name,
    after,
  });
  return { id, added: rows.length, known, rebooked: left };
}

/** Locks the account, so that statements are imported one after the other and no row is stored twice. */
async function lockAccount({ tx, tenantId }: Context, id: string): Promise<void> {
  const { rows } = await sql`
    select from account where tenant_id = ${tenantId} and id = ${id} for no key update`.execute(tx);
  if (rows.length === 0) refuseWith('record.missing', {}, { field: 'accountId' });
}

/** Returns the statement's currency, that of the account's others; null: the company's own. */
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
  const { own, others } = orRefuseMissing(rows[0]);
  const currency = asked ?? others ?? own;
  requireCurrencyCode(currency, [own, others]);
  if (others !== null && currency !== others)
    refuseWith('bank.currency', { currency: others }, { field: 'currency' });
  return currency === own ? null : currency;
}

/** Completes the rows. Refuses amounts of 0, and more decimals than the currency has: no bank writes them. */
async function normalizeBankRows(
  context: Context,
  asked: readonly BankRowInput[],
  foreign: string | null,
): Promise<readonly NewBankRow[]> {
  const digits = await moneyDigits(context, foreign);
  return asked.map(({ date, amount: text, partnerName = '', purpose = '', reference = '' }, at) => {
    const amount = exactMoney(text, digits, { field: 'amount', line: at + 1 });
    if (amount === '0')
      refuseWith('bank.amount', { row: at + 1 }, { field: 'amount', line: at + 1 });
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
 * Days by which a bank may move a row when reporting it again: over a weekend and a holiday, but not a
 * week, after which the reference may be another payment's.
 */
const REBOOKED_DAYS = 5;

/** Texts of files differ in widths, blanks and case of letters. */
const normalizeBankText = (text: string): string => normalText(text).toLowerCase();

const tellingWords = ({ amount, partnerName, purpose }: NewBankRow): string =>
  JSON.stringify([amount, normalizeBankText(partnerName), normalizeBankText(purpose)]);

/** Returns a row's key within its day: the bank's number, or else the texts. */
const toBankRowKey = (row: NewBankRow): string =>
  row.reference === ''
    ? tellingWords(row)
    : JSON.stringify([normalizeBankText(row.reference), row.amount]);

/** Reads the account's rows on the given rows' days and nearby. */
async function bookedNear(
  { tx, tenantId }: Context,
  accountId: string,
  rows: readonly NewBankRow[],
): Promise<readonly NewBankRow[]> {
  const days = rows.map(({ date }) => date).toSorted();
  const { rows: booked } = await sql<NewBankRow>`
    select booked_on::text as date, trim_scale(amount)::text as amount, partner_name as "partnerName", purpose, reference
    from bank_row
    where tenant_id = ${tenantId} and account_id = ${accountId}
      and booked_on between ${days[0]}::date - ${sql.lit(REBOOKED_DAYS)} and ${days.at(-1)}::date + ${sql.lit(REBOOKED_DAYS)}`.execute(
    tx,
  );
  return booked;
}

interface Pairing {
  readonly rows: readonly NewBankRow[];
  readonly booked: readonly NewBankRow[];
}

/** Removes pairs of rows of one day with equal keys, each row once. */
function withoutPairs(
  { rows, booked }: Pairing,
  keyOf: (row: NewBankRow) => string | null,
): Pairing {
  const dayKey = (row: NewBankRow): string | null => {
    const key = keyOf(row);
    return key === null ? null : `${row.date} ${key}`;
  };
  const open = Map.groupBy(booked, dayKey);
  const paired = new Set<NewBankRow>();
  const unpaired = rows.filter((row) => {
    const key = dayKey(row);
    const other = key === null ? undefined : open.get(key)?.pop();
    if (other !== undefined) paired.add(other);
    return other === undefined;
  });
  return { rows: unpaired, booked: booked.filter((row) => !paired.has(row)) };
}

/**
 * Removes pairs of one day with the bank's number on only one side: one file of a bank names it, another
 * leaves it out. Here a numbered row is matched by its texts, and a row without texts never.
 */
function withoutNumberless({ rows, booked }: Pairing): Pairing {
  const [bare, numbered] = partitionByReference(rows);
  const [bareBooked, numberedBooked] = partitionByReference(booked);
  const one = withoutPairs({ rows: bare, booked: numberedBooked }, wordsKey);
  const other = withoutPairs({ rows: numbered, booked: bareBooked }, wordsKey);
  return { rows: [...one.rows, ...other.rows], booked: [...one.booked, ...other.booked] };
}

const partitionByReference = (
  rows: readonly NewBankRow[],
): readonly [readonly NewBankRow[], readonly NewBankRow[]] => [
  rows.filter(({ reference }) => reference === ''),
  rows.filter(({ reference }) => reference !== ''),
];
const wordsKey = (row: NewBankRow): string | null =>
  row.partnerName === '' && row.purpose === '' ? null : tellingWords(row);

/**
 * Splits off rows unknown to the account's statements, and among them those that look rebooked from another
 * day.
 */
function splitKnown(rows: readonly NewBankRow[], booked: readonly NewBankRow[]) {
  const left = withoutNumberless(withoutPairs({ rows, booked }, toBankRowKey));
  const unknown = new Set(left.rows);
  const [asked, known] = [Map.groupBy(rows, toBankRowKey), Map.groupBy(booked, toBankRowKey)];
  const open = Map.groupBy(left.booked, toBankRowKey);
  const rebooked = new Set(
    [...asked].flatMap(([telling, alike]) =>
      isRebooked(alike, known.get(telling) ?? [])
        ? alike.filter((row) => unknown.has(row)).slice(0, open.get(telling)?.length ?? 0)
        : [],
    ),
  );
  return { unknown: rows.filter((row) => unknown.has(row)), rebooked };
}

/**
 * Is the reference a row number? A bank's row numbers have many digits; FEE-1 or SO-77 returns on new
 * payments.
 */
const isRowNumber = (reference: string): boolean => /(?:\d\D*){6}/.test(reference);

/**
 * Is a numbered row rebooked? The number must be on a single day on each side, the two days near each
 * other. A reference on rows of several days is a standing order's.
 */
function isRebooked(
  [first, ...rows]: readonly NewBankRow[],
  [before, ...known]: readonly NewBankRow[],
): boolean {
  if (first === undefined || before === undefined || !isRowNumber(first.reference)) return false;
  const apart = Math.abs(daysBetween(first.date, before.date));
  const isOneDay = ({ date }: NewBankRow, others: readonly NewBankRow[]) =>
    others.every((other) => other.date === date);
  return apart <= REBOOKED_DAYS && isOneDay(first, rows) && isOneDay(before, known);
}

interface BankStatementHead {
  readonly accountId: string;
  readonly name: string;
  readonly foreign: string | null;
  readonly closing: string | null;
}

async function insertStatement(
  { tx, tenantId, scope }: Context,
  { accountId, name, foreign, closing }: BankStatementHead,
  rows: readonly NewBankRow[],
): Promise<string> {
  const days = rows.map(({ date }) => date).toSorted();
  const amounts = rows.map(({ amount }) => decimal(amount));
  const came = sum(amounts.filter((amount) => amount.gt(0)));
  const { rows: made } = await sql<{ id: string }>`
    insert into bank_statement (tenant_id, account_id, name, foreign_currency, since, until, closing, row_count, open_count, amount_in,
      amount_out, creator_id)
    values (${tenantId}, ${accountId}, ${name}, ${foreign}, ${days[0]}, ${days.at(-1)}, ${closing}, ${rows.length}, ${rows.length},
      ${toPlainDecimal(came)}, ${toPlainDecimal(came.minus(sum(amounts)))}, ${scope.userId}) returning id`.execute(
    tx,
  );
  return orRefuseMissing(made[0]).id;
}

async function insertBankRows(
  { tx, tenantId }: Context,
  id: string,
  accountId: string,
  rows: readonly NewBankRow[],
): Promise<void> {
  const numbered = rows.map((row, at) => ({ ...row, row: at + 1 }));
  await sql`
    insert into bank_row (tenant_id, statement_id, row, account_id, booked_on, amount, partner_name, purpose, reference)
    select ${tenantId}, ${id}, given.row, ${accountId}, given.date, given.amount, given."partnerName", given.purpose, given.reference
    from ${rowsAsTable(numbered, 'row integer, date date, amount numeric, "partnerName" text, purpose text, reference text')}
    returning row`.execute(tx);
}

/** Deletes statements with their matches, all or none. */
export async function removeStatements(
  context: Context,
  { ids }: InputOf<typeof bankStatements.removeBatch>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const statements = await lockStatements(context, idsFromList(ids));
  await sql`
    delete from bank_statement
    where tenant_id = ${tenantId} and id = any(${statements.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  for (const { id, name, ...before } of statements)
    logChange(context, {
      action: 'delete',
      subject: 'bank_statement',
      subjectId: id,
      number: name,
      before,
    });
  return { changed: statements.length };
}

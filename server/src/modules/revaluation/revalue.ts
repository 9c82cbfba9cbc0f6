import type { InputOf, ReplyOf, revaluations } from '@tradehouse/contract';
import {
  checkRateOfOne,
  dayAfter,
  decimal,
  revalueItem,
  revaluedPurses,
  sum,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { Decimal, RevaluedItem } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { dayStart, trimTrailingZeros } from '../../kernel/table/index.ts';
import { rowsAsTable, sqlError } from '../../kernel/tx/index.ts';
import { deleteInternal, postRevaluation } from '../document/index.ts';
import type { RevaluedValue } from '../document/index.ts';
import { refusePartialBooks } from '../report/index.ts';
import { ownMoney, readCompanyToday } from '../system/index.ts';
import { readForeignItems } from './openItems.ts';
import type { NamedItem } from './openItems.ts';

type GivenRates = InputOf<typeof revaluations.post>['rates'];

interface RateOfDay {
  readonly rate: string;
  readonly since: string;
}

/** Latest rates of the table by currency, until a day. */
async function tableRates(
  { tx, tenantId }: Context,
  currencies: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, RateOfDay>> {
  const { rows } = await sql<{ currency: string; rate: string; since: string }>`
    select wanted.currency, latest.rate, latest.day as since
    from unnest(${[...currencies]}::text[]) as wanted(currency)
    cross join lateral (
      select rate.rate, rate.day from exchange_rate as rate
      where rate.tenant_id = ${tenantId} and rate.currency = wanted.currency and rate.day <= ${day}::date
      order by rate.day desc limit 1) as latest`.execute(tx);
  return new Map(
    rows.map(({ currency, rate, since }) => [currency, { rate: trimTrailingZeros(rate), since }]),
  );
}

/** Given rates by currency. Refuses a currency named twice, or without open items. */
function givenRates(
  rates: GivenRates,
  items: readonly NamedItem[],
  day: string,
): ReadonlyMap<string, Decimal> {
  const open = new Set(items.map(({ currency }) => currency));
  const given = new Map<string, Decimal>();
  rates.forEach(({ currency, rate }, at) => {
    const place = { field: 'rates', line: at + 1 };
    if (given.has(currency)) refuseWith('request.field', { field: 'rates' }, place);
    if (!open.has(currency)) refuseWith('revaluation.noItems', { currency, date: day }, place);
    given.set(currency, decimal(rate));
  });
  return given;
}

export async function previewRevaluation(
  context: Context,
  { day, rates = [], deposits }: InputOf<typeof revaluations.preview>,
): Promise<ReplyOf<typeof revaluations.preview>> {
  refuseHiddenValues(context);
  await refuseFutureDay(context, day);
  const { tx, tenantId } = context;
  // Without the lock of a posting: a preview only reads.
  const { rows: settings } = await sql<{ digits: number }>`
    select currency_digits as digits from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  const { digits } = orRefuseMissing(settings[0]);
  const items = await readForeignItems(context, day, deposits);
  const currencies = [...new Set(items.map(({ currency }) => currency))].toSorted();
  const known = await tableRates(context, currencies, day);
  const given = new Map(rates.map(({ currency, rate }) => [currency, decimal(rate)]));
  const rateOf = (currency: string): Decimal | null => {
    const table = known.get(currency);
    return given.get(currency) ?? (table === undefined ? null : decimal(table.rate));
  };
  const rows = items.map((item) => {
    const rate = rateOf(item.currency);
    return { item, valued: rate === null ? null : revalueItem(item, rate, digits) };
  });
  const differences = rows.flatMap(({ valued }) => valued?.difference ?? []);
  const shown = (amount: Decimal | undefined) =>
    amount === undefined ? null : toPlainDecimal(amount);
  return {
    rates: currencies.map((currency) => ({
      currency,
      rate: shown(rateOf(currency) ?? undefined),
      since: given.has(currency) ? null : (known.get(currency)?.since ?? null),
    })),
    rows: rows.map(({ item, valued }) => ({
      purse: item.purse,
      holderId: item.holderId,
      holderName: item.holderName,
      currency: item.currency,
      amount: toPlainDecimal(item.amount),
      booked: toPlainDecimal(item.booked),
      rate: shown(valued?.rate),
      value: shown(valued?.value),
      difference: shown(valued?.difference),
    })),
    difference: differences.length === rows.length ? toPlainDecimal(sum(differences)) : null,
  };
}

async function refuseFutureDay(context: Context, day: string): Promise<string> {
  const today = await readCompanyToday(context);
  if (day > today) refuseWith('revaluation.future', { date: today }, { field: 'day' });
  return today;
}

/**
 * Posts the differences of a day. Refuses a future or closed day, a missing rate, and a day while an earlier
 * revaluation is in force: its difference would count twice.
 */
export async function saveRevaluation(
  context: Context,
  { day, rates, deposits, reverse, remark = '' }: InputOf<typeof revaluations.post>,
): Promise<ReplyOf<typeof revaluations.post>> {
  refuseHiddenValues(context);
  const today = await refuseFutureDay(context, day);
  if (reverse && day === today) refuseWith('revaluation.reverseLater', {}, { field: 'reverse' });
  await refuseStanding(context, { day, reverse });
  const own = await ownMoney(context);
  const items = await readForeignItems(context, day, deposits);
  if (items.length === 0) refuseWith('revaluation.nothing', { date: day }, { field: 'day' });
  const given = givenRates(rates, items, day);
  for (const [currency, rate] of given) checkRateOfOne(currency, rate, own, { field: 'rates' });
  const valued = items.map((item) => {
    const { currency } = item;
    const rate = given.get(currency);
    if (rate === undefined)
      return refuseWith('revaluation.rateMissing', { currency, date: day }, { field: 'rates' });
    return revalueItem(item, rate, own.digits);
  });
  const id = await insertRevaluation(context, { day, deposits, remark }, valued);
  const values = valuesOf(valued);
  const documentId = await postValues(context, { id, day, remark, values, part: 'posted' });
  await noteDocument(context, id, { documentId });
  if (reverse) await postReversal(context, { id, day, remark, values });
  return { id, version: 1 };
}

/** Differences reveal the whole company's debts and balances. */
function refuseHiddenValues(context: Context): void {
  refusePartialBooks(context);
  if (!seesAmounts(context.scope, 'money')) refuseWith('access.denied');
}

/**
 * Refuses a day with the difference of a revaluation in its books: posted on the day, or not reversed by
 * the day. A revaluation without reversal is also refused before a later revaluation. Revaluations of a
 * company are posted one after the other, because concurrent revaluations overlook each other.
 */
async function refuseStanding(
  { tx, tenantId }: Context,
  { day, reverse }: { readonly day: string; readonly reverse: boolean },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${tenantId} revaluation`}))`.execute(tx);
  const { rows } = await sql<{ day: string }>`
    select day from revaluation
    where tenant_id = ${tenantId} and taken_back_at is null
      and (day = ${day}::date or reversed_on is null or (day < ${day}::date and reversed_on > ${day}::date)
        or (not ${reverse} and day > ${day}::date))
    order by day limit 1`.execute(tx);
  const [standing] = rows;
  if (standing !== undefined)
    refuseWith('revaluation.standing', { date: standing.day }, { field: 'day' });
}

/** Changes of purses; equal values need no posting. */
const valuesOf = (items: readonly RevaluedItem[]): readonly RevaluedValue[] =>
  items
    .filter(({ difference }) => !difference.isZero())
    .map(({ purse, holderId, difference }) => ({
      purse: { purse: revaluedPurses[purse], id: holderId },
      amount: difference,
    }));

interface RevaluationHead {
  readonly day: string;
  readonly deposits: boolean;
  readonly remark: string;
}

async function insertRevaluation(
  { tx, tenantId, scope }: Context,
  { day, deposits, remark }: RevaluationHead,
  items: readonly RevaluedItem[],
): Promise<string> {
  const id = await insertHead();
  const given = items.map((item, at) => ({
    line: at + 1,
    purse: item.purse,
    holder_id: item.holderId,
    currency: item.currency,
    amount: toPlainDecimal(item.amount),
    booked: toPlainDecimal(item.booked),
    rate: toPlainDecimal(item.rate),
    value: toPlainDecimal(item.value),
  }));
  await sql`
    insert into revaluation_row (tenant_id, revaluation_id, line, purse, holder_id, currency, amount,
      booked, rate, value)
    select ${tenantId}::bigint, ${id}::bigint, given.*
    from ${rowsAsTable(
      given,
      `line int, purse text, holder_id bigint, currency text, amount numeric, booked numeric, rate numeric,
       value numeric`,
    )} returning line`.execute(tx);
  return id;

  async function insertHead(): Promise<string> {
    try {
      const { rows } = await sql<{ id: string }>`
        insert into revaluation (tenant_id, day, deposits, remark, user_id)
        values (${tenantId}, ${day}, ${deposits}, ${remark}, ${scope.userId}) returning id`.execute(
        tx,
      );
      return orRefuseMissing(rows[0]).id;
    } catch (error) {
      if (sqlError(error)?.constraint !== 'revaluation__day') throw error;
      return refuseWith('revaluation.standing', { date: day }, { field: 'day' });
    }
  }
}

interface RevaluationPart {
  readonly id: string;
  readonly day: string;
  readonly remark: string;
  readonly values: readonly RevaluedValue[];
  readonly part: 'posted' | 'reversed';
}

/** Posts at the end of the day, the reversal at the beginning. Null: there is nothing to post. */
async function postValues(
  context: Context,
  { id, day, remark, values, part }: RevaluationPart,
): Promise<string | null> {
  if (values.length === 0) return null;
  const { tx, tenantId } = context;
  const zone = sql`setting.time_zone`;
  const time =
    part === 'reversed'
      ? dayStart(sql`${day}::date`, zone)
      : sql`${dayStart(sql`${dayAfter(day, 1)}::date`, zone)} - interval '1 second'`;
  const { rows } = await sql<{ time: string }>`
    select ${time} as time from tenant_setting as setting where setting.tenant_id = ${tenantId}`.execute(
    tx,
  );
  return postRevaluation(context, {
    time: orRefuseMissing(rows[0]).time,
    subject: `revaluation:${id}:${part}`,
    remark,
    values,
  });
}

async function postReversal(
  context: Context,
  { id, day, remark, values }: Omit<RevaluationPart, 'part'>,
): Promise<void> {
  const next = dayAfter(day, 1);
  const opposite = values.map(({ purse, amount }) => ({ purse, amount: amount.negated() }));
  const reversalId = await postValues(context, {
    id,
    day: next,
    remark,
    values: opposite,
    part: 'reversed',
  });
  await noteDocument(context, id, { reversalId, reversedOn: next });
}

async function noteDocument(
  { tx, tenantId }: Context,
  id: string,
  {
    documentId = null,
    reversalId = null,
    reversedOn = null,
  }: {
    readonly documentId?: string | null;
    readonly reversalId?: string | null;
    readonly reversedOn?: string | null;
  },
): Promise<void> {
  await sql`
    update revaluation
    set document_id = coalesce(${documentId}, document_id), reversal_id = coalesce(${reversalId},
      reversal_id),
      reversed_on = coalesce(${reversedOn}::date, reversed_on)
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

interface StoredRevaluation {
  readonly day: string;
  readonly remark: string;
  readonly document_id: string | null;
  readonly reversal_id: string | null;
  readonly reversed_on: string | null;
  readonly taken_back: boolean;
}

/** Locks a revaluation: concurrent reversals wait. */
async function lockRevaluation({ tx, tenantId }: Context, id: string): Promise<StoredRevaluation> {
  const { rows } = await sql<StoredRevaluation>`
    select day, remark, document_id, reversal_id, reversed_on, taken_back_at is not null as taken_back
    from revaluation where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/** Posts the opposite on the next day. Refuses one that is reversed or taken back, and a future or closed
  day. */
export async function reverseRevaluation(
  context: Context,
  { id }: InputOf<typeof revaluations.reverse>,
): Promise<ReplyOf<typeof revaluations.reverse>> {
  refuseHiddenValues(context);
  const { day, remark, reversed_on, taken_back } = await lockRevaluation(context, id);
  if (reversed_on !== null || taken_back) refuseWith('revaluation.settled', { date: day });
  if (day === (await readCompanyToday(context))) refuseWith('revaluation.reverseLater');
  const { tx, tenantId } = context;
  const { rows } = await sql<{
    purse: keyof typeof revaluedPurses;
    holder_id: string;
    difference: string;
  }>`
    select purse, holder_id, value - booked as difference from revaluation_row
    where tenant_id = ${tenantId} and revaluation_id = ${id} and value <> booked order by line`.execute(
    tx,
  );
  const values = rows.map(({ purse, holder_id, difference }) => ({
    purse: { purse: revaluedPurses[purse], id: holder_id },
    amount: decimal(difference),
  }));
  await postReversal(context, { id, day, remark, values });
  await changeVersion(context, id);
  return { changed: 1 };
}

/** Removes both postings, in open days; the record stays. */
export async function takeBackRevaluation(
  context: Context,
  { id }: InputOf<typeof revaluations.takeBack>,
): Promise<ReplyOf<typeof revaluations.takeBack>> {
  refuseHiddenValues(context);
  const { day, document_id, reversal_id, taken_back } = await lockRevaluation(context, id);
  if (taken_back) refuseWith('revaluation.settled', { date: day });
  for (const documentId of [reversal_id, document_id])
    if (documentId !== null) await deleteInternal(context, documentId);
  const { tx, tenantId } = context;
  await sql`
    update revaluation set taken_back_at = now() where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
  await changeVersion(context, id);
  return { changed: 1 };
}

async function changeVersion({ tx, tenantId }: Context, id: string): Promise<void> {
  await sql`
    update revaluation set version = version + 1 where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
}

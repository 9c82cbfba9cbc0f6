import {
  Money,
  ZERO,
  billOf,
  decimal,
  documentKinds,
  inForce,
  isKept,
  keepsIn,
  kindCodes,
  moneyDigitsOf,
  plain,
  settledBy,
  settlingBeside,
  sum,
  toBase,
  keysOf,
} from '@tradehouse/domain';
import type {
  AnyKindCode,
  DebtPurse,
  Decimal,
  Document,
  MoneyLine,
  OpenPurse,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse, signedKinds, together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import { bookedOff, dayRowOf, ledChanges } from '../store/days.ts';
import type { DayChange, DayRow } from '../store/days.ts';
import {
  checkDepositDay,
  countDeposits,
  nothingTaken,
  takenById,
  takenOfDeposits,
} from './deposits.ts';
import type { Taken, TakenRow } from './deposits.ts';
import { moneyOf, visibleIds } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import type { Settings } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';

export const settledIdsOf = ({ moneyLines }: Document): string[] =>
  moneyLines.flatMap(({ settledDocumentId }) => settledDocumentId ?? []);

/** Whether it settles what is open beside bills, or keeps something of deposits there. */
const settlesBeside = (document: Document): boolean =>
  settledBy(document.kind) !== null &&
  document.moneyLines.some(({ settledDocumentId }) => settledDocumentId === null);

/** The partner's opening balance, to be locked with the bills. */
export async function openingIdOf({ tx, tenantId }: Context, partnerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from document
    where tenant_id = ${tenantId} and kind = 'openingBalance' and partner_id = ${partnerId} and deleted_at is null`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** What a line of a money document settles: what is left of it for this document, and which way it counts. */
interface Open {
  readonly left: Money;
  readonly sign: 1 | -1;
  readonly number: string;
}

/**
 * Checks what a money document settles: bills in force of its partner, or what is open beside them, of the debt its kind
 * settles, or orders whose deposit it gives back, or keeps beside bills; in its currency, with the sign they have, and no more
 * than others leave of them, drafts included (M5). Answers the document with what that was booked at. The heads are locked.
 * Refuses with `settlement.*` and `document.sourceCurrency`.
 */
export async function checkBills(
  context: Context,
  document: Document,
  heads: ReadonlyMap<string, DocumentRow>,
  settings: Keeping,
): Promise<Document> {
  const purse = settledBy(document.kind);
  if (purse === null) return document;
  const ids = settledIdsOf(document);
  const [visible, settled] = await together([
    visibleIds(context, ids),
    takenByOthers[purse](context, ids, document.id),
  ]);
  const opening =
    purse !== 'deposit' && settlesBeside(document)
      ? await openBeside(context, document, { purse, heads, currency: settings.currency })
      : null;
  const moneyLines = document.moneyLines.map((line, index): MoneyLine => {
    const id = line.settledDocumentId;
    const bill = id === null || !visible.has(id) ? undefined : heads.get(id);
    const position = index + 1;
    if (isKept(document.kind, line)) return keptOf(document, line, position);
    if (id === null) {
      return { ...line, booked: besideOf(document, line, found(opening), settings, position) };
    }
    const open = openBill(document, found(bill), settled.get(id), purse, position);
    return { ...line, booked: bookedOf(document, line, open, position) };
  });
  checkOnce(document.moneyLines, heads);
  return { ...document, moneyLines };
}

/** A bill stands on one line, and so does what is owed from before. */
function checkOnce(lines: readonly MoneyLine[], heads: ReadonlyMap<string, DocumentRow>): void {
  const ids = lines.map(({ settledDocumentId }) => settledDocumentId);
  const again = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (again < 0) return;
  const number = heads.get(ids[again] ?? '')?.number ?? '';
  refuse('settlement.repeated', { number }, { field: 'settledDocumentId', line: again + 1 });
}

function openBill(
  document: Document,
  bill: DocumentRow,
  settled: Taken = nothingTaken,
  purse: OpenPurse,
  line: number,
): Open {
  const number = bill.number ?? '';
  const at = { field: 'settledDocumentId', line };
  const owed = billOf(bill.kind);
  if (owed?.purse !== purse || !bill.in_force) return refuse('settlement.kind', { number }, at);
  if (bill.partner_id !== document.partnerId) refuse('settlement.partner', { number }, at);
  if (purse === 'deposit') checkDepositDay(document, bill, at);
  const { sign } = owed;
  const taken = moneyOf(bill, settled.amount.times(sign), settled.booked.times(sign));
  return { left: moneyOf(bill, bill[openColumns[purse]]).minus(taken), sign, number };
}

/** What a line settles was booked at. */
function bookedOf(
  document: Document,
  { amount }: MoneyLine,
  { left, sign, number }: Open,
  line: number,
): Decimal {
  const own = amount.times(sign);
  const most = atLine({ field: 'settledDocumentId', line }, () => left.in(document.currency));
  if (own.lte(0)) refuse('settlement.amount', {}, { field: 'amount', line });
  if (own.gt(most))
    refuse(
      'settlement.over',
      { number, left: plain(most), digits: moneyDigitsOf(document) },
      { field: 'amount', line },
    );
  return left.part(own, document).booked.times(sign);
}

/** What is kept of deposits is below zero, as it is not paid out; it is worth what it is on this day. */
function keptOf(document: Document, line: MoneyLine, position: number): MoneyLine {
  const at = { field: 'settledDocumentId', line: position };
  if (line.amount.gte(0)) refuse('deposit.orderMissing', {}, at);
  return { ...line, booked: toBase(document, line.amount) };
}

/** Which amount of a head is open until it is settled. */
const openColumns = { receivable: 'debt', payable: 'debt', deposit: 'paid_now' } as const;

/** What other live documents than `except` settle of each bill. */
async function settledByOthers(
  { tx, tenantId }: Context,
  ids: readonly string[],
  except: string,
): Promise<Map<string, Taken>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<TakenRow>`
    select l.settled_document_id as id, sum(l.amount) as amount, sum(l.booked) as booked
    from document_line l
    join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.deleted_at is null
    where l.tenant_id = ${tenantId} and l.settled_document_id = any(${ids}::bigint[]) and l.document_id <> ${except}
    group by 1`.execute(tx);
  return takenById(rows);
}

const takenByOthers = {
  receivable: settledByOthers,
  payable: settledByOthers,
  deposit: takenOfDeposits,
} as const;

interface Beside {
  readonly purse: DebtPurse;
  readonly heads: ReadonlyMap<string, DocumentRow>;
  /** The company's own. */
  readonly currency: string;
}

/**
 * What is open of a partner beside bills, in the document's currency: in the company's own what was owed from before, less what
 * lines without a bill settled; below zero what was paid beyond all debts, and kept, at what it was booked at. What a draft that is
 * not in force would settle or keep counts only where the document brings more: no one can use it yet. The partner is locked.
 */
async function openBeside(
  context: Context,
  document: Document,
  { purse, heads, currency }: Beside,
): Promise<Money> {
  const { partnerId, id, moneyLines } = document;
  const uses = moneyLines.some((line) => line.settledDocumentId === null && line.amount.lt(0));
  const settled = await settledBeside(context, purse, [partnerId], id, uses);
  const { amount, booked } =
    settled.find((one) => one.currency === document.currency) ?? nothingTaken;
  const opening = [...heads.values()].find(
    (one) => one.kind === 'openingBalance' && one.partner_id === partnerId,
  );
  const sign = purse === 'receivable' ? 1 : -1;
  const balance =
    document.currency === currency ? decimal(opening?.total_amount ?? '0').times(sign) : ZERO;
  // What was owed the other way round is of no matter here.
  const owed = balance.gt(0) ? balance : ZERO;
  return new Money({ ...document, number: '' }, owed.minus(amount), owed.minus(booked));
}

interface SettledBeside extends Taken {
  readonly currency: string;
}

/**
 * What live documents but one settle of partners beside bills, by partner and currency. The partners are locked, so that none is
 * overdrawn.
 *
 * @param received without what drafts that are not in force bring; what they use counts
 */
async function settledBeside(
  { tx, tenantId }: Context,
  purse: DebtPurse,
  partnerIds: readonly (string | null)[],
  except: string,
  received: boolean,
): Promise<readonly SettledBeside[]> {
  await sql`
    select from partner where tenant_id = ${tenantId} and id = any(${partnerIds}::bigint[])
    order by id for no key update`.execute(tx);
  const { rows } = await sql<{ currency: string; amount: string; booked: string }>`
    select d.currency, sum(l.amount * given.sign) as amount, sum(l.booked * given.sign) as booked
    from ${signedKinds(settlingBeside(purse))}
    join document d on d.tenant_id = ${tenantId} and d.kind = given.kind
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.settled_document_id is null
    where d.partner_id = any(${partnerIds}::bigint[])
      and d.deleted_at is null and d.id <> ${except} and (d.in_force or l.amount * given.sign < 0 or not ${received}::boolean)
    group by d.partner_id, d.currency`.execute(tx);
  return rows.map(({ currency, amount, booked }) => ({
    currency,
    amount: decimal(amount),
    booked: decimal(booked),
  }));
}

/** How lines without a bill are judged: the company's own currency, and whether what is beyond all debts is kept. */
type Keeping = Pick<Settings, 'currency' | 'keepOverpayment'>;

/**
 * What a line without a bill is booked at: what is kept at the document's own rate, what is used of it at its share of what that
 * was booked at. It settles no more than is open, unless the company keeps what is beyond; below zero it uses what was kept.
 */
function besideOf(
  document: Document,
  { amount }: MoneyLine,
  left: Money,
  { currency, keepOverpayment: keeps }: Keeping,
  line: number,
): Decimal {
  // Nothing is owed from before in another currency: what comes in it is kept, or of no bill.
  if (amount.gt(0) && !keeps && document.currency !== currency)
    refuse(
      'document.sourceCurrency',
      { number: '', currency },
      { field: 'settledDocumentId', line },
    );
  const open = left.in(document.currency);
  const at = { field: 'amount', line };
  if (amount.isZero() || (amount.lt(0) && open.gte(0))) refuse('settlement.amount', {}, at);
  const over = amount.lt(0) ? amount.lt(open) : !keeps && amount.gt(open);
  if (over)
    refuse(
      'settlement.over',
      { number: '', left: plain(open), digits: moneyDigitsOf(document) },
      at,
    );
  return amount.lt(0) ? left.part(amount, document).booked : toBase(document, amount);
}

/** Refuses that less was kept of a partner than other documents used of it, on paper or in the books. */
async function checkKept(
  context: Context,
  before: Document | null,
  after: Document,
): Promise<void> {
  const beside = [before, after].filter((one) => one !== null && settlesBeside(one));
  const purse = keepsIn(after.kind) ?? settledBy(after.kind);
  if (beside.length === 0 || purse === null || purse === 'deposit') return;
  const partnerIds = [before?.partnerId ?? null, after.partnerId];
  const kept = await settledBeside(context, purse, partnerIds, '0', true);
  const isUsed = ({ amount, booked }: Taken) =>
    amount.lt(0) || booked.lt(0) || (amount.isZero() && !booked.isZero());
  if (kept.some(isUsed)) refuse('settlement.keptUsed', { number: after.number ?? '' });
}

interface BillSums extends DayRow {
  readonly before: string;
  readonly off_before: string;
}

/**
 * Notes on the bills what documents in force settled of them, and on orders what was given back; answers what that
 * changes in their days.
 */
export async function countSettled(
  context: Context,
  before: Document | null,
  after: Document,
): Promise<DayChange[]> {
  const purse = settledBy(after.kind);
  if (purse === null) return [];
  await checkKept(context, before, after);
  const ids = [
    ...new Set([...(before === null ? [] : settledIdsOf(before)), ...settledIdsOf(after)]),
  ];
  if (ids.length === 0) return [];
  if (purse === 'deposit') return countDeposits(context, ids);
  const { tx, tenantId } = context;
  const kinds = kindCodes.flatMap((kind) => {
    const bill = billOf(kind);
    return bill === null ? [] : [[kind, bill.sign] as const];
  });
  const { rows } = await sql<BillSums>`
    update document b set settled = paid.amount, settled_off = ${bookedOff('b', sql`paid.amount`, sql`paid.booked`)}
    from (
      select bill.id, bill.settled as before, bill.settled_off as off_before,
        coalesce(sum(l.amount) filter (where c.in_force), 0) * given.sign as amount,
        coalesce(sum(l.booked) filter (where c.in_force), 0) * given.sign as booked
      from document bill
      join ${signedKinds(kinds)} on given.kind = bill.kind
      left join document_line l on l.tenant_id = ${tenantId} and l.settled_document_id = bill.id
      left join document c on c.tenant_id = ${tenantId} and c.id = l.document_id
      where bill.tenant_id = ${tenantId} and bill.id = any(${ids}::bigint[])
      group by bill.id, bill.settled, bill.settled_off, given.sign) paid
    where b.tenant_id = ${tenantId} and b.id = paid.id
      and (b.settled, b.settled_off) <> (paid.amount, ${bookedOff('b', sql`paid.amount`, sql`paid.booked`)})
    returning ${dayRowOf('b')}, paid.before, paid.off_before`.execute(tx);
  return rows.flatMap((row) =>
    ledChanges(row, { settled: row.before, settled_off: row.off_before }),
  );
}

/** Refuses an opening balance below what was settled of it already, unless the company keeps what is beyond. */
export async function checkOpeningCovers(
  { tx, tenantId }: Context,
  opening: Document,
): Promise<void> {
  if (opening.kind !== 'openingBalance' || opening.partnerId === null) return;
  const { rows } = await sql<{
    kind: AnyKindCode;
    settled: string;
    settling: string;
    keeps: boolean;
  }>`
    select d.kind, sum(l.amount) as settled, min(d.number) as settling, bool_and(s.keep_overpayment) as keeps
    from document d
    join tenant_setting s on s.tenant_id = ${tenantId} and s.currency = d.currency
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.settled_document_id is null
    where d.tenant_id = ${tenantId} and d.kind = any(${settlingKinds}::text[]) and d.partner_id = ${opening.partnerId}
      and d.deleted_at is null
    group by d.kind`.execute(tx);
  const amount = opening.deleted ? ZERO : sum(opening.moneyLines.map((line) => line.amount));
  for (const { kind, settled, settling, keeps } of rows) {
    const sign = settledBy(kind) === 'payable' ? -1 : 1;
    if (!keeps && amount.times(sign).lt(settled))
      refuse('document.isSettled', { number: opening.number ?? '', settling });
  }
}

const settlingKinds = keysOf(documentKinds).filter((code) =>
  ['receivable', 'payable'].includes(settledBy(code) ?? ''),
);

/**
 * Refuses a change that leaves a bill owing less than was settled of it, an order with less of a deposit than was given
 * back, or either to somebody else; or that leaves it settled on paper and open in the books, as an amount in another
 * currency can.
 */
export async function checkStillCovers(
  { tx, tenantId }: Context,
  { document: before }: Stored,
  { document: after, head }: Pick<Stored, 'document' | 'head'>,
): Promise<void> {
  const bill = billOf(before.kind);
  if (bill === null || after.deleted) return;
  const { rows } = await sql<{ settled: string; booked: string; settling: string | null }>`
    select coalesce(sum(l.amount), 0) as settled, coalesce(sum(l.booked), 0) as booked, min(c.number) as settling
    from document_line l
    join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.deleted_at is null
    where l.tenant_id = ${tenantId} and l.settled_document_id = ${before.id}`.execute(tx);
  const { settled, booked, settling } = found(rows[0]);
  if (settling === null) return;
  const covered = new Money(
    before,
    decimal(settled).times(bill.sign),
    decimal(booked).times(bill.sign),
  );
  const open = bill.purse === 'deposit' ? after.paidNow : head.amounts.debt;
  const same =
    before.partnerId === after.partnerId &&
    before.currency === after.currency &&
    before.exchangeRate.equals(after.exchangeRate);
  if (!same || !inForce(after) || !new Money(after, open).covers(covered)) {
    refuse('document.isSettled', { number: before.number ?? '', settling });
  }
}

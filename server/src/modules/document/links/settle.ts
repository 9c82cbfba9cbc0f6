import {
  Money,
  ZERO,
  billKinds,
  billOf,
  decimal,
  documentKinds,
  isDocumentInForce,
  isKept,
  keepsIn,
  moneyDigitsOf,
  toPlainDecimal,
  purseSettledByKind,
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
import { orRefuseMissing, refuseWith } from '../../../kernel/access/index.ts';
import { signedKinds, runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import { bookedOff, dayRowOf, ledChanges } from '../store/days.ts';
import type { DocumentDayChange, DayRow } from '../store/days.ts';
import {
  checkDepositDay,
  countDeposits,
  nothingTaken,
  takenById,
  takenOfDeposits,
} from './deposits.ts';
import type { DepositUsage, DepositUsageRow } from './deposits.ts';
import { moneyFromHead, visibleIds } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import type { DocumentSettings } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';

export const settledIdsOf = ({ moneyLines }: Document): string[] =>
  moneyLines.flatMap(({ settledDocumentId }) => settledDocumentId ?? []);

/** Returns true if the document settles, or keeps deposits, beside bills. */
const settlesBeside = (document: Document): boolean =>
  purseSettledByKind(document.kind) !== null &&
  document.moneyLines.some(({ settledDocumentId }) => settledDocumentId === null);

/** The opening balance of the partner, else of the changed document's, to be locked with the bills. */
export async function openingIdOf(
  { tx, tenantId }: Context,
  partnerId: string | null | undefined,
  changed?: string,
): Promise<string[]> {
  const partner =
    partnerId === undefined && changed !== undefined
      ? sql`(select partner_id from document where tenant_id = ${tenantId} and id = ${changed})`
      : sql`${partnerId ?? null}`;
  const { rows } = await sql<{ id: string }>`
    select id from document
    where tenant_id = ${tenantId} and kind = 'openingBalance' and partner_id = ${partner} and deleted_at is null`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Amount that a money line may settle, and the sign. */
interface OpenSettlement {
  readonly left: Money;
  readonly sign: 1 | -1;
  readonly number: string;
}

/**
 * Checks settlements: the partner's bills in force, or open amounts beside bills, of the kind's debt; or
 * order deposits, refunded or kept. Checks currency, sign, and the amount left by others, drafts included
 * (M5). Returns the document with booked amounts. The heads are locked. Refuses with `settlement.*` and
 * `document.sourceCurrency`.
 */
export async function checkBills(
  context: Context,
  document: Document,
  heads: ReadonlyMap<string, DocumentRow>,
  settings: Keeping,
): Promise<Document> {
  const purse = purseSettledByKind(document.kind);
  if (purse === null) return document;
  const ids = settledIdsOf(document);
  const [visible, settled] = await runTogether([
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
    if (isKept(document.kind, line)) return toRetainedDepositLine(document, line, position);
    if (id === null) {
      return {
        ...line,
        booked: bookAmountWithoutBill(document, line, orRefuseMissing(opening), settings, position),
      };
    }
    const open = openBill(document, orRefuseMissing(bill), settled.get(id), purse, position);
    return { ...line, booked: bookedOf(document, line, open, position) };
  });
  checkOnce(document.moneyLines, heads);
  return { ...document, moneyLines };
}

/** Refuses repeating a bill, or the opening debt. */
function checkOnce(lines: readonly MoneyLine[], heads: ReadonlyMap<string, DocumentRow>): void {
  const ids = lines.map(({ settledDocumentId }) => settledDocumentId);
  const again = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (again < 0) return;
  const number = heads.get(ids[again] ?? '')?.number ?? '';
  refuseWith('settlement.repeated', { number }, { field: 'settledDocumentId', line: again + 1 });
}

function openBill(
  document: Document,
  bill: DocumentRow,
  settled: DepositUsage = nothingTaken,
  purse: OpenPurse,
  line: number,
): OpenSettlement {
  const number = bill.number ?? '';
  const at = { field: 'settledDocumentId', line };
  const owed = billOf(bill.kind);
  if (owed?.purse !== purse || !bill.in_force) return refuseWith('settlement.kind', { number }, at);
  if (bill.partner_id !== document.partnerId) refuseWith('settlement.partner', { number }, at);
  if (purse === 'deposit') checkDepositDay(document, bill, at);
  const { sign } = owed;
  const taken = moneyFromHead(bill, settled.amount.times(sign), settled.booked.times(sign));
  return { left: moneyFromHead(bill, bill[openColumns[purse]]).minus(taken), sign, number };
}

/** Computes the booked amount of a line's settlement. */
function bookedOf(
  document: Document,
  { amount }: MoneyLine,
  { left, sign, number }: OpenSettlement,
  line: number,
): Decimal {
  const own = amount.times(sign);
  const most = withInputPosition({ field: 'settledDocumentId', line }, () =>
    left.in(document.currency),
  );
  if (own.lte(0)) refuseWith('settlement.amount', {}, { field: 'amount', line });
  if (own.gt(most))
    refuseWith(
      'settlement.over',
      { number, left: toPlainDecimal(most), digits: moneyDigitsOf(document) },
      { field: 'amount', line },
    );
  return left.part(own, document).booked.times(sign);
}

/** Books a deposit kept beside bills: negative, because nothing is paid out, at the day's rate. */
function toRetainedDepositLine(document: Document, line: MoneyLine, position: number): MoneyLine {
  const at = { field: 'settledDocumentId', line: position };
  if (line.amount.gte(0)) refuseWith('deposit.orderMissing', {}, at);
  return { ...line, booked: toBase(document, line.amount) };
}

/** Head amount of each purse that is open until settled. */
const openColumns = { receivable: 'debt', payable: 'debt', deposit: 'paid_now' } as const;

/** Reads the amounts of bills settled by live documents except `except`. */
async function settledByOthers(
  { tx, tenantId }: Context,
  ids: readonly string[],
  except: string,
): Promise<Map<string, DepositUsage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<DepositUsageRow>`
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

interface PartnerBalance {
  readonly purse: DebtPurse;
  readonly heads: ReadonlyMap<string, DocumentRow>;
  /** The company's own. */
  readonly currency: string;
}

/**
 * Computes a partner's open amount beside bills: in the company's own currency the opening debt less lines
 * without a bill; kept overpayments are negative, at booked amounts. Drafts count only against documents
 * adding money, because no one can use drafts yet. The partner is locked.
 */
async function openBeside(
  context: Context,
  document: Document,
  { purse, heads, currency }: PartnerBalance,
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
  // Opening debts in the opposite direction do not matter.
  const owed = balance.gt(0) ? balance : ZERO;
  return new Money({ ...document, number: '' }, owed.minus(amount), owed.minus(booked));
}

interface SettledBeside extends DepositUsage {
  readonly currency: string;
}

/**
 * Sums amounts settled beside bills by live documents but one, by partner and currency. The partners are
 * locked, against overdrawing.
 *
 * @param received excludes money added by drafts not in force; their uses count
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

/** Settings for lines without a bill: the company's own currency, and the switch for keeping overpayments. */
type Keeping = Pick<DocumentSettings, 'currency' | 'keepOverpayment'>;

/**
 * Computes the booked amount of a line without a bill: kept money at the document's rate, used money at the
 * share of the booked amount. Settles at most the open amount unless overpayments are kept; negative lines
 * use kept money.
 */
function bookAmountWithoutBill(
  document: Document,
  { amount }: MoneyLine,
  left: Money,
  { currency, keepOverpayment: keeps }: Keeping,
  line: number,
): Decimal {
  // A foreign currency has no opening debt: money is kept or has no bill.
  if (amount.gt(0) && !keeps && document.currency !== currency)
    refuseWith(
      'document.sourceCurrency',
      { number: '', currency },
      { field: 'settledDocumentId', line },
    );
  const open = left.in(document.currency);
  const at = { field: 'amount', line };
  if (amount.isZero() || (amount.lt(0) && open.gte(0))) refuseWith('settlement.amount', {}, at);
  const over = amount.lt(0) ? amount.lt(open) : !keeps && amount.gt(open);
  if (over)
    refuseWith(
      'settlement.over',
      { number: '', left: toPlainDecimal(open), digits: moneyDigitsOf(document) },
      at,
    );
  return amount.lt(0) ? left.part(amount, document).booked : toBase(document, amount);
}

/** Refuses kept amounts below their use, nominal or booked. */
async function checkRetainedSuffices(
  context: Context,
  before: Document | null,
  after: Document,
): Promise<void> {
  const beside = [before, after].filter((one) => one !== null && settlesBeside(one));
  const purse = keepsIn(after.kind) ?? purseSettledByKind(after.kind);
  if (beside.length === 0 || purse === null || purse === 'deposit') return;
  const partnerIds = [before?.partnerId ?? null, after.partnerId];
  const kept = await settledBeside(context, purse, partnerIds, '0', true);
  const isUsed = ({ amount, booked }: DepositUsage) =>
    amount.lt(0) || booked.lt(0) || (amount.isZero() && !booked.isZero());
  if (kept.some(isUsed)) refuseWith('settlement.keptUsed', { number: after.number ?? '' });
}

interface BillSums extends DayRow {
  readonly before: string;
  readonly off_before: string;
}

/** Stores on bills and orders the amounts settled or refunded in force; returns the day changes. */
export async function countSettled(
  context: Context,
  before: Document | null,
  after: Document,
): Promise<DocumentDayChange[]> {
  const purse = purseSettledByKind(after.kind);
  if (purse === null) return [];
  await checkRetainedSuffices(context, before, after);
  const ids = [
    ...new Set([...(before === null ? [] : settledIdsOf(before)), ...settledIdsOf(after)]),
  ];
  if (ids.length === 0) return [];
  if (purse === 'deposit') return countDeposits(context, ids);
  const { tx, tenantId } = context;
  const kinds = billKinds(purse);
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

/** Refuses an opening balance below the settled amount, unless the company keeps overpayments. */
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
    const sign = purseSettledByKind(kind) === 'payable' ? -1 : 1;
    if (!keeps && amount.times(sign).lt(settled))
      refuseWith('document.isSettled', { number: opening.number ?? '', settling });
  }
}

const settlingKinds = keysOf(documentKinds).filter((code) =>
  ['receivable', 'payable'].includes(purseSettledByKind(code) ?? ''),
);

/**
 * Refuses changes leaving a bill below the settled amount, an order below the refund or after its day, or
 * either with another partner. Also refuses a bill settled nominally but open in the books, possible in a
 * foreign currency.
 */
export async function checkStillCovers(
  { tx, tenantId }: Context,
  { document: before }: StoredDocument,
  { document: after, head }: Pick<StoredDocument, 'document' | 'head'>,
): Promise<void> {
  const bill = billOf(before.kind);
  if (bill === null || after.deleted) return;
  const { rows } = await sql<{
    settled: string;
    booked: string;
    settling: string | null;
    since: string | null;
  }>`
    select coalesce(sum(l.amount), 0) as settled, coalesce(sum(l.booked), 0) as booked,
      min(c.number) as settling, min(c.business_date)::text as since
    from document_line l
    join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.deleted_at is null
    where l.tenant_id = ${tenantId} and l.settled_document_id = ${before.id}`.execute(tx);
  const { settled, booked, settling, since } = orRefuseMissing(rows[0]);
  if (settling === null || since === null) return;
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
  if (!same || !isDocumentInForce(after) || !new Money(after, open).covers(covered)) {
    refuseWith('document.isSettled', { number: before.number ?? '', settling });
  }
  const order = { number: before.number, business_date: after.businessDate };
  // A document saved under earlier rules keeps its day.
  if (bill.purse === 'deposit' && before.businessDate !== after.businessDate)
    checkDepositDay({ businessDate: since }, order, { field: 'time' });
}

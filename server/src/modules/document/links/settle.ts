import {
  Money,
  ZERO,
  billOf,
  decimal,
  documentKinds,
  inForce,
  kindCodes,
  plain,
  settledBy,
  sum,
  keysOf,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, Document, MoneyLine, OpenPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse, together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import { dayRowOf, ledChanges } from '../store/days.ts';
import type { DayChange, DayRow } from '../store/days.ts';
import { countDeposits, nothingTaken, takenById, takenOfDeposits } from './deposits.ts';
import type { Taken, TakenRow } from './deposits.ts';
import { moneyOf, visibleIds } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import type { Stored } from '../store/stored.ts';

export const settledIdsOf = ({ moneyLines }: Document): string[] =>
  moneyLines.flatMap(({ settledDocumentId }) => settledDocumentId ?? []);

const settlesOpening = (document: Document): boolean =>
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
 * Checks what a money document settles: bills in force of its partner, or the opening balance, of the debt its kind
 * settles, or orders whose deposit it gives back; in its currency, with the sign they have, and no more than others leave of them, drafts included (M5).
 * Answers the document with what that was booked at. The heads are locked. Refuses with `settlement.*` and
 * `document.sourceCurrency`.
 */
export async function checkBills(
  context: Context,
  document: Document,
  heads: ReadonlyMap<string, DocumentRow>,
): Promise<Document> {
  const purse = settledBy(document.kind);
  if (purse === null) return document;
  const ids = settledIdsOf(document);
  const [visible, settled] = await together([
    visibleIds(context, ids),
    takenByOthers[purse](context, ids, document.id),
  ]);
  if (purse === 'deposit' && settlesOpening(document))
    refuse('deposit.orderMissing', {}, { field: 'settledDocumentId' });
  const opening = settlesOpening(document)
    ? await openOpening(context, document, purse, heads)
    : null;
  const moneyLines = document.moneyLines.map((line, index): MoneyLine => {
    const id = line.settledDocumentId;
    const bill = id === null || !visible.has(id) ? undefined : heads.get(id);
    const position = index + 1;
    const open =
      id === null ? opening : openBill(document, found(bill), settled.get(id), purse, position);
    return { ...line, booked: bookedOf(document, line, found(open), position) };
  });
  return { ...document, moneyLines };
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
    refuse('settlement.over', { number, left: plain(most) }, { field: 'amount', line });
  return left.part(own, document).booked.times(sign);
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

/** What lines without a bill settle is the partner's opening balance; it is of the company's own currency. */
async function openOpening(
  { tx, tenantId }: Context,
  document: Document,
  purse: OpenPurse,
  heads: ReadonlyMap<string, DocumentRow>,
): Promise<Open> {
  const { rows } = await sql<{ settled: string }>`
    select coalesce(sum(l.amount), 0) as settled
    from document d
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.settled_document_id is null
    where d.tenant_id = ${tenantId} and d.kind = ${document.kind} and d.partner_id = ${document.partnerId}
      and d.deleted_at is null and d.id <> ${document.id}`.execute(tx);
  const opening = [...heads.values()].find(
    ({ kind, partner_id }) => kind === 'openingBalance' && partner_id === document.partnerId,
  );
  if (opening === undefined)
    return { left: new Money({ ...document, number: '' }, ZERO), sign: 1, number: '' };
  const owed = decimal(opening.total_amount).times(purse === 'receivable' ? 1 : -1);
  const settled = moneyOf(opening, found(rows[0]).settled);
  return { left: moneyOf(opening, owed).minus(settled), sign: 1, number: '' };
}

interface BillSums extends DayRow {
  readonly before: string;
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
  const ids = [
    ...new Set([...(before === null ? [] : settledIdsOf(before)), ...settledIdsOf(after)]),
  ];
  if (ids.length === 0) return [];
  if (purse === 'deposit') return countDeposits(context, ids);
  const { tx, tenantId } = context;
  const kinds = kindCodes.filter((kind) => billOf(kind) !== null);
  const signs = kinds.map((kind) => billOf(kind)?.sign ?? 1);
  const { rows } = await sql<BillSums>`
    update document b set settled = paid.amount
    from (
      select bill.id, bill.settled as before, coalesce(sum(l.amount) filter (where c.in_force), 0) * kinds.sign as amount
      from document bill
      join unnest(${kinds}::text[], ${signs}::int[]) as kinds(kind, sign) on kinds.kind = bill.kind
      left join document_line l on l.tenant_id = ${tenantId} and l.settled_document_id = bill.id
      left join document c on c.tenant_id = ${tenantId} and c.id = l.document_id
      where bill.tenant_id = ${tenantId} and bill.id = any(${ids}::bigint[])
      group by bill.id, bill.settled, kinds.sign) paid
    where b.tenant_id = ${tenantId} and b.id = paid.id and b.settled <> paid.amount
    returning ${dayRowOf('b')}, paid.before`.execute(tx);
  return rows.flatMap((row) => ledChanges(row, { settled: row.before }));
}

/** Refuses an opening balance below what was settled of it already. */
export async function checkOpeningCovers(
  { tx, tenantId }: Context,
  opening: Document,
): Promise<void> {
  if (opening.kind !== 'openingBalance' || opening.partnerId === null) return;
  const { rows } = await sql<{ kind: AnyKindCode; settled: string; settling: string }>`
    select d.kind, sum(l.amount) as settled, min(d.number) as settling
    from document d
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.settled_document_id is null
    where d.tenant_id = ${tenantId} and d.kind = any(${settlingKinds}::text[]) and d.partner_id = ${opening.partnerId}
      and d.deleted_at is null
    group by d.kind`.execute(tx);
  const amount = opening.deleted ? ZERO : sum(opening.moneyLines.map((line) => line.amount));
  for (const { kind, settled, settling } of rows) {
    const sign = settledBy(kind) === 'payable' ? -1 : 1;
    if (amount.times(sign).lt(settled))
      refuse('document.isSettled', { number: opening.number ?? '', settling });
  }
}

const settlingKinds = keysOf(documentKinds).filter((code) => settledBy(code) !== null);

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

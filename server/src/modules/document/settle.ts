import {
  ZERO,
  billOf,
  decimal,
  documentKinds,
  inForce,
  plain,
  settledBy,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode, DebtPurse, Decimal, Document, MoneyLine } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { DayChange, DayOwner } from './days.ts';
import { ownRate, visibleIds } from './load.ts';
import type { DocumentRow } from './load.ts';

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

/**
 * Checks what a money document settles: bills in force of its partner, of the debt its kind settles, in its currency,
 * with the sign they have. Answers the document with the rates its bills were booked at. The heads are locked.
 */
export async function checkBills(
  context: Context,
  document: Document,
  heads: ReadonlyMap<string, DocumentRow>,
): Promise<Document> {
  const purse = settledBy(document.kind);
  if (purse === null) return document;
  const visible = await visibleIds(context, settledIdsOf(document));
  const moneyLines = document.moneyLines.map((line, index): MoneyLine => {
    const id = line.settledDocumentId;
    if (id === null) return line;
    const bill = heads.get(id);
    if (bill === undefined || !visible.has(id)) return refuse('record.missing');
    checkBill(document, bill, line, purse, index + 1);
    return { ...line, ...ownRate(bill.exchange_rate) };
  });
  return { ...document, moneyLines };
}

function checkBill(
  document: Document,
  bill: DocumentRow,
  { amount }: MoneyLine,
  purse: DebtPurse,
  position: number,
): void {
  const number = bill.number ?? '';
  const at = (field: string) => ({ field, line: position });
  const owed = billOf(bill.kind as AnyKindCode);
  if (owed?.purse !== purse || !bill.in_force || bill.currency !== document.currency) {
    return refuse('settlement.kind', { number }, at('settledDocumentId'));
  }
  if (bill.partner_id !== document.partnerId)
    refuse('settlement.partner', { number }, at('settledDocumentId'));
  if (!amount.times(owed.sign).gt(0)) refuse('settlement.amount', {}, at('amount'));
}

interface BillSums extends DayOwner {
  readonly id: string;
  readonly kind: AnyKindCode;
  readonly settled: string;
  readonly number: string;
  readonly debt: string;
  readonly live: string;
  readonly in_force: string;
}

/**
 * Counts anew what is settled of the bills a money document touches, under the locks of their heads: no more than is
 * outstanding, drafts included (M5); what is noted on the bill is what documents in force settled. Answers what that
 * changes in the bills' days.
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
  const changes = ids.length > 0 ? await countBills(context, ids, after) : [];
  if (settlesOpening(after) && !after.deleted) await checkOpening(context, after, purse);
  return changes;
}

async function countBills(
  { tx, tenantId }: Context,
  ids: readonly string[],
  after: Document,
): Promise<DayChange[]> {
  const { rows } = await sql<BillSums>`
    select b.id, b.kind, b.number, b.debt, b.settled, b.business_date, b.creator_id, b.institution_id,
      coalesce(sum(l.amount) filter (where c.deleted_at is null), 0) as live,
      coalesce(sum(l.amount) filter (where c.in_force), 0) as in_force
    from document b
    left join document_line l on l.tenant_id = ${tenantId} and l.settled_document_id = b.id
    left join document c on c.tenant_id = ${tenantId} and c.id = l.document_id
    where b.tenant_id = ${tenantId} and b.id = any(${ids}::bigint[])
    group by b.tenant_id, b.id`.execute(tx);
  const sums = rows.map((row) => ({ ...row, sign: billOf(row.kind)?.sign ?? 1 }));
  for (const { id, number, debt, live, sign } of sums)
    checkOutstanding(after, id, number, decimal(debt).minus(decimal(live).times(sign)), sign);
  const settled = sums.map(({ in_force, sign }) => decimal(in_force).times(sign));
  await sql`
    update document b set settled = given.settled
    from unnest(${sums.map(({ id }) => id)}::bigint[], ${settled.map(plain)}::numeric[]) as given(id, settled)
    where b.tenant_id = ${tenantId} and b.id = given.id and b.settled <> given.settled`.execute(tx);
  return sums.map(({ kind, business_date, creator_id, institution_id, settled: before }, at) => ({
    owner: { kind, business_date, creator_id, institution_id },
    documents: 0,
    sums: { settled: (settled[at] ?? ZERO).minus(before) },
  }));
}

function checkOutstanding(
  after: Document,
  id: string,
  number: string,
  left: Decimal,
  sign: 1 | -1,
): void {
  if (left.gte(0) || after.deleted) return;
  const at = after.moneyLines.findIndex(({ settledDocumentId }) => settledDocumentId === id);
  const own = after.moneyLines[at]?.amount.times(sign) ?? ZERO;
  refuse(
    'settlement.over',
    { number, left: plain(left.plus(own)) },
    { field: 'amount', line: at + 1 },
  );
}

/** What lines without a bill settle is the partner's opening balance, and no more than that. */
async function checkOpening(
  { tx, tenantId }: Context,
  after: Document,
  purse: DebtPurse,
): Promise<void> {
  const { rows } = await sql<{ opening: string; settled: string }>`
    select
      (select coalesce(sum(l.amount), 0) from document d
        join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.account_id is null
        where d.tenant_id = ${tenantId} and d.kind = 'openingBalance' and d.partner_id = ${after.partnerId}
          and d.deleted_at is null) as opening,
      (select coalesce(sum(l.amount), 0) from document d
        join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.settled_document_id is null
        where d.tenant_id = ${tenantId} and d.kind = ${after.kind} and d.partner_id = ${after.partnerId}
          and d.deleted_at is null) as settled`.execute(tx);
  const sign = purse === 'receivable' ? 1 : -1;
  const left = decimal(rows[0]?.opening ?? '0')
    .times(sign)
    .minus(rows[0]?.settled ?? '0');
  const own = sum(
    after.moneyLines
      .filter(({ settledDocumentId }) => settledDocumentId === null)
      .map(({ amount }) => amount),
  );
  const at = after.moneyLines.findIndex(({ settledDocumentId }) => settledDocumentId === null);
  if (own.lte(0)) refuse('settlement.amount', {}, { field: 'amount', line: at + 1 });
  if (left.isNegative()) {
    refuse(
      'settlement.over',
      { number: '', left: plain(left.plus(own)) },
      { field: 'amount', line: at + 1 },
    );
  }
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

const settlingKinds = (Object.keys(documentKinds) as AnyKindCode[]).filter(
  (code) => settledBy(code) !== null,
);

/** Refuses a change that leaves a bill owing less than was settled of it, or to somebody else. */
export async function checkStillCovers(
  { tx, tenantId }: Context,
  before: Document,
  after: Document,
  debt: Decimal,
): Promise<void> {
  const bill = billOf(before.kind);
  if (bill === null || after.deleted) return;
  const { rows } = await sql<{ settled: string; settling: string | null }>`
    select coalesce(sum(l.amount), 0) as settled, min(c.number) as settling
    from document_line l
    join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.deleted_at is null
    where l.tenant_id = ${tenantId} and l.settled_document_id = ${before.id}`.execute(tx);
  const { settled = '0', settling = null } = rows[0] ?? {};
  if (settling === null) return;
  const covered = decimal(settled).times(bill.sign);
  const same =
    before.partnerId === after.partnerId &&
    before.currency === after.currency &&
    before.exchangeRate.equals(after.exchangeRate);
  if (!same || covered.gt(debt) || !inForce(after)) {
    refuse('document.isSettled', { number: before.number ?? '', settling });
  }
}

import { ageingTables, maskOfKind } from '@tradehouse/contract';
import type { AgeingSide } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { billOf, documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { inTenant, mayOpen, seesAmounts, visibleDocuments } from '../../../kernel/index.ts';
import type { JobHandlers, Scope } from '../../../kernel/index.ts';
import { readersOf, tell } from '../../message/index.ts';
import type { Reader } from '../../message/index.ts';

/** Tells every company of what became due: see `tellDue`. The job runner's clock takes no dot in a name. */
const DUE = 'bills:due';
/** Every hour, by the job runner's clock: in each zone it is morning at another. */
export const dueTelling = `7 * * * * ${DUE}`;

export const dueHandlers = (db: Kysely<Database>): JobHandlers => ({
  [DUE]: async () => {
    const { rows } = await sql<{ id: string }>`
      select id from tenant where enabled and sort = 'company' order by id`.execute(db);
    for (const { id: tenantId } of rows)
      await inTenant(db, tenantId, 'begin', (tx) => tellDue({ tx, tenantId }));
  },
});

interface Books {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
}

interface DueBill {
  readonly id: string;
  readonly kind: KindCode;
  readonly number: string;
  readonly partner: string;
  readonly dueOn: string;
  /** Whether a document counts only once it is approved. */
  readonly forced: boolean;
}

const told = { receivable: 'receivableDue', payable: 'payableDue' } as const;

/** The hour, by the company's clock, from which on people are told what is due that day. */
const MORNING = 8;

/**
 * Tells of the bills that have become due, each once, to all who may open the ageing of their side and see the bill. One
 * message a side, however many bills. What is due on its own day is told of the day after: until then it is no news.
 */
export async function tellDue(books: Books): Promise<void> {
  for (const side of ['receivable', 'payable'] as const) {
    const bills = await becameDue(books, side);
    if (bills.length === 0) continue;
    for (const reader of await readersOf(books, ageingTables[side].access.page)) {
      const seen = await seenOf(books, reader.scope, bills);
      if (seen.length > 0) await tellOf(books, side, reader, seen);
    }
  }
}

/** So many at once; the others an hour later. */
const MOST = 2000;

/** Open bills of a side that are due by the company's clock and were not told of, noted as told. Returns are no bills to pay. */
async function becameDue({ tx, tenantId }: Books, side: AgeingSide): Promise<readonly DueBill[]> {
  const kinds = kindCodes.filter((kind) => {
    const bill = billOf(kind);
    return bill?.purse === side && bill.sign === 1;
  });
  const { rows } = await sql<DueBill>`
    with clock as (
      select (now() at time zone time_zone) as at, force_approval from tenant_setting where tenant_id = ${tenantId}),
    due as (
      select bill.id, bill.kind, bill.number, bill.partner_id, bill.due_on, clock.force_approval
      from clock
      join document bill on bill.tenant_id = ${tenantId} and bill.due_on <= clock.at::date
        and bill.business_date < clock.at::date
      where extract(hour from clock.at) >= ${sql.lit(MORNING)} and bill.kind = any(${kinds}::text[]) and bill.deleted_at is null
        and bill.in_force and bill.debt <> bill.settled
        and not exists (
          select from due_notice notice where notice.tenant_id = ${tenantId} and notice.document_id = bill.id)
      order by bill.due_on, bill.id limit ${sql.lit(MOST)}),
    noted as (
      insert into due_notice (tenant_id, document_id)
      select ${tenantId}::bigint, id from due order by id
      on conflict do nothing
      returning document_id)
    select due.id, due.kind, due.number, partner.name as partner, due.due_on as "dueOn", due.force_approval as forced
    from due
    join noted on noted.document_id = due.id
    join partner on partner.tenant_id = ${tenantId} and partner.id = due.partner_id
    order by due.due_on, due.id`.execute(tx);
  return rows;
}

async function seenOf(
  { tx, tenantId }: Books,
  scope: Scope,
  bills: readonly DueBill[],
): Promise<readonly DueBill[]> {
  const ids = bills.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select document.id from document
    where document.tenant_id = ${tenantId} and document.id = any(${ids}::bigint[])
      and ${visibleDocuments(scope, 'document')}`.execute(tx);
  const seen = new Set(rows.map(({ id }) => id));
  return bills.filter(({ id }) => seen.has(id));
}

const MOST_NAMED = 8;

/** One bill is opened by itself, several as their list: where their reader may open neither, the ageing is. */
function tellOf(
  books: Books,
  side: AgeingSide,
  { id, scope }: Reader,
  bills: readonly DueBill[],
): Promise<void> {
  const names = bills.slice(0, MOST_NAMED).map(({ number, partner }) => `${number} ${partner}`);
  const more = bills.length > MOST_NAMED ? ` … (${bills.length})` : '';
  const [bill, ...others] = bills;
  const page = bill === undefined ? null : documentKinds[bill.kind].url;
  const opens = page !== null && mayOpen(scope, page);
  return tell(books, {
    readers: [id],
    type: told[side],
    text: `${names.join(', ')}${more}`,
    ...(bill !== undefined && opens && others.length === 0
      ? { openType: 'component', openPage: page, subject: bill.number }
      : {
          openType: 'url',
          openPage: opens ? `${page}?${askingFor(bills, scope)}` : ageingTables[side].access.page,
          subject: '',
        }),
    eventKey: null,
  });
}

/** What a list of documents is asked for these bills by: when they were due, and that they are open, as far as its reader may ask. */
function askingFor(bills: readonly DueBill[], scope: Scope): string {
  const days = bills.map(({ dueOn }) => dueOn).toSorted();
  const [first] = bills;
  return new URLSearchParams({
    dueOn: `${days[0]},${days.at(-1)}`,
    ...(first !== undefined &&
      seesAmounts(scope, maskOfKind(documentKinds[first.kind])) && { hasLastDebt: 'true' }),
    ...(first?.forced === true && { status: '1' }),
    // Of all dates, not of the last months alone.
    time: '',
  }).toString();
}

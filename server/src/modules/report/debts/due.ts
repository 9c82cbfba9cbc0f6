import { ageingTables, maskOfKind } from '@tradehouse/contract';
import type { AgeingSide } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import {
  billKinds,
  decimal,
  digitsIn,
  documentKinds,
  toPlainDecimal,
  currencySignIn,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { mayOpen, seesAmounts, visibleDocuments } from '../../../kernel/access/index.ts';
import { inTenant } from '../../../kernel/tx/index.ts';
import type { Scope } from '../../../kernel/access/index.ts';
import type { JobHandlers } from '../../../kernel/live/index.ts';
import { readersOf, seesCounted, notifyUsers } from '../../message/index.ts';
import type { MessageReader } from '../../message/index.ts';

/**
 * Job for notices of due bills in every company: see `tellDue`. The job runner's clock accepts no dot in a
 * name.
 */
const DUE = 'bills:due';
/** Hourly by the job runner's clock, because each time zone has a different morning. */
export const dueTelling = `7 * * * * ${DUE}`;

export const dueHandlers = (db: Kysely<Database>): JobHandlers => ({
  [DUE]: async () => {
    const { rows } = await sql<{ id: string }>`
      select id from tenant where enabled and sort = 'company' order by id`.execute(db);
    for (const { id: tenantId } of rows)
      await inTenant(db, tenantId, 'begin', (tx) => tellDue({ tx, tenantId }));
  },
});

interface DueBillTenantTx {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
}

interface DueBill {
  readonly id: string;
  readonly kind: AnyKindCode;
  readonly number: string;
  readonly partner: string;
  readonly dueOn: string;
  readonly currency: string;
  /** The open amount, in the currency of the bill. */
  readonly open: string;
  /** Currency code and symbol for amounts in the company's own currency. */
  readonly own: {
    readonly currency: string;
    readonly currencySymbol: string;
    readonly currencyDigits: number;
  };
  /** True if a document counts only after approval. */
  readonly forced: boolean;
}

const dueReports = { receivable: 'receivableDue', payable: 'payableDue' } as const;

/** Hour, by the company's clock, from which people are notified of the day's due bills. */
const MORNING = 8;

/**
 * Notifies of newly due bills, each once, all users who may open the side's ageing and see the bill. A
 * single message per side, for any number of bills. Bills due on their own date are notified the day after:
 * earlier is no news.
 */
export async function tellDue(books: DueBillTenantTx): Promise<void> {
  for (const side of ['receivable', 'payable'] as const) {
    const bills = await becameDue(books, side);
    if (bills.length === 0) continue;
    for (const reader of await readersOf(books, ageingTables[side].access.page)) {
      const seen = await seenOf(books, reader.scope, bills);
      if (seen.length > 0) await notifyDueBills(books, side, reader, seen);
    }
  }
}

/** Bills per notification round; further bills follow an hour later. */
const MOST = 2000;

/**
 * Open bills of a side due by the company's clock without a notification, now marked notified. Returns are
 * not bills to pay.
 */
async function becameDue(
  { tx, tenantId }: DueBillTenantTx,
  side: AgeingSide,
): Promise<readonly DueBill[]> {
  const kinds = billKinds(side).flatMap(([kind, sign]) => (sign === 1 ? [kind] : []));
  const { rows } = await sql<DueBill>`
    with clock as (
      select (now() at time zone time_zone) as at, force_approval,
        jsonb_build_object('currency', currency, 'currencySymbol', currency_symbol, 'currencyDigits', currency_digits) as own
      from tenant_setting where tenant_id = ${tenantId}),
    due as (
      select bill.id, bill.kind, bill.number, bill.partner_id, bill.due_on, bill.currency,
        bill.debt - bill.settled as open, clock.force_approval, clock.own
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
    select due.id, due.kind, due.number, partner.name as partner, due.due_on as "dueOn",
      due.currency, due.open::text as open, due.own, due.force_approval as forced
    from due
    join noted on noted.document_id = due.id
    join partner on partner.tenant_id = ${tenantId} and partner.id = due.partner_id
    order by due.due_on, due.id`.execute(tx);
  return rows;
}

async function seenOf(
  { tx, tenantId }: DueBillTenantTx,
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

/** Open sums of bills, per currency: ¥14,129.58 + US$20.00. */
function openAmounts(bills: readonly DueBill[]): string {
  const byCurrency = Map.groupBy(bills, ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, ofIt]) => {
      const own = ofIt[0]?.own ?? { currency, currencySymbol: currency, currencyDigits: 2 };
      const total = sum(ofIt.map(({ open }) => decimal(open)));
      const digits = Math.max(digitsIn(currency, own), total.decimalPlaces());
      const written = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: digits });
      // SAFETY: a decimal in text form, formatted with all digits.
      return `${currencySignIn(currency, own, 'zh-CN')}${written.format(toPlainDecimal(total) as `${number}`)}`;
    })
    .join(' + ');
}

/**
 * Opens a single bill directly, several of a kind in a list. Opening debts, several kinds, and readers with
 * access to neither get the ageing.
 */
function notifyDueBills(
  books: DueBillTenantTx,
  side: AgeingSide,
  { id, scope }: MessageReader,
  bills: readonly DueBill[],
): Promise<void> {
  const names = bills.slice(0, MOST_NAMED).map(({ number, partner }) => `${number} ${partner}`);
  const more = bills.length > MOST_NAMED ? ' …' : '';
  const [bill, ...others] = bills;
  const isOneKind = others.every(({ kind }) => kind === bill?.kind);
  const page = bill === undefined ? null : documentKinds[bill.kind].url;
  const opens = page !== null && isOneKind && mayOpen(scope, page);
  return notifyUsers(books, {
    readers: [id],
    type: dueReports[side],
    text: `${names.join(', ')}${more}`,
    counted: {
      count: bills.length,
      amount: seesCounted(scope, dueReports[side]) ? openAmounts(bills) : '',
    },
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

/**
 * Query string of a document list for these bills: due days and open state, limited to the reader's
 * filters.
 */
function askingFor(bills: readonly DueBill[], scope: Scope): string {
  const days = bills.map(({ dueOn }) => dueOn).toSorted();
  const [first] = bills;
  return new URLSearchParams({
    dueOn: `${days[0]},${days.at(-1)}`,
    ...(first !== undefined &&
      seesAmounts(scope, maskOfKind(documentKinds[first.kind])) && { hasLastDebt: 'true' }),
    ...(first?.forced === true && { status: '1' }),
    // All dates, not only the last months.
    time: '',
  }).toString();
}

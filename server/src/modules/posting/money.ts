import { ZERO, decimal, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, PostedEntry, LedgerPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EntryRow } from './ledgerRows.ts';
import type { NotedRow } from './unfolded.ts';

/** Amounts that a purse received and gave out on a day. */
interface PurseAmounts {
  readonly purse: LedgerPurse;
  readonly businessDate: string;
  readonly taken: Decimal;
  readonly given: Decimal;
}

/**
 * Effect of a document, with the currencies received and given; each currency is a line on the matching
 * side.
 */
interface PurseFlow extends PurseAmounts {
  /** Amounts taken less amounts given, in the document's currency. */
  readonly original: Decimal;
  readonly debits: ReadonlySet<string>;
  readonly credits: ReadonlySet<string>;
}

export interface PurseChange extends PurseAmounts {
  /** Signed change in the number of documents with entries of the purse on the day. */
  readonly documents: number;
  /** Part contributed by money documents: settlements or prepayments. */
  readonly settled: Decimal;
  /** Further lines on either side: currencies in which a document received or gave. */
  readonly debits: number;
  readonly credits: number;
  /** Amount that a document both received and gave. */
  readonly passed: Decimal;
}

export interface DocumentEntries {
  readonly entries: readonly EntryRow[];
  readonly before: readonly PostedEntry[];
  /** Purses that money-only documents of this kind contribute to. */
  readonly brings: readonly string[];
}

/** Sums document effects per purse and day, in purse order. */
export function purseChanges(all: readonly DocumentEntries[]): PurseChange[] {
  const changes = new Map<string, PurseChange>();
  for (const entered of all) {
    for (const [key, change] of purseChangesOf(entered)) {
      const before = changes.get(key);
      changes.set(key, before === undefined ? change : addPurseChanges(before, change));
    }
  }
  return [...changes.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change);
}

const addPurseChanges = (one: PurseChange, other: PurseChange): PurseChange => ({
  ...one,
  taken: one.taken.plus(other.taken),
  given: one.given.plus(other.given),
  documents: one.documents + other.documents,
  settled: one.settled.plus(other.settled),
  debits: one.debits + other.debits,
  credits: one.credits + other.credits,
  passed: one.passed.plus(other.passed),
});

/**
 * Computes a document's changes: a purse moves on a day if the day's entries have a non-zero sum in either
 * currency.
 */
function purseChangesOf({ entries, before, brings }: DocumentEntries): [string, PurseChange][] {
  const had = purseFlowsOf(before);
  return [...purseFlowsOf(entries)].map(([key, { purse, businessDate, ...flow }]) => {
    const was = had.get(key) ?? nothing;
    const [taken, given] = [was.taken.plus(flow.taken), was.given.plus(flow.given)];
    const original = was.original.plus(flow.original);
    const change: PurseChange = {
      purse,
      businessDate,
      taken: flow.taken,
      given: flow.given,
      documents:
        Number(comesToSomething({ taken, given, original })) - Number(comesToSomething(was)),
      settled: brings.includes(purse.purse) ? flow.taken.minus(flow.given) : ZERO,
      debits: moreThan(was.debits, flow.debits),
      credits: moreThan(was.credits, flow.credits),
      passed: lesserPurseAmount(taken, given).minus(lesserPurseAmount(was.taken, was.given)),
    };
    return [key, change];
  });
}

const none: ReadonlySet<string> = new Set();
const nothing = { taken: ZERO, given: ZERO, original: ZERO, debits: none, credits: none };
const comesToSomething = ({
  taken,
  given,
  original,
}: Pick<PurseFlow, 'taken' | 'given' | 'original'>): boolean =>
  !taken.equals(given) || !original.isZero();
/** Counts members of the second set missing from the first. */
const moreThan = (before: ReadonlySet<string>, now: ReadonlySet<string>): number =>
  [...now].filter((each) => !before.has(each)).length;
const lesserPurseAmount = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

function purseFlowsOf(entries: readonly PostedEntry[]): Map<string, PurseFlow> {
  const flows = new Map<string, PurseFlow>();
  const add = (purse: LedgerPurse, entry: PostedEntry, side: 'taken' | 'given') => {
    const { businessDate, amount, originalAmount, currency } = entry;
    const key = `${purse.purse} ${purse.id} ${businessDate}`;
    const before = flows.get(key) ?? { purse, businessDate, ...nothing };
    const lines = side === 'taken' ? 'debits' : 'credits';
    flows.set(key, {
      ...before,
      [side]: before[side].plus(amount),
      original:
        side === 'taken'
          ? before.original.plus(originalAmount)
          : before.original.minus(originalAmount),
      [lines]: new Set([...before[lines], currency]),
    });
  };
  for (const entry of entries) {
    add(entry.from, entry, 'given');
    add(entry.to, entry, 'taken');
  }
  return flows;
}

const entryOrderKey = ({ from, to }: EntryRow): string =>
  `${from.purse} ${from.id} ${to.purse} ${to.id}`;

/** Appends entries to the money ledger. */
export function appendEntries(
  { tenantId }: Context,
  entries: readonly EntryRow[],
): RawBuilder<unknown>[] {
  if (entries.length === 0) return [];
  const rows = entries
    .toSorted((one, other) => (entryOrderKey(one) < entryOrderKey(other) ? -1 : 1))
    .map((entry) => ({
      document_id: entry.documentId,
      seq: entry.seq,
      from_purse: entry.from.purse,
      from_id: entry.from.id,
      to_purse: entry.to.purse,
      to_id: entry.to.id,
      partner_id: entry.partnerId,
      amount: toPlainDecimal(entry.amount),
      currency: entry.currency,
      original_amount: toPlainDecimal(entry.originalAmount),
      business_date: entry.businessDate,
    }));
  return [
    sql`
    insert into money_entry (tenant_id, document_id, seq, from_purse, from_id, to_purse, to_id, partner_id,
      amount, currency, original_amount, business_date)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(
      rows,
      `document_id bigint, seq int, from_purse text, from_id bigint, to_purse text, to_id bigint, partner_id bigint,
       amount numeric, currency text, original_amount numeric, business_date date`,
    )}
    returning seq`,
  ];
}

/** Purses checked on use; balances of further purses are rolled up. */
const checked: ReadonlySet<string> = new Set(['prepaid', 'bonus', 'deposit']);

/** Updates the balances of checked purses; returns the present balance of each. */
export async function changePurses(
  { tx, tenantId }: Context,
  all: readonly PurseChange[],
): Promise<{ readonly purse: string; readonly holderId: string; readonly amount: Decimal }[]> {
  const changes = all.filter(({ purse }) => checked.has(purse.purse));
  if (changes.length === 0) return [];
  const rows = changes.map(({ purse, taken, given }) => ({
    purse: purse.purse,
    holder_id: purse.id,
    amount: toPlainDecimal(taken.minus(given)),
  }));
  const { rows: after } = await sql<{ purse: string; holder_id: string; amount: string }>`
    insert into money_balance (tenant_id, purse, holder_id, amount)
    select ${tenantId}::bigint, given.purse, given.holder_id, sum(given.amount)
    from ${rowsAsTable(rows, 'purse text, holder_id bigint, amount numeric')}
    group by 2, 3
    order by 2, 3
    on conflict (tenant_id, purse, holder_id)
    do update set amount = money_balance.amount + excluded.amount
    returning purse, holder_id, amount`.execute(tx);
  return after.map(({ purse, holder_id, amount }) => ({
    purse,
    holderId: holder_id,
    amount: decimal(amount),
  }));
}

/** Lines implied by a note: a document acts in a single currency, the nearly universal case. */
const usualLines = (amount: Decimal): number => Number(amount.gt(0));

/** Changes of subledger accounts as pending rows for the roll-ups. */
export const moneyPart = (changes: readonly PurseChange[]): readonly NotedRow[] =>
  changes.map(({ purse, businessDate, taken, given, documents, settled, ...lines }) => ({
    purse: purse.purse,
    holder_id: purse.id,
    day: businessDate,
    amount_in: toPlainDecimal(taken),
    amount_out: toPlainDecimal(given),
    documents,
    settled: toPlainDecimal(settled),
    ...(lines.debits === usualLines(taken) ? {} : { debits: lines.debits }),
    ...(lines.credits === usualLines(given) ? {} : { credits: lines.credits }),
    ...(lines.passed.isZero() ? {} : { passed: toPlainDecimal(lines.passed) }),
  }));

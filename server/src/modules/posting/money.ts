import { ZERO, decimal, plain } from '@tradehouse/domain';
import type { Decimal, PostedEntry, Purse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { given } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import type { EntryRow } from './ledgerRows.ts';
import type { NotedRow } from './unfolded.ts';

/** What a purse took in and gave out on a day. */
interface Amounts {
  readonly purse: Purse;
  readonly businessDate: string;
  readonly taken: Decimal;
  readonly given: Decimal;
}

/** What a document did, and in which currencies it took and gave: of each it has a line on that side of the books. */
interface Flow extends Amounts {
  /** Amounts taken less amounts given, in the document's currency. */
  readonly original: Decimal;
  readonly debits: ReadonlySet<string>;
  readonly credits: ReadonlySet<string>;
}

export interface PurseChange extends Amounts {
  /** How many more documents moved the purse on the day, or fewer. */
  readonly documents: number;
  /** What of it documents of money brought: they settle, or pay ahead. */
  readonly settled: Decimal;
  /** How many more lines stand on either side: what a document took, or gave, in a currency. */
  readonly debits: number;
  readonly credits: number;
  /** What of it a document both took and gave. */
  readonly passed: Decimal;
}

/** What a document enters now, beside what it has in the books. */
export interface Entered {
  readonly entries: readonly EntryRow[];
  readonly before: readonly PostedEntry[];
  /** The purses that documents of its kind, which are of money alone, bring something to. */
  readonly brings: readonly string[];
}

/** What documents do to the purses, summed per purse and day, in purse order. */
export function purseChanges(all: readonly Entered[]): PurseChange[] {
  const changes = new Map<string, PurseChange>();
  for (const entered of all) {
    for (const [key, change] of changesOf(entered)) {
      const before = changes.get(key);
      changes.set(key, before === undefined ? change : added(before, change));
    }
  }
  return [...changes.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change);
}

const added = (one: PurseChange, other: PurseChange): PurseChange => ({
  ...one,
  taken: one.taken.plus(other.taken),
  given: one.given.plus(other.given),
  documents: one.documents + other.documents,
  settled: one.settled.plus(other.settled),
  debits: one.debits + other.debits,
  credits: one.credits + other.credits,
  passed: one.passed.plus(other.passed),
});

/** A document moves a purse on a day on which its entries come to something there, in either currency. */
function changesOf({ entries, before, brings }: Entered): [string, PurseChange][] {
  const had = flowsOf(before);
  return [...flowsOf(entries)].map(([key, { purse, businessDate, ...flow }]) => {
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
      passed: least(taken, given).minus(least(was.taken, was.given)),
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
}: Pick<Flow, 'taken' | 'given' | 'original'>): boolean =>
  !taken.equals(given) || !original.isZero();
/** How many of these were not among those before. */
const moreThan = (before: ReadonlySet<string>, now: ReadonlySet<string>): number =>
  [...now].filter((each) => !before.has(each)).length;
const least = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

function flowsOf(entries: readonly PostedEntry[]): Map<string, Flow> {
  const flows = new Map<string, Flow>();
  const add = (purse: Purse, entry: PostedEntry, side: 'taken' | 'given') => {
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

const ordered = ({ from, to }: EntryRow): string => `${from.purse} ${from.id} ${to.purse} ${to.id}`;

/** Appends entries to the money ledger. */
export function appendEntries(
  { tenantId }: Context,
  entries: readonly EntryRow[],
): RawBuilder<unknown>[] {
  if (entries.length === 0) return [];
  const rows = entries
    .toSorted((one, other) => (ordered(one) < ordered(other) ? -1 : 1))
    .map((entry) => ({
      document_id: entry.documentId,
      seq: entry.seq,
      from_purse: entry.from.purse,
      from_id: entry.from.id,
      to_purse: entry.to.purse,
      to_id: entry.to.id,
      partner_id: entry.partnerId,
      amount: plain(entry.amount),
      currency: entry.currency,
      original_amount: plain(entry.originalAmount),
      business_date: entry.businessDate,
    }));
  return [
    sql`
    insert into money_entry (tenant_id, document_id, seq, from_purse, from_id, to_purse, to_id, partner_id,
      amount, currency, original_amount, business_date)
    select ${tenantId}::bigint, given.* from ${given(
      rows,
      `document_id bigint, seq int, from_purse text, from_id bigint, to_purse text, to_id bigint, partner_id bigint,
       amount numeric, currency text, original_amount numeric, business_date date`,
    )}
    returning seq`,
  ];
}

/** Purses that are checked as they are used; the balances of all others are folded. */
const checked: ReadonlySet<string> = new Set(['prepaid', 'bonus', 'deposit']);

/** Brings the balances of the purses along that are checked; answers what each holds now. */
export async function changePurses(
  { tx, tenantId }: Context,
  all: readonly PurseChange[],
): Promise<{ readonly purse: string; readonly holderId: string; readonly amount: Decimal }[]> {
  const changes = all.filter(({ purse }) => checked.has(purse.purse));
  if (changes.length === 0) return [];
  const rows = changes.map(({ purse, taken, given }) => ({
    purse: purse.purse,
    holder_id: purse.id,
    amount: plain(taken.minus(given)),
  }));
  const { rows: after } = await sql<{ purse: string; holder_id: string; amount: string }>`
    insert into money_balance (tenant_id, purse, holder_id, amount)
    select ${tenantId}::bigint, given.purse, given.holder_id, sum(given.amount)
    from ${given(rows, 'purse text, holder_id bigint, amount numeric')}
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

/** The lines that the note leaves out: what one document does in one currency, as nearly all do. */
const usualLines = (amount: Decimal): number => Number(amount.gt(0));

/** How the changes are noted for balances, days and months. */
export const moneyPart = (changes: readonly PurseChange[]): readonly NotedRow[] =>
  changes.map(({ purse, businessDate, taken, given, documents, settled, ...lines }) => ({
    purse: purse.purse,
    holder_id: purse.id,
    day: businessDate,
    amount_in: plain(taken),
    amount_out: plain(given),
    documents,
    settled: plain(settled),
    ...(lines.debits === usualLines(taken) ? {} : { debits: lines.debits }),
    ...(lines.credits === usualLines(given) ? {} : { credits: lines.credits }),
    ...(lines.passed.isZero() ? {} : { passed: plain(lines.passed) }),
  }));

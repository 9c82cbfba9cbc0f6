import type { Database } from '@tradehouse/database';
import { DomainError } from '@tradehouse/domain';
import { sql, type Transaction } from 'kysely';
import {
  addRows,
  found as ours,
  isOurFault,
  refusalOf,
  sentenceOf,
  sqlError,
} from '../../kernel/index.ts';
import type { Journal } from '../../kernel/index.ts';
import { word, type Source } from './company.ts';
import { LeftBehind, said, type Sentence } from './sentence.ts';
import type { DumpRow } from './dump.ts';

// Brings rows over as records, once each: import_record remembers which row became which record.

/** The product the rows come from, part of the key under which an import is recognised. */
export const SOURCE = 'jsherp';

/** What is being brought, and how far: `done` of `total` where they are counted. */
export interface Progress {
  readonly stage: 'masters' | 'openings' | 'documents';
  readonly done: number;
  readonly total: number;
}
export type Tell = (progress: Progress) => Promise<void> | void;

export interface Run {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
  readonly source: Source;
  readonly ids: Ids;
  readonly tell: Tell;
  /** What is written down of the work of the product's own writers. */
  readonly journal: Journal;
}

export interface Count {
  imported: number;
  known: number;
}

/** Which of our records a row of the dump is. */
export class Ids {
  readonly #known: Map<string, string>;
  readonly #fresh = new Set<string>();
  readonly #became: Set<string>;
  readonly #added: { readonly source: string; readonly target: string }[] = [];
  readonly counts = new Map<string, Count>();

  constructor(known: Iterable<readonly [string, string]>) {
    this.#known = new Map(known);
    this.#became = new Set([...this.#known].map(([source, target]) => inTable(source, target)));
  }

  of(table: string, id: string | null): string | null {
    return id === null ? null : (this.#known.get(`${table}:${id}`) ?? null);
  }

  /** A row has become a record in this run. */
  add(table: string, id: string, target: string): void {
    const added = { source: `${table}:${id}`, target: `${table}:${target}` };
    this.#known.set(added.source, target);
    this.#fresh.add(added.target);
    this.#became.add(added.target);
    this.#added.push(added);
  }

  /** Did a row become this record in this run? */
  isFresh(table: string, target: string | null): boolean {
    return this.#fresh.has(`${table}:${target}`);
  }

  /** Has a row of the table become this record already, in this run or an earlier one? */
  hasBecome(table: string, target: string): boolean {
    return this.#became.has(`${table}:${target}`);
  }

  count(table: string): Count {
    const count = this.counts.get(table) ?? { imported: 0, known: 0 };
    this.counts.set(table, count);
    return count;
  }

  /** What is known now, to come back to where what is done next is rolled back. */
  mark(): () => void {
    const added = this.#added.length;
    const counts = [...this.counts].map(([table, count]) => [table, { ...count }] as const);
    return () => {
      for (const { source, target } of this.#added.splice(added)) {
        this.#known.delete(source);
        this.#fresh.delete(target);
        this.#became.delete(target);
      }
      this.counts.clear();
      for (const [table, count] of counts) this.counts.set(table, count);
    };
  }
}

/** A record under the table of the dump whose row it was; `source` is that table and the row's id. */
const inTable = (source: string, target: string): string =>
  `${source.slice(0, source.indexOf(':'))}:${target}`;

/** Has an earlier run brought anything into the company? */
export async function hasImported(tx: Transaction<Database>, tenantId: string): Promise<boolean> {
  const brought = await tx
    .selectFrom('import_record')
    .select('target_id')
    .where('tenant_id', '=', tenantId)
    .where('source', '=', SOURCE)
    .limit(1)
    .executeTakeFirst();
  return brought !== undefined;
}

/** What earlier runs brought over. */
export async function knownIds(tx: Transaction<Database>, tenantId: string): Promise<Ids> {
  const rows = await tx
    .selectFrom('import_record')
    .select(['source_table', 'source_id', 'target_id'])
    .where('tenant_id', '=', tenantId)
    .where('source', '=', SOURCE)
    .execute();
  return new Ids(rows.map((row) => [`${row.source_table}:${row.source_id}`, row.target_id]));
}

/** A row of the dump, and the record that it has become. */
interface Became {
  readonly table: string;
  readonly id: string;
  readonly target: { readonly table: string; readonly id: string };
}

/** Remembers that a row has become a record. */
export const remember = (
  run: Run,
  table: string,
  id: string,
  target: Became['target'],
): Promise<void> => rememberAll(run, [{ table, id, target }]);

/** The same of several rows. */
export async function rememberAll(run: Run, rows: readonly Became[]): Promise<void> {
  if (rows.length === 0) return;
  await run.tx
    .insertInto('import_record')
    .values(
      rows.map(({ table, id, target }) => ({
        tenant_id: run.tenantId,
        source: SOURCE,
        source_table: table,
        source_id: id,
        target_table: target.table,
        target_id: target.id,
      })),
    )
    .execute();
  for (const { table, id, target } of rows) {
    run.ids.add(table, id, target.id);
    run.ids.count(table).imported += 1;
  }
}

/** So many rows are tried at once. */
const AT_ONCE = 200;

/**
 * Does the work of each row. What our rules or the database refuse of one leaves no trace and is handed to `refuse` with
 * its reason; what else goes wrong ends the import. Rows are tried together, and in halves where one of them is refused:
 * a transaction with a part of its own for every row would be slower with each.
 */
export const triedEach = <Row>(
  run: Run,
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
  refuse: (row: Row, reason: Sentence) => void,
): Promise<void> =>
  triedTogether(
    run,
    rows,
    async (some) => {
      for (const row of some) await work(row);
    },
    refuse,
  );

/** The same for work that is done of several rows at once. */
export async function triedTogether<Row>(
  run: Run,
  rows: readonly Row[],
  work: (rows: readonly Row[]) => Promise<void>,
  refuse: (row: Row, reason: Sentence) => void,
): Promise<void> {
  if (rows.length > AT_ONCE) {
    await triedTogether(run, rows.slice(0, AT_ONCE), work, refuse);
    return triedTogether(run, rows.slice(AT_ONCE), work, refuse);
  }
  const reason = await attempted(run, () => work(rows));
  const [first] = rows;
  if (reason === null || first === undefined) return;
  if (rows.length === 1) return refuse(first, reason);
  const middle = Math.ceil(rows.length / 2);
  await triedTogether(run, rows.slice(0, middle), work, refuse);
  return triedTogether(run, rows.slice(middle), work, refuse);
}

/** Does work that is rolled back, and forgotten, where something of it is refused; answers why, or null. */
async function attempted(
  { tx, ids, journal }: Run,
  work: () => Promise<void>,
): Promise<Sentence | null> {
  const forget = ids.mark();
  const [entries, events] = [journal.log.length, journal.events.length];
  await sql`savepoint part`.execute(tx);
  try {
    await work();
    await sql`release savepoint part`.execute(tx);
    return null;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    forget();
    journal.log.length = entries;
    journal.events.length = events;
    return reason;
  }
}

/** Why a row can't come along; null where that is no matter of the row. */
function reasonOf(error: unknown): Sentence | null {
  if (error instanceof LeftBehind) return error.reason;
  if (!(error instanceof DomainError) && sqlError(error) === null) return null;
  const refusal = refusalOf(error);
  if (isOurFault(refusal)) return null;
  return said(sentenceOf(refusal, 'zh-cn'), sentenceOf(refusal, 'en'));
}

/** Notes why a row of a table can't come along. */
export const refusing =
  ({ source }: Run, table: string) =>
  (row: DumpRow, reason: Sentence): void => {
    source.refusals.push({ table, id: word(row, 'id'), reason });
  };

type Values = Readonly<Record<string, unknown>>;

export interface Plan {
  /** The dump's table and ours. */
  readonly from: string;
  readonly to: keyof Database;
  /** The columns that name a record; a record that bears the same name already is taken as this row. */
  readonly named: readonly string[];
  /** Our columns for a row. Throws `LeftBehind` where it can't come along. */
  readonly values: (row: DumpRow) => Values;
}

/** Brings all rows of one table over, in the dump's order. */
export async function bring(run: Run, plan: Plan): Promise<void> {
  const { from, to } = plan;
  const work = async (row: DumpRow): Promise<void> => {
    const id = word(row, 'id');
    if (run.ids.of(from, id) !== null) {
      run.ids.count(from).known += 1;
      return;
    }
    const values = plan.values(row);
    await remember(run, from, id, { table: to, id: await recordOf(run, plan, id, values) });
  };
  await triedEach(run, run.source.rows(from), work, refusing(run, from));
}

/**
 * The record that a row becomes: one of its name that stands here already, else a new one. Two rows of one name stay two
 * records, since each has money, goods or rights of its own: the second is named by its id there, too.
 */
async function recordOf(run: Run, plan: Plan, id: string, values: Values): Promise<string> {
  const found = await recordNamed(run, plan, values);
  if (found === null) return ours((await addRows(run, plan.to, [values]))[0]).id;
  if (!run.ids.hasBecome(plan.from, found)) return found;
  return recordOf(run, plan, id, { ...values, name: `${String(values['name'])} (${id})` });
}

async function recordNamed(run: Run, { to, named }: Plan, values: Values): Promise<string | null> {
  const conditions = named.map(
    (column) => sql`${sql.ref(column)} is not distinct from ${values[column] ?? null}`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(to)} where tenant_id = ${run.tenantId} and ${sql.join(conditions, sql` and `)}`.execute(
    run.tx,
  );
  return rows[0]?.id ?? null;
}

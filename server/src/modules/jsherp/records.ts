import type { Database } from '@tradehouse/database';
import { DomainError } from '@tradehouse/domain';
import { sql, type Transaction } from 'kysely';
import { orRefuseMissing as ours } from '../../kernel/access/index.ts';
import { isOurFault, refusalFromError, sentenceOf } from '../../kernel/http/index.ts';
import { addRows } from '../../kernel/table/index.ts';
import { sqlError } from '../../kernel/tx/index.ts';
import type { Journal } from '../../kernel/tx/index.ts';
import { readDumpWord, type CompanyDump } from './company.ts';
import { LeftBehind, makeSentence, type Sentence } from './sentence.ts';
import type { DumpRow } from './dump.ts';

// Imports rows once each: import_record maps rows to records.

/** Source product of the rows, part of the key for recognizing imported rows. */
export const SOURCE = 'jsherp';

/** Progress of the import: `done` of `total` if countable. */
export interface DumpImportProgress {
  readonly stage: 'masters' | 'openings' | 'documents';
  readonly done: number;
  readonly total: number;
}
export type DumpProgressListener = (progress: DumpImportProgress) => Promise<void> | void;

export interface DumpImportRun {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
  readonly source: CompanyDump;
  readonly ids: Ids;
  readonly tell: DumpProgressListener;
  /** Log entries of the product's own writers. */
  readonly journal: Journal;
}

export interface ImportedRowCount {
  imported: number;
  known: number;
}

/** Maps rows of the dump to our records. */
export class Ids {
  readonly #known: Map<string, string>;
  readonly #fresh = new Set<string>();
  readonly #became: Set<string>;
  readonly #added: { readonly source: string; readonly target: string }[] = [];
  readonly counts = new Map<string, ImportedRowCount>();

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

  /** True if a row became this record, in this run or earlier. */
  hasBecome(table: string, target: string): boolean {
    return this.#became.has(`${table}:${target}`);
  }

  count(table: string): ImportedRowCount {
    const count = this.counts.get(table) ?? { imported: 0, known: 0 };
    this.counts.set(table, count);
    return count;
  }

  /** Returns a function that restores the current state after a rollback. */
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

/** Key of a record within the row's dump table; `source` is the table and the row's id. */
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

/** Reads the ids imported by earlier runs. */
export async function knownIds(tx: Transaction<Database>, tenantId: string): Promise<Ids> {
  const rows = await tx
    .selectFrom('import_record')
    .select(['source_table', 'source_id', 'target_id'])
    .where('tenant_id', '=', tenantId)
    .where('source', '=', SOURCE)
    .execute();
  return new Ids(rows.map((row) => [`${row.source_table}:${row.source_id}`, row.target_id]));
}

interface Became {
  readonly table: string;
  readonly id: string;
  readonly target: { readonly table: string; readonly id: string };
}

export const recordImportedRow = (
  run: DumpImportRun,
  table: string,
  id: string,
  target: Became['target'],
): Promise<void> => rememberAll(run, [{ table, id, target }]);

/** Records several rows like `recordImportedRow`. */
export async function rememberAll(run: DumpImportRun, rows: readonly Became[]): Promise<void> {
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

/** Rows per attempt. */
const AT_ONCE = 200;

/**
 * Processes rows. Refusals by our rules or the database leave no trace and go to `refuse` with the reason;
 * other errors end the import. Rows run together, halved on refusal, because savepoints per row would slow
 * down with each.
 */
export const triedEach = <Row>(
  run: DumpImportRun,
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

/** Processes rows like `triedEach`, with work on several rows at once. */
export async function triedTogether<Row>(
  run: DumpImportRun,
  rows: readonly Row[],
  work: (rows: readonly Row[]) => Promise<void>,
  refuse: (row: Row, reason: Sentence) => void,
): Promise<void> {
  if (rows.length > AT_ONCE) {
    await triedTogether(run, rows.slice(0, AT_ONCE), work, refuse);
    return triedTogether(run, rows.slice(AT_ONCE), work, refuse);
  }
  const reason = await attemptInSavepoint(run, () => work(rows));
  const [first] = rows;
  if (reason === null || first === undefined) return;
  if (rows.length === 1) return refuse(first, reason);
  const middle = Math.ceil(rows.length / 2);
  await triedTogether(run, rows.slice(0, middle), work, refuse);
  return triedTogether(run, rows.slice(middle), work, refuse);
}

/** Runs work; a refusal rolls back and forgets the work. Returns the reason, or null. */
async function attemptInSavepoint(
  { tx, ids, journal }: DumpImportRun,
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
    const reason = reasonOfRefusedRow(error);
    if (reason === null) throw error;
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    forget();
    journal.log.length = entries;
    journal.events.length = events;
    return reason;
  }
}

/** Returns the reason for refusing a row; null if the error is not the row's. */
function reasonOfRefusedRow(error: unknown): Sentence | null {
  if (error instanceof LeftBehind) return error.reason;
  if (!(error instanceof DomainError) && sqlError(error) === null) return null;
  const refusal = refusalFromError(error);
  if (isOurFault(refusal)) return null;
  return makeSentence(sentenceOf(refusal, 'zh-cn'), sentenceOf(refusal, 'en'));
}

/** Notes why a row of a table can't come along. */
export const makeRowRefusal =
  ({ source }: DumpImportRun, table: string) =>
  (row: DumpRow, reason: Sentence): void => {
    source.refusals.push({ table, id: readDumpWord(row, 'id'), reason });
  };

type ImportedRecordValues = Readonly<Record<string, unknown>>;

export interface Plan {
  /** The dump's table and ours. */
  readonly from: string;
  readonly to: keyof Database;
  /** Columns that identify a record; an existing record with equal names is taken for the row. */
  readonly named: readonly string[];
  /** Our columns of a row. Throws `LeftBehind` for a refused row. */
  readonly values: (row: DumpRow) => ImportedRecordValues;
}

/** Imports all rows of a table, in the dump's order. */
export async function importDumpTable(run: DumpImportRun, plan: Plan): Promise<void> {
  const { from, to } = plan;
  const work = async (row: DumpRow): Promise<void> => {
    const id = readDumpWord(row, 'id');
    if (run.ids.of(from, id) !== null) {
      run.ids.count(from).known += 1;
      return;
    }
    const values = plan.values(row);
    await recordImportedRow(run, from, id, {
      table: to,
      id: await getOrAddRecord(run, plan, id, values),
    });
  };
  await triedEach(run, run.source.rows(from), work, makeRowRefusal(run, from));
}

/**
 * Returns a row's record: an existing one of the name, else new. Rows of equal names stay separate, because
 * each has money, goods or rights; the second gets the id appended.
 */
async function getOrAddRecord(
  run: DumpImportRun,
  plan: Plan,
  id: string,
  values: ImportedRecordValues,
): Promise<string> {
  const found = await recordNamed(run, plan, values);
  if (found === null) return ours((await addRows(run, plan.to, [values]))[0]).id;
  if (!run.ids.hasBecome(plan.from, found)) return found;
  return getOrAddRecord(run, plan, id, { ...values, name: `${String(values['name'])} (${id})` });
}

async function recordNamed(
  run: DumpImportRun,
  { to, named }: Plan,
  values: ImportedRecordValues,
): Promise<string | null> {
  const conditions = named.map(
    (column) => sql`${sql.ref(column)} is not distinct from ${values[column] ?? null}`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(to)} where tenant_id = ${run.tenantId} and ${sql.join(conditions, sql` and `)}`.execute(
    run.tx,
  );
  return rows[0]?.id ?? null;
}

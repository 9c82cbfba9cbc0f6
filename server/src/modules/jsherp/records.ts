import type { Database } from '@tradehouse/database';
import { sql, type Transaction } from 'kysely';
import { word, type Source } from './company.ts';
import type { Sentence } from './sentence.ts';
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
}

export interface Count {
  imported: number;
  known: number;
}

/** Which of our records a row of the dump is. */
export class Ids {
  readonly #known: Map<string, string>;
  readonly #fresh = new Set<string>();
  readonly counts = new Map<string, Count>();

  constructor(known: Iterable<readonly [string, string]>) {
    this.#known = new Map(known);
  }

  of(table: string, id: string | null): string | null {
    return id === null ? null : (this.#known.get(`${table}:${id}`) ?? null);
  }

  /** A row has become a record in this run. */
  add(table: string, id: string, target: string): void {
    this.#known.set(`${table}:${id}`, target);
    this.#fresh.add(`${table}:${target}`);
  }

  /** Did a row become this record in this run? */
  isFresh(table: string, target: string | null): boolean {
    return this.#fresh.has(`${table}:${target}`);
  }

  count(table: string): Count {
    const count = this.counts.get(table) ?? { imported: 0, known: 0 };
    this.counts.set(table, count);
    return count;
  }
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

/** Remembers that a row has become a record. */
export async function remember(
  run: Run,
  table: string,
  id: string,
  target: { readonly table: string; readonly id: string },
): Promise<void> {
  await run.tx
    .insertInto('import_record')
    .values({
      tenant_id: run.tenantId,
      source: SOURCE,
      source_table: table,
      source_id: id,
      target_table: target.table,
      target_id: target.id,
    })
    .execute();
  run.ids.add(table, id, target.id);
  run.ids.count(table).imported += 1;
}

type Values = Readonly<Record<string, unknown>>;

/** Why a row can't come along. */
export class Refused {
  readonly reason: Sentence;
  constructor(reason: Sentence) {
    this.reason = reason;
  }
}

export interface Plan {
  /** The dump's table and ours. */
  readonly from: string;
  readonly to: keyof Database;
  /** The columns that name a record; a record that bears the same name already is taken as this row. */
  readonly named: readonly string[];
  /** Our columns for a row, or the reason it can't come along. */
  readonly values: (row: DumpRow) => Values | Refused;
}

/** Brings all rows of one table over, in the dump's order. */
export async function bring(run: Run, plan: Plan): Promise<void> {
  for (const row of run.source.rows(plan.from)) {
    const id = word(row, 'id');
    if (run.ids.of(plan.from, id) !== null) {
      run.ids.count(plan.from).known += 1;
      continue;
    }
    const values = plan.values(row);
    if (values instanceof Refused)
      run.source.refusals.push({ table: plan.from, id, reason: values.reason });
    else
      await remember(run, plan.from, id, { table: plan.to, id: await recordOf(run, plan, values) });
  }
}

async function recordOf(run: Run, { to, named }: Plan, values: Values): Promise<string> {
  const conditions = named.map(
    (column) => sql`${sql.ref(column)} is not distinct from ${values[column] ?? null}`,
  );
  const table = sql.table(to);
  const found = await sql<{ id: string }>`
    select id from ${table} where tenant_id = ${run.tenantId} and ${sql.join(conditions, sql` and `)}`.execute(
    run.tx,
  );
  if (found.rows[0]) return found.rows[0].id;
  const columns = ['tenant_id', ...Object.keys(values)];
  const inserted = await sql<{ id: string }>`
    insert into ${table} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join([run.tenantId, ...Object.values(values)])}) returning id`.execute(run.tx);
  return (inserted.rows[0] as { id: string }).id;
}

import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { runWithAdvisoryLock, givingWay } from './giveWay.ts';
import { formOf, readMigrations } from './migrations.ts';
import type { Filled, Migration } from './migrations.ts';
import { quoteIdentifier } from './roles.ts';

// Backfill: a new column of a filled table is filled while the product runs, a number of keys of a company
// at a time. Each batch is a transaction recording the progress. docs/adding/migration.md describes the
// surrounding steps.

const FILLING = 7_231_045;

export interface BackfillOptions {
  /** Migrations the database may have; default: every file in `migrations/`. */
  readonly migrations?: readonly Migration[];
  /** Ends the backfill after the current batch. */
  readonly signal?: AbortSignal;
  /** Pause after a batch, in multiples of its duration; default 1. */
  readonly rest?: number;
  /** Called after each batch with the number of changed rows. */
  readonly onRows?: (rows: number) => void;
}

/**
 * Fills columns left open by applied migrations, in every company, until done or aborted by `signal`.
 * Several processes may call: one works; after an early end another continues.
 *
 * @param owner the administrator acting as the owner
 */
export const runBackfills = (owner: Connection, options: BackfillOptions = {}): Promise<void> =>
  withClient(owner, async (client) => {
    const { migrations = await readMigrations(), signal } = options;
    const open = await openFills(client, migrations);
    if (open.length === 0) return;
    const work = async (): Promise<void> => {
      for (const migration of open) await fillAllCompanies(client, migration, options);
    };
    await runWithAdvisoryLock(client, FILLING, work, signal).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  });

/** Fills of applied migrations without dependent migrations: no dependent migration meets an unfilled row. */
async function openFills(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const applied = migrations.filter(({ name }) => rows.some((row) => row.name === name));
  const stoodOn = new Set(applied.map((migration) => formOf(migration).after));
  return applied.filter(
    (migration) => formOf(migration).fills !== null && !stoodOn.has(migration.name),
  );
}

/** Fills one file's column in all companies, including new ones. The client acts for the owner. */
export async function fillAllCompanies(
  client: pg.Client,
  migration: Migration,
  options: Omit<BackfillOptions, 'migrations'>,
): Promise<void> {
  const { fills } = formOf(migration);
  if (fills === null) throw new Error(`${migration.name} fills nothing.`);
  const { rows } = await client.query<{ id: string }>('select id from tenant order by id');
  for (const { id } of rows) await fillCompany(client, migration, fills, id, options);
}

async function fillCompany(
  client: pg.Client,
  migration: Migration,
  fills: Filled,
  tenantId: string,
  { signal, rest = 1, onRows = () => {} }: BackfillOptions,
): Promise<void> {
  const goesOn = (): boolean => signal?.aborted !== true;
  while (goesOn()) {
    const began = performance.now();
    const rows = await givingWay(
      client,
      migration.name,
      () => fillNextBatch(client, migration, fills, tenantId),
      { signal },
    );
    if (rows === null) return;
    onRows(rows);
    await wait(rest * (performance.now() - began));
  }
}

/** Fills the next keys of a company. Returns the changed rows; null: no keys left. */
async function fillNextBatch(
  client: pg.Client,
  { name, sql }: Migration,
  { table, key, most }: Filled,
  tenantId: string,
): Promise<number | null> {
  // The id comes from the database: only digits.
  await client.query(`set local app.tenant_id = '${tenantId}'`);
  const { rows } = await client.query<{ reached: string; over: boolean }>(
    'select reached, over from backfill where tenant_id = $1 and name = $2',
    [tenantId, name],
  );
  const [{ reached, over } = { reached: '0', over: false }] = rows;
  if (over) return null;
  const next = await client.query<{ key: string | null }>(
    `select max(${quoteIdentifier(key)}) as key from (
      select distinct ${quoteIdentifier(key)} from ${quoteIdentifier(table)}
      where tenant_id = $1 and ${quoteIdentifier(key)} > $2 order by ${quoteIdentifier(key)} limit ${most}) as batch`,
    [tenantId, reached],
  );
  const through = next.rows[0]?.key ?? null;
  const filled = through === null ? null : await client.query(sql, [tenantId, reached, through]);
  await client.query(
    `insert into backfill (tenant_id, name, reached, over) values ($1, $2, $3, $4)
    on conflict (tenant_id, name) do update set reached = excluded.reached, over = excluded.over`,
    [tenantId, name, through ?? reached, through === null],
  );
  return filled?.rowCount ?? null;
}

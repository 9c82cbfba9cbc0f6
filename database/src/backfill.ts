import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from './connection.ts';
import type { Connection } from './connection.ts';
import { alone, givingWay } from './giveWay.ts';
import { formOf, readMigrations } from './migrations.ts';
import type { Filled, Migration } from './migrations.ts';
import { quoted } from './roles.ts';

// A column that comes to a table with rows is filled beside the product, so many keys of a company at a time, each time in a
// transaction of its own that notes how far it came. docs/adding/migration.md says what belongs around it.

const FILLING = 7_231_045;

export interface BackfillOptions {
  /** Those that the database may have; default: every file in `migrations/`. */
  readonly migrations?: readonly Migration[];
  /** Ends it after the batch that is under way. */
  readonly signal?: AbortSignal;
  /** How long it rests after a batch, as a multiple of the time that the batch took; default 1. */
  readonly rest?: number;
  /** Told after each batch how many rows it changed. */
  readonly told?: (rows: number) => void;
}

/**
 * Fills what the applied migrations leave to be filled, in every company, until all is filled or `signal` ends it. Several
 * processes may call it: one works, and when it ends before its time another goes on where it was.
 *
 * @param owner the administrator acting as the owner
 */
export const backfill = (owner: Connection, options: BackfillOptions = {}): Promise<void> =>
  withClient(owner, async (client) => {
    const { migrations = await readMigrations(), signal } = options;
    const open = await openFills(client, migrations);
    if (open.length === 0) return;
    const work = async (): Promise<void> => {
      for (const migration of open) await fill(client, migration, options);
    };
    await alone(client, FILLING, work, signal).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  });

/** What was applied and nothing stands on yet: no row comes unfilled to what does. */
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

/** Fills one file's column in all companies, also those that came since. The client acts as the owner. */
export async function fill(
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
  { signal, rest = 1, told = () => {} }: BackfillOptions,
): Promise<void> {
  const goesOn = (): boolean => signal?.aborted !== true;
  while (goesOn()) {
    const began = performance.now();
    const rows = await givingWay(
      client,
      migration.name,
      () => fillBatch(client, migration, fills, tenantId),
      { signal },
    );
    if (rows === null) return;
    told(rows);
    await wait(rest * (performance.now() - began));
  }
}

/** Fills the next keys of a company. Answers how many rows it changed; null when there are none left. */
async function fillBatch(
  client: pg.Client,
  { name, sql }: Migration,
  { table, key, most }: Filled,
  tenantId: string,
): Promise<number | null> {
  // The id comes from the database, so it is digits.
  await client.query(`set local app.tenant_id = '${tenantId}'`);
  const { rows } = await client.query<{ reached: string; over: boolean }>(
    'select reached, over from backfill where tenant_id = $1 and name = $2',
    [tenantId, name],
  );
  const [{ reached, over } = { reached: '0', over: false }] = rows;
  if (over) return null;
  const next = await client.query<{ key: string | null }>(
    `select max(${quoted(key)}) as key from (
      select distinct ${quoted(key)} from ${quoted(table)}
      where tenant_id = $1 and ${quoted(key)} > $2 order by ${quoted(key)} limit ${most}) as batch`,
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

import type pg from 'pg';
import { lyingOf } from './cluster.ts';
import { quoteIdentifier } from './roles.ts';

interface DistributableTable {
  readonly name: string;
  /** First column is the company: rows spread over the nodes. */
  readonly ofTenant: boolean;
  readonly parents: readonly string[];
}

/**
 * Statements distributing tables over a Citus cluster by company, from the catalogue. Platform tables are
 * copied to every node, all others co-located by tenant_id, parents first. Run by a superuser on the
 * coordinator while the product is idle.
 */
export async function planDistribution(client: pg.Client): Promise<readonly string[]> {
  const lying = await lyingOf(client);
  const there = lying === 'alone' ? new Set() : await spreadTables(client);
  const tables = await readTables(client);
  const missing = parentsFirst(tables).filter(({ name }) => !there.has(name));
  const copied = missing.filter(({ ofTenant }) => !ofTenant);
  const spread = missing.filter(({ ofTenant }) => ofTenant);
  const before = tables.find(({ name, ofTenant }) => ofTenant && there.has(name));
  const [first] = before === undefined ? spread : [before];
  if (missing.length === 0) return [];
  return [
    ...(lying === 'alone' ? ['create extension if not exists citus;'] : []),
    // A small platform table may also stay on the coordinator; a local copy must not block other tables.
    'set citus.enable_local_reference_table_foreign_keys = off;',
    ...copied.map(({ name }) => `select create_reference_table('${quoteIdentifier(name)}');`),
    ...spread.map((table) =>
      table === first
        ? `select create_distributed_table('${quoteIdentifier(table.name)}', 'tenant_id');`
        : `select create_distributed_table('${quoteIdentifier(table.name)}', 'tenant_id', colocate_with => '${quoteIdentifier(first?.name ?? '')}');`,
    ),
  ];
}

/**
 * Statements that delete the coordinator's remaining rows of distributed tables. The rows are invisible,
 * but new constraints would be checked against them. Run after all tables are distributed.
 */
export async function leftBehind(client: pg.Client): Promise<readonly string[]> {
  if ((await lyingOf(client)) !== 'spread') return [];
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where pg_relation_size(c.oid) > 0 order by 1`);
  return rows.map(
    ({ name }) =>
      `select truncate_local_data_after_distributing_table('${quoteIdentifier(name)}');`,
  );
}

async function spreadTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Statements granting or ending the owner's bypass of row-level security. A shard moved during operation is
 * read by the owner and would otherwise never arrive. The server is not the owner and stays restricted.
 */
export async function ownerWalls(client: pg.Client, forced: boolean): Promise<readonly string[]> {
  const tables = await readTables(client);
  const verb = forced ? 'force' : 'no force';
  return tables
    .filter(({ ofTenant }) => ofTenant)
    .map(({ name }) => `alter table ${quoteIdentifier(name)} ${verb} row level security;`);
}

/** Every table but the list of migrations, by name. */
async function readTables(client: pg.Client): Promise<readonly DistributableTable[]> {
  const { rows } = await client.query<{ name: string; of_tenant: boolean; parents: string[] }>(`
      select c.relname as name,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = 1) as of_tenant,
        array(
          select distinct parent.relname::text from pg_constraint f join pg_class parent on parent.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f' and parent.oid <> c.oid order by 1) as parents
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
      order by 1`);
  return rows.map(({ name, of_tenant, parents }) => ({ name, ofTenant: of_tenant, parents }));
}

/** Sorts tables: referenced tables first; otherwise by name. */
function parentsFirst(tables: readonly DistributableTable[]): readonly DistributableTable[] {
  const names = new Set(tables.map(({ name }) => name));
  const done = new Set<string>();
  const ordered: DistributableTable[] = [];
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, parents }) =>
        !done.has(name) && parents.every((parent) => done.has(parent) || !names.has(parent)),
    );
    if (ready.length === 0)
      throw new Error('Tables refer to each other in a circle: no order puts parents first.');
    for (const table of ready) {
      done.add(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

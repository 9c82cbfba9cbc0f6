import type pg from 'pg';
import { lyingOf } from './cluster.ts';
import { quoted } from './roles.ts';

interface Table {
  readonly name: string;
  /** Its first column is the company: its rows are spread over the nodes. */
  readonly ofTenant: boolean;
  readonly parents: readonly string[];
}

/**
 * The statements that spread over a Citus cluster by company what does not lie there yet, read from the catalogue: platform
 * tables are copied to every node, all others lie together by tenant_id, parents before children. Run them as a superuser, on
 * the coordinator of an otherwise idle product.
 */
export async function distribution(client: pg.Client): Promise<readonly string[]> {
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
    // A platform table is small and may stay on the coordinator too; a local copy must not hold the others back.
    'set citus.enable_local_reference_table_foreign_keys = off;',
    ...copied.map(({ name }) => `select create_reference_table('${quoted(name)}');`),
    ...spread.map((table) =>
      table === first
        ? `select create_distributed_table('${quoted(table.name)}', 'tenant_id');`
        : `select create_distributed_table('${quoted(table.name)}', 'tenant_id', colocate_with => '${quoted(first?.name ?? '')}');`,
    ),
  ];
}

/**
 * The statements that empty what a coordinator keeps of tables whose rows were copied to the nodes: no one sees these rows any
 * more, but a promise that a new version makes would be held against them. Run them once everything is spread.
 */
export async function leftBehind(client: pg.Client): Promise<readonly string[]> {
  if ((await lyingOf(client)) !== 'spread') return [];
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where pg_relation_size(c.oid) > 0 order by 1`);
  return rows.map(
    ({ name }) => `select truncate_local_data_after_distributing_table('${quoted(name)}');`,
  );
}

async function spreadTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * The statements that let the owner through the walls, or stop it again. A shard that moves while the product runs is
 * read by the owner and never arrives otherwise; the server is no owner and stays walled in either way.
 */
export async function ownerWalls(client: pg.Client, forced: boolean): Promise<readonly string[]> {
  const tables = await readTables(client);
  const verb = forced ? 'force' : 'no force';
  return tables
    .filter(({ ofTenant }) => ofTenant)
    .map(({ name }) => `alter table ${quoted(name)} ${verb} row level security;`);
}

/** Every table but the list of migrations, by name. */
async function readTables(client: pg.Client): Promise<readonly Table[]> {
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

/** A table comes after every table that it refers to; among those that may come next, in the order of their names. */
function parentsFirst(tables: readonly Table[]): readonly Table[] {
  const names = new Set(tables.map(({ name }) => name));
  const done = new Set<string>();
  const ordered: Table[] = [];
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

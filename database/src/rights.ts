import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Roles } from './roles.ts';

/** Right in a database: the object, and the granting statement. */
export interface DatabaseRight {
  readonly object: string;
  readonly gives: string;
  /** Revoking statement; null if nothing needs revoking. */
  readonly takes: string | null;
}

/** Rights in the schemas of product and job runner, except on extension objects. */
const RIGHTS = `
  with
  role (id, name) as (
    select oid, format('%I', rolname) from pg_roles where rolname = any($1) union all select 0, 'public'),
  member (class, id) as (select classid, objid from pg_depend where deptype = 'e'),
  space as (
    select oid as id, format('%I', nspname) as name, nspowner as owner, nspacl as acl
    from pg_namespace where nspname in ('public', 'graphile_worker')),
  thing (sort, name, owner, acl, part) as (
    select 'schema', name, owner, acl, '' from space
    union all
    select case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end,
      format('%s.%I', space.name, relname), relowner, relacl, ''
    from pg_class c join space on space.id = relnamespace
    where relkind in ('r', 'p', 'v', 'S') and ('pg_class'::regclass, c.oid) not in (select * from member)
    union all
    select 'table', format('%s.%I', space.name, relname), relowner, attacl, format(' (%I)', attname)
    from pg_class c join space on space.id = relnamespace join pg_attribute a on a.attrelid = c.oid
    where attacl is not null and not attisdropped
    union all
    select 'routine', format('%s.%I(%s)', space.name, proname, pg_get_function_identity_arguments(p.oid)), proowner,
      coalesce(proacl, acldefault('f', proowner)), ''
    from pg_proc p join space on space.id = pronamespace
    where ('pg_proc'::regclass, p.oid) not in (select * from member)
    union all
    select 'type', format('%s.%I', space.name, typname), typowner, null, ''
    from pg_type t join space on space.id = typnamespace left join pg_class c on c.oid = typrelid
    where (typtype in ('d', 'e') or relkind = 'c') and ('pg_type'::regclass, t.oid) not in (select * from member))
  -- The sequence of a column belongs to whom the table belongs to, and no statement says so.
  select thing.name as object, case when role.name is null or sort = 'sequence' and exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = to_regclass(thing.name) and deptype in ('a', 'i'))
    then '' else format('alter %s %s owner to %s', sort, thing.name, role.name) end as gives, null as takes
  from thing left join role on role.id = owner
  where part = ''
  union all
  select thing.name, format('grant %s%s on %s to %s', privilege_type, part, target, role.name),
    format('revoke %s%s on %s from %s', privilege_type, part, target, role.name)
  from thing cross join aclexplode(acl) as item join role on role.id = item.grantee,
    format('%s %s', case sort when 'view' then 'table' else sort end, thing.name) as target
  where item.grantee <> owner
  union all
  select on_table, format('create policy %I on %s as %s for %s to %s', policyname, on_table, permissive, cmd,
      (select string_agg(format(case to_role when 'public' then '%s' else '%I' end, to_role), ', ') from unnest(roles) as to_role))
    || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', ''),
    format('drop policy %I on %s', policyname, on_table)
  from pg_policies, format('%I.%I', schemaname, tablename) as on_table
  where schemaname = 'public'
  order by gives`;

/** Rights of the product roles and of everybody; ownership by any other role has no statement. */
export async function readRights(
  client: pg.Client,
  roles: Roles,
): Promise<readonly DatabaseRight[]> {
  const { rows } = await client.query<DatabaseRight>(RIGHTS, [Object.values(roles)]);
  return rows;
}

export const digestOfRights = (rights: readonly DatabaseRight[]): string =>
  createHash('md5')
    .update(rights.map(({ object, gives }) => `${object} ${gives}`).join('\n'))
    .digest('hex');

/** Statements turning actual rights into wanted rights, on existing objects. */
export function planRightChanges(
  actual: readonly DatabaseRight[],
  wanted: readonly DatabaseRight[],
): readonly string[] {
  const objects = new Set(actual.map(({ object }) => object));
  const known = new Set(wanted.map(({ object }) => object));
  const statementsOf = (rights: readonly DatabaseRight[]) =>
    new Set(rights.map(({ gives }) => gives));
  const [has, should] = [statementsOf(actual), statementsOf(wanted)];
  const extra = actual.filter(({ object, gives }) => known.has(object) && !should.has(gives));
  const missing = wanted.filter(({ object, gives }) => objects.has(object) && !has.has(gives));
  return [
    ...extra.flatMap(({ takes }) => takes ?? []),
    // Schema owners first: a grantee of contained objects needs access.
    ...missing
      .map(({ gives }) => gives)
      .toSorted((one, other) => rankRightStatement(one) - rankRightStatement(other)),
  ];
}

const rankRightStatement = (statement: string): number =>
  ['alter schema', 'alter', 'grant', 'create'].findIndex((start) => statement.startsWith(start));

import { expect, test } from 'vitest';
import { loadModule } from 'libpg-query';
import { troublesOf } from './rules.ts';
import type { CatalogFacts } from './rules.ts';

await loadModule();
const known: CatalogFacts = {
  ofTenant: new Set(['document', 'partner', 'outbox']),
  stable: new Set(['now', 'current_setting', 'jsonb_build_object']),
  volatile: new Set(['nextval', 'clock_timestamp', 'random', 'keep_ids_above']),
  drawing: new Set(['document', 'partner']),
  moments: new Set(['at']),
  days: new Set(['day']),
};

test.each([
  'select * from document d join partner p on p.tenant_id = $1 and p.id = d.partner_id where d.tenant_id = $1',
  'select (select name from partner where tenant_id = $1::bigint and id = d.id) from document d where $2 = d.tenant_id',
  'with d as (select * from document where tenant_id = $1) select * from d, tenant',
  'select 1 from document where tenant_id = 2 union all select 2 from partner where tenant_id = 2',
  'insert into document (tenant_id) values ($1) on conflict (tenant_id) do update set at = excluded.at',
  'insert into document (tenant_id) select $1 from unnest($2::int[]) returning id',
  'with a as (insert into outbox values ($1) returning id) insert into document values ($1, $2)',
  'update document set id = 1 from (values (1)) as v(x) where document.tenant_id = $1',
  "select nextval('document_id_seq') from generate_series(1, 3)",
  'select * from tenant order by id for update',
  "update document set at = least(at, now()) where tenant_id = $1 and at < now() - $2 * interval '1 day'",
  'select * from document where (tenant_id = $1 and id = 1) or (tenant_id = $2 and id = 2)',
  "update document d set facts = d.facts || f.facts from (select jsonb_build_object('id', p.id) as facts from partner p where p.tenant_id = $1 offset 0) f where d.tenant_id = $1",
  "with f as materialized (select jsonb_build_object('id', p.id) as facts from partner p where p.tenant_id = $1) update document d set facts = f.facts from f where d.tenant_id = $1",
  "update document d set facts = f.facts from (select jsonb_build_object('ids', count(*)) as facts from partner where tenant_id = $1 group by name) f where d.tenant_id = $1",
  'update document set day = day + 1, at = $2::timestamptz where tenant_id = $1 and day >= $3::date',
  'insert into document (tenant_id, id) select tenant_id, id from partner where tenant_id = $1 returning id',
  'insert into outbox (tenant_id) select tenant_id from partner where tenant_id = $1 returning tenant_id',
  'select keep_ids_above($1, $2)',
  'select pg_cancel_backend($1::integer)',
  'select (select d.id from document d where d.tenant_id = $1 and d.url = f.url) from function f',
  'select d.id from document d left join function f on f.url = d.url where d.tenant_id = $1',
  "update document set facts = jsonb_build_object('id', $2::text) where tenant_id = $1 and at < now()",
  'insert into document (tenant_id, id) values ($1, random())',
  'select * from document d cross join lateral (select d.id + 1 as next) n where d.tenant_id = $1',
])('a statement for a single node is accepted: %s', (text) =>
  expect(troublesOf(text, known)).toEqual([]),
);

test.each([
  ['select * from document', 'document (document) stands without tenant_id = $n'],
  [
    'select * from document d join partner p on p.tenant_id = d.tenant_id where d.tenant_id = $1',
    'partner (p) stands without tenant_id = $n',
  ],
  [
    'select 1 from document where tenant_id = $1 union all select 2 from partner',
    'partner (partner) stands without tenant_id = $n',
  ],
  [
    'select * from document where tenant_id = $1 or id = $2',
    'document (document) stands without tenant_id = $n',
  ],
  [
    'select from outbox where relayed_at is null limit 5 for update skip locked',
    'outbox (outbox) stands without tenant_id = $n',
  ],
  [
    'select * from document d, (select coalesce($2, now()) as at) t where d.tenant_id = $1',
    'a sub-select without a table is joined with tables',
  ],
  [
    'insert into document (tenant_id) select $1 from unnest($2::int[])',
    'insert … select needs returning or on conflict',
  ],
  [
    'insert into document values ($1, (select id from partner where tenant_id = $1))',
    'a sub-select stands in values',
  ],
  [
    'with a as (delete from outbox where tenant_id = $1 returning id) insert into document select id from a returning id',
    'an insert is fed by a statement that writes',
  ],
  ['select pg_cancel_backend($1)', 'pg_cancel_backend is not told what it is given'],
  ["select set_config('app.tenant_id', $1, true)", 'set_config'],
  ["select nextval('document_id_seq') from document where tenant_id = $1", 'nextval over rows'],
  [
    'insert into document (tenant_id) values ($1) on conflict (tenant_id) do update set at = now()',
    'an unsteady function is called in do update',
  ],
  [
    'insert into tenant (id) values ($1) on conflict (id) do update set at = current_timestamp',
    'an unsteady function is called in do update',
  ],
  [
    'update document set at = case when $2 then now() else at end where tenant_id = $1',
    'an unsteady function is called in case or coalesce of a change',
  ],
  [
    'delete from document where tenant_id = $1 and coalesce(at <= now(), true)',
    'an unsteady function is called in case or coalesce of a change',
  ],
  [
    'update document set id = 1 where tenant_id = $1 returning at > now() as late',
    'an unsteady function is called in returning',
  ],
  [
    "update document set at = now() + tries * interval '1 minute' where tenant_id = $1",
    'a change reckons from the clock or a moment, and a column',
  ],
  [
    "update document d set facts = jsonb_build_object('id', p.id) from partner p where d.tenant_id = $1 and p.tenant_id = $1",
    'a change calls an unsteady function with a column',
  ],
  [
    "delete from document where tenant_id = $1 and facts = jsonb_build_object('id', id)",
    'a change calls an unsteady function with a column',
  ],
  [
    "insert into document (tenant_id) values ($1) on conflict (tenant_id) do update set facts = jsonb_build_object('id', excluded.id)",
    'an unsteady function is called in do update',
  ],
  [
    "update document set facts = case when $2 then (select jsonb_build_object('id', 1)) end where tenant_id = $1",
    'an unsteady function is called in case or coalesce of a change',
  ],
  [
    'update document set at = clock_timestamp() where tenant_id = $1',
    'a change calls a volatile function',
  ],
  [
    'with a as (select random() from document where tenant_id = $1) delete from document where tenant_id = $1',
    'a change calls a volatile function',
  ],
  [
    "update document d set facts = f.facts from (select p.id, jsonb_build_object('id', p.id) as facts from partner p where p.tenant_id = $1) f where d.tenant_id = $1",
    'a change calls an unsteady function with a column',
  ],
  [
    "with f as (select jsonb_build_object('id', p.id) as facts from partner p where p.tenant_id = $1) update document d set facts = f.facts from f where d.tenant_id = $1",
    'a change calls an unsteady function with a column',
  ],
  [
    "update document set at = least(at, at + interval '1 second') where tenant_id = $1",
    'a change reckons from the clock or a moment, and a column',
  ],
  [
    'delete from document where tenant_id = $1 and day::text = $2',
    'a change writes out a moment or day, or reads one from a column',
  ],
  [
    "update document set day = (facts->>'day')::date where tenant_id = $1",
    'a change writes out a moment or day, or reads one from a column',
  ],
  [
    'insert into document (tenant_id) select tenant_id from partner where tenant_id = $1 returning id',
    'ids are drawn over rows',
  ],
  [
    'select keep_ids_above($2, max(id)) from document where tenant_id = $1',
    'keep_ids_above over rows',
  ],
  [
    'with gone as (delete from outbox where tenant_id = $1) insert into document (tenant_id) select tenant_id from partner where tenant_id = $1 returning id',
    'rows are inserted after a statement that writes',
  ],
  [
    'select f.url from function f left join document d on d.tenant_id = $1 and d.url = f.url where not exists (select from function)',
    'rows of a company are joined to a platform table that keeps its own, beside a sub-select',
  ],
  ['merge into document using partner on true when matched then delete', 'merge'],
])('a statement for several nodes is reported: %s', (text, trouble) =>
  expect(troublesOf(text, known)).toContain(trouble),
);

import { expect, test } from 'vitest';
import { loadModule } from 'libpg-query';
import { troublesOf } from './rules.ts';

await loadModule();
const ofTenant = new Set(['document', 'partner', 'outbox']);

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
  'select * from document d cross join lateral (select d.id + 1 as next) n where d.tenant_id = $1',
])('goes to one node: %s', (text) => expect(troublesOf(text, ofTenant)).toEqual([]));

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
  ["select set_config('app.tenant_id', $1, true)", 'set_config'],
  ["select nextval('document_id_seq') from document where tenant_id = $1", 'nextval over rows'],
  [
    'insert into document (tenant_id) values ($1) on conflict (tenant_id) do update set at = now()',
    'a clock is asked in do update',
  ],
  [
    'insert into tenant (id) values ($1) on conflict (id) do update set at = current_timestamp',
    'a clock is asked in do update',
  ],
  [
    'update document set at = case when $2 then now() else at end where tenant_id = $1',
    'a clock is asked in case or coalesce of a change',
  ],
  [
    'delete from document where tenant_id = $1 and coalesce(at <= now(), true)',
    'a clock is asked in case or coalesce of a change',
  ],
  [
    'update document set id = 1 where tenant_id = $1 returning at > now() as late',
    'a clock is asked in returning',
  ],
  [
    "update document set at = now() + tries * interval '1 minute' where tenant_id = $1",
    'a change reckons from the clock and a column',
  ],
  ['merge into document using partner on true when matched then delete', 'merge'],
])('does not: %s', (text, trouble) => expect(troublesOf(text, ofTenant)).toContain(trouble));

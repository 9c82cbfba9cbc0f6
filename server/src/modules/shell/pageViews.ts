import type { InputOf, countViews } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { shellSettingsOf } from './settings.ts';

const HOME = '/dashboard/analysis';

/** Adds to the user's page views of today, in the company's zone, for permitted pages. */
export async function countPageViews(
  { tx, tenantId, scope }: Context,
  { views }: InputOf<typeof countViews>,
): Promise<Record<string, never>> {
  const own = views.filter(({ url }) => url === HOME || scope.pages.has(url));
  if (own.length === 0 || !(await shellSettingsOf(tx)).countsViews) return {};
  await sql`
    insert into page_view (tenant_id, day, url, user_id, views)
    select ${tenantId}, (now() at time zone s.time_zone)::date, v.url, ${scope.userId}, sum(v.views)
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as v (url text, views integer)
    join tenant_setting s on s.tenant_id = ${tenantId}
    group by s.time_zone, v.url
    order by v.url
    on conflict (tenant_id, day, url, user_id) do update set views = page_view.views + excluded.views`.execute(
    tx,
  );
  return {};
}

import type { ReplyOf, tenantUsage } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { inCompany } from './company.ts';
import { companyRow, enabledUsers } from './tenants.ts';

type TenantUsageReply = ReplyOf<typeof tenantUsage>;

interface UsageFigures {
  readonly documents: number;
  readonly products: number;
  readonly partners: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly last: string | null;
}

/** Returns usage figures of a company: numbers only, no content. */
export async function usageOf(context: Context, id: string): Promise<TenantUsageReply> {
  const { name, user_limit: userLimit } = await companyRow(context, id);
  return inCompany(context, id, async () => {
    const { last, ...figures } = await readUsageFigures(context, id);
    return {
      name,
      userLimit,
      users: await enabledUsers(context, id),
      ...figures,
      lastActivity: last === null ? null : new Date(last).toISOString(),
      days: await readUsageDays(context, id),
      pages: await readUsagePages(context, id),
    };
  });
}

async function readUsageFigures({ tx }: Context, id: string): Promise<UsageFigures> {
  const { rows } = await sql<UsageFigures>`
    select
      (select coalesce(sum(documents), 0)::int from whole_document_day where tenant_id = ${id}) as documents,
      (select count(*)::int from product where tenant_id = ${id}) as products,
      (select count(*)::int from partner where tenant_id = ${id}) as partners,
      files.count::int as files, files.bytes::float8 as "fileBytes",
      (select at from audit_log where tenant_id = ${id} order by at desc, id desc limit 1) as last
    from (select count(*) as count, coalesce(sum(size + coalesce(octet_length(thumbnail), 0)), 0) as bytes
      from stored_file where tenant_id = ${id}) as files`.execute(tx);
  return rows[0] ?? { documents: 0, products: 0, partners: 0, files: 0, fileBytes: 0, last: null };
}

async function readUsageDays({ tx }: Context, id: string): Promise<TenantUsageReply['days']> {
  const { rows } = await sql<TenantUsageReply['days'][number]>`
    select day::text as day, sum(views)::int as views, count(distinct user_id)::int as users
    from page_view where tenant_id = ${id} and day > current_date - 30
    group by page_view.day order by page_view.day`.execute(tx);
  return rows;
}

async function readUsagePages(
  { tx, language }: Context,
  id: string,
): Promise<TenantUsageReply['pages']> {
  const { rows } = await sql<TenantUsageReply['pages'][number]>`
    select v.url, coalesce(${language === 'en' ? sql.ref('f.name_en') : sql.ref('f.name_zh')}, v.url) as text,
      sum(v.views)::int as views
    from page_view v left join function f on f.url = v.url
    where v.tenant_id = ${id} and v.day > current_date - 30
    group by 1, 2 order by 3 desc, 1 limit 10`.execute(tx);
  return rows;
}

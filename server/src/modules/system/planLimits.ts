import type { PlannedThing } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import type { Context, Language } from '../../kernel/access/index.ts';

/** Samples silent for this long have lost their process: a day of trade takes a second at most. */
export const samplesSilentSql = sql<boolean>`sample.touched_at < now() - interval '1 minute'`;

/** Column of `plan`, and the counted rows of a company. Products removed with their import do not count. */
const planned: Readonly<Record<PlannedThing, { limit: string; counted: string }>> = {
  warehouses: { limit: 'warehouse_limit', counted: 'from warehouse where tenant_id = ' },
  products: {
    limit: 'product_limit',
    counted: 'from product where removed_at is null and tenant_id = ',
  },
  applications: { limit: 'application_limit', counted: 'from oauth_app where tenant_id = ' },
};

/** Name of the plan `p` in a language. */
export const planNameSql = (language: Language): RawBuilder<string> =>
  language === 'en' ? sql<string>`p.name_en` : sql<string>`p.name_zh`;

const countedSql = (tenantId: string, thing: PlannedThing): RawBuilder<unknown> =>
  sql`${sql.raw(planned[thing].counted)}${tenantId}`;

/** Counts the company's records limited by plans. */
export async function countPlanned(
  { tx, tenantId }: Context,
  thing: PlannedThing,
): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used ${countedSql(tenantId, thing)}`.execute(tx);
  return rows[0]?.used ?? 0;
}

/**
 * Refuses more records than the plan of the company allows (`plan.warehouses` …); called after the insert.
 * Additions to a limited company wait here for each other until the commit, so that two cannot both take the
 * last place. The owner's session fills in sample data, hence the owner is exempt while the filling is alive.
 */
export async function requirePlanRoom(context: Context, thing: PlannedThing): Promise<void> {
  const { tx, tenantId, scope, language } = context;
  const { rows } = await sql<{ most: number | null; plan: string }>`
    select ${sql.ref(`p.${planned[thing].limit}`)} as most, ${planNameSql(language)} as plan
    from tenant t join plan p on p.code = t.plan
    where t.id = ${tenantId} and not (${scope.owner} and exists (
      select from sample
      where sample.tenant_id = ${tenantId} and sample.state = 'filling'
        and not ${samplesSilentSql}))`.execute(tx);
  const [limit] = rows;
  if (limit === undefined || limit.most === null) return;
  const { most, plan } = limit;
  await sql`
    select pg_advisory_xact_lock(hashtextextended('plan of ' || ${tenantId} || ' ' || ${thing}, 0))`.execute(
    tx,
  );
  const counted = await sql<{ over: boolean }>`
    select count(*) > ${most} as over
    from (select ${countedSql(tenantId, thing)} limit ${most + 1}) as first`.execute(tx);
  if (orRefuseMissing(counted.rows[0]).over) refuseWith(`plan.${thing}`, { most, plan });
}

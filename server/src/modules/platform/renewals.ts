import { plannedThings } from '@tradehouse/contract';
import type { InputOf, Renewals, ReplyOf, ownPlan, renewTenant } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { toIsoText } from '../../kernel/table/index.ts';
import { refuseStale } from '../../kernel/tx/index.ts';
import { tenantTerms } from '../identity/index.ts';
import { countPlanned, planNameSql } from '../system/index.ts';
import { inCompany } from './company.ts';
import { planRow } from './plans.ts';
import {
  companyRow,
  logTenantChange,
  notifyTenantRightsChanged,
  updateTenantColumns,
} from './tenants.ts';

/**
 * Extends a company's term by months, from its end or from now, whichever is later, and stores the renewal.
 * Concurrent renewals of a company are sequential; the second is refused with the version of the first.
 * Another plan brings its number of users, as in `updateCompany`.
 */
export async function renewCompany(
  context: Context,
  { id, version, months, plan, amount = null, remark = '' }: InputOf<typeof renewTenant>,
): Promise<ReplyOf<typeof renewTenant>> {
  const before = await companyRow(context, id, true);
  if (before.version !== version) await refuseStale(context, 'tenant', id, before.version);
  const chosen = await planRow(context, plan ?? before.plan);
  const { rows } = await sql<{ from: string; to: string }>`
    select term.start::text as from, (term.start + make_interval(months => ${months}))::text as to
    from (select greatest(now(), expires_at) as start from tenant where id = ${id}) as term`.execute(
    context.tx,
  );
  const { from, to } = orRefuseMissing(rows[0]);
  const after = await updateTenantColumns(context, before, {
    plan: chosen.code,
    user_limit: chosen.code === before.plan ? undefined : chosen.user_limit,
    expires_at: to,
  });
  await insertRenewal(context, { id, from, to, plan: chosen.code, months, amount, remark });
  logTenantChange(context, 'update', before, after);
  await notifyTenantRightsChanged(context, id);
  return { id, version: after.version, expireTime: new Date(to).toISOString() };
}

interface NewRenewal {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly plan: string;
  readonly months: number;
  readonly amount: string | null;
  readonly remark: string;
}

async function insertRenewal(context: Context, renewal: NewRenewal): Promise<void> {
  const { tx, tenantId, scope } = context;
  const { login_name: operator } = await tx
    .selectFrom('app_user')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', scope.userId)
    .select('login_name')
    .executeTakeFirstOrThrow();
  const { id, from, to, plan, months, amount, remark } = renewal;
  await inCompany(context, id, () =>
    tx
      .insertInto('tenant_renewal')
      .values({
        tenant_id: id,
        operator,
        from_at: from,
        to_at: to,
        plan,
        months,
        amount,
        remark,
      })
      .execute(),
  );
}

/** Reads the renewals of a company, newest first, in a transaction of the company. */
async function readRenewals({ tx, language }: Context, id: string): Promise<Renewals> {
  const { rows } = await sql<Renewals[number]>`
    select r.id::text, ${toIsoText(sql`r.renewed_at`)} as "renewTime", r.operator,
      ${toIsoText(sql`r.from_at`)} as "from", ${toIsoText(sql`r.to_at`)} as "to", coalesce(${planNameSql(language)}, r.plan) as plan, r.months,
      trim_scale(r.amount)::text as amount, r.remark
    from tenant_renewal r left join plan p on p.code = r.plan
    where r.tenant_id = ${id} order by r.id desc`.execute(tx);
  return rows;
}

/** Returns a company's renewals to the operator. */
export async function renewalsOf(
  context: Context,
  { id }: { readonly id: string },
): Promise<Renewals> {
  await companyRow(context, id);
  return inCompany(context, id, () => readRenewals(context, id));
}

/** Returns the plan of the caller's company to its owner. */
export async function readOwnPlan(context: Context): Promise<ReplyOf<typeof ownPlan>> {
  const { scope, tenantId } = context;
  if (!scope.owner) refuseWith('access.denied');
  const { rows } = await sql<Record<(typeof plannedThings)[number], number | null>>`
    select p.warehouse_limit as warehouses, p.product_limit as products, p.application_limit as applications
    from tenant t join plan p on p.code = t.plan where t.id = ${tenantId}`.execute(context.tx);
  const limits = orRefuseMissing(rows[0]);
  const uses: { thing: (typeof plannedThings)[number]; used: number; most: number | null }[] = [];
  for (const thing of plannedThings)
    uses.push({ thing, used: await countPlanned(context, thing), most: limits[thing] });
  const terms = await tenantTerms(context);
  return { ...terms, uses, renewals: await readRenewals(context, tenantId) };
}

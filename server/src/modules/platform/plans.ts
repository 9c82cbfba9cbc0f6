import { planTable } from '@tradehouse/contract';
import type { InputOf, PlanFields, ReplyOf, planChoices, updatePlan } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import { planNameSql } from '../system/index.ts';

type PlanRow = Selectable<Database['plan']>;

/** Lists the plans, with the number of companies on each. */
export const planRows = bindTable(planTable, ({ tx }) =>
  tx
    .selectFrom('plan')
    .select([
      'code as id',
      'version',
      'code',
      'name_zh as nameZh',
      'name_en as nameEn',
      'user_limit as userLimit',
      'warehouse_limit as warehouseLimit',
      'product_limit as productLimit',
      'application_limit as applicationLimit',
      sql<number>`(select count(*)::int from tenant where tenant.plan = plan.code and sort = 'company')`.as(
        'companies',
      ),
      'plan.sort',
    ]),
);

/** Returns a plan; refuses an unknown code at the field `plan`. */
export async function planRow({ tx }: Context, code: string): Promise<PlanRow> {
  const plan = await tx
    .selectFrom('plan')
    .selectAll()
    .where('code', '=', code)
    .forShare()
    .executeTakeFirst();
  return plan ?? refuseWith('request.field', { field: 'plan' }, { field: 'plan' });
}

export async function planOffers({ tx, language }: Context): Promise<ReplyOf<typeof planChoices>> {
  const { rows } = await sql<ReplyOf<typeof planChoices>[number]>`
    select p.code, ${planNameSql(language)} as name, p.user_limit as "userLimit"
    from plan p order by p.sort, p.code`.execute(tx);
  return rows;
}

type SavedPlan = ReplyOf<typeof updatePlan>;

const planColumns = (fields: Omit<PlanFields, 'code'>) => ({
  name_zh: fields.nameZh,
  name_en: fields.nameEn,
  user_limit: fields.userLimit,
  warehouse_limit: fields.warehouseLimit,
  product_limit: fields.productLimit,
  application_limit: fields.applicationLimit,
  sort: fields.sort,
});

export async function addNewPlan(
  context: Context,
  { code, ...fields }: PlanFields,
): Promise<SavedPlan> {
  await refuseTakenPlan(context, code, fields);
  const after = await context.tx
    .insertInto('plan')
    .values({ code, ...planColumns(fields) })
    .returningAll()
    .executeTakeFirstOrThrow();
  logChange(context, { action: 'add', subject: 'plan', subjectId: code, number: code, after });
  return { code, version: after.version };
}

/** Changes names and limits. Companies above a lowered limit keep their records, and add none. */
export async function changePlan(
  context: Context,
  { code, version, ...fields }: InputOf<typeof updatePlan>,
): Promise<SavedPlan> {
  const { tx } = context;
  await refuseTakenPlan(context, code, fields, code);
  const before = orRefuseMissing(
    await tx.selectFrom('plan').selectAll().where('code', '=', code).forUpdate().executeTakeFirst(),
  );
  if (before.version !== version) await refuseStale(context, 'plan', code, before.version);
  const after = await tx
    .updateTable('plan')
    .set({ ...planColumns(fields), version: version + 1 })
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirstOrThrow();
  logChange(context, {
    action: 'update',
    subject: 'plan',
    subjectId: code,
    number: code,
    before,
    after,
  });
  return { code, version: after.version };
}

/** Refuses a code or name of another plan. Concurrent changes of plans wait for each other. */
async function refuseTakenPlan(
  { tx }: Context,
  code: string,
  { nameZh, nameEn }: Pick<PlanFields, 'nameZh' | 'nameEn'>,
  own?: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tradehouse plans'))`.execute(tx);
  const others = await tx
    .selectFrom('plan')
    .where('code', '<>', own ?? '')
    .select(['code', 'name_zh', 'name_en'])
    .execute();
  for (const other of others) {
    if (other.code === code) refuseWith('name.taken', { name: code }, { field: 'code' });
    if (other.name_zh === nameZh) refuseWith('name.taken', { name: nameZh }, { field: 'nameZh' });
    if (other.name_en === nameEn) refuseWith('name.taken', { name: nameEn }, { field: 'nameEn' });
  }
}

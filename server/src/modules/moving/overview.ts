import { movingSteps, movingStepCodes } from '@tradehouse/contract';
import type {
  InputOf,
  MovingStep,
  ReplyOf,
  movingOverview,
  saveMovingProgram,
} from '@tradehouse/contract';
import { normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, mayOpen, orRefuseMissing } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { grantedPartners, visibleOpeningDebts } from '../partner/index.ts';
import { openingLines } from '../report/index.ts';

type RecordCountSql = (context: Context) => RawBuilder<unknown>;

const countPartners =
  (type: string): RecordCountSql =>
  ({ tenantId, scope }) =>
    sql`
    select count(*)::integer from partner
    where partner.tenant_id = ${tenantId} and partner.type = ${type} and partner.removed_at is null
      and ${grantedPartners(scope, 'partner')}`;

/** Counts present records of a step, within the reader's grants. */
const countOfStep: Readonly<Record<MovingStep, RecordCountSql>> = {
  warehouses: ({ tenantId, scope }) => sql`
    select count(*)::integer from warehouse
    where tenant_id = ${tenantId} and ${grantedWarehouses(scope, 'warehouse.id')}`,
  suppliers: countPartners('supplier'),
  customers: countPartners('customer'),
  members: countPartners('member'),
  products: ({ tenantId }) => sql`
    select count(*)::integer from product where tenant_id = ${tenantId} and removed_at is null`,
  priceLists: ({ tenantId }) =>
    sql`select count(*)::integer from price_list where tenant_id = ${tenantId}`,
  openingStock: (context) => sql`select count(*)::integer ${openingLines(context, undefined)}`,
  openingDebts: (context) => sql`
    select count(*)::integer from opening_debt debt
    where debt.tenant_id = ${context.tenantId} and ${visibleOpeningDebts(context, 'debt')}`,
  accounts: ({ tenantId }) =>
    sql`select count(*)::integer from account where tenant_id = ${tenantId}`,
};

export async function readMovingOverview(
  context: Context,
): Promise<ReplyOf<typeof movingOverview>> {
  const { tx, tenantId, scope } = context;
  const isOpen = (step: MovingStep): boolean => mayOpen(scope, movingSteps[step].page);
  const counts = movingStepCodes
    .filter(isOpen)
    .map((step) => sql`(${countOfStep[step](context)}) as ${sql.ref(step)}`);
  const program = sql`coalesce((
    select program from moving_source where tenant_id = ${tenantId}), '') as program`;
  const { rows } = await sql<Readonly<Partial<Record<MovingStep, number>> & { program: string }>>`
    select ${sql.join([program, ...counts])}`.execute(tx);
  const found = orRefuseMissing(rows[0]);
  return {
    program: found.program,
    steps: movingStepCodes.map((step) => ({ step, count: found[step] ?? null })),
  };
}

export async function rememberProgram(
  { tx, tenantId }: Context,
  { program }: InputOf<typeof saveMovingProgram>,
): Promise<ReplyOf<typeof saveMovingProgram>> {
  const { rows } = await sql<{ program: string }>`
    insert into moving_source (tenant_id, program) values (${tenantId}, ${normalText(program).trim()})
    on conflict (tenant_id) do update set program = excluded.program
    returning program`.execute(tx);
  return orRefuseMissing(rows[0]);
}

import { carrierCallTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { CarrierAction, CarrierResult } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** A call of a carrier's API, without the secret and without the content. */
export interface CarrierCall {
  readonly companyId: string;
  readonly orderId: string | null;
  readonly action: CarrierAction;
  readonly result: CarrierResult;
  readonly startedAt: Date;
  readonly milliseconds: number;
  readonly detail: string;
}

const KEPT_DAYS = 90;
/** Calls kept for a company at most. */
const MOST_KEPT = 10_000;

/** Stores calls, and deletes those past their days or number. */
export async function recordCalls(
  { tx, tenantId, scope }: Context,
  calls: readonly CarrierCall[],
): Promise<void> {
  if (calls.length === 0) return;
  const rows = calls.map((call) => ({
    company_id: call.companyId,
    order_id: call.orderId,
    action: call.action,
    result: call.result,
    started_at: call.startedAt.toISOString(),
    milliseconds: call.milliseconds,
    detail: call.detail,
  }));
  const columns = `company_id bigint, order_id bigint, action text, result text, started_at timestamptz,
    milliseconds int, detail text`;
  await sql`
    insert into carrier_call (tenant_id, company_id, order_id, action, result, started_at, milliseconds, detail,
      user_id)
    select ${tenantId}::bigint, given.*, ${scope.userId}::bigint from ${rowsAsTable(rows, columns)}
    returning id`.execute(tx);
  await sql`
    delete from carrier_call
    where tenant_id = ${tenantId} and (started_at < now() - make_interval(days => ${KEPT_DAYS})
      or id in (
        select id from carrier_call where tenant_id = ${tenantId}
        order by started_at desc, id offset ${MOST_KEPT}))`.execute(tx);
}

/** Calls of carriers' APIs, newest first; calls for shipments follow the visibility of their document. */
export const carrierCallRows = bindTable(
  carrierCallTable,
  ({ tenantId, scope }): RawBuilder<RowOf<typeof carrierCallTable>> => sql`
    select made.id, made.company_id as "companyId", made.order_id as "orderId",
      made.started_at as "startedAt", company.name as "companyName", coalesce(o.number, '') as "orderNumber",
      made.action as "callAction", made.result as "callResult", made.milliseconds, made.detail,
      coalesce(person.name, '') as "userName"
    from carrier_call made
    join logistics_company company on company.tenant_id = ${tenantId} and company.id = made.company_id
    left join logistics_order o on o.tenant_id = ${tenantId} and o.id = made.order_id
    left join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
    left join app_user person on person.tenant_id = ${tenantId} and person.id = made.user_id
    where made.tenant_id = ${tenantId} and (o.id is null or ${visibleDocuments(scope, 'd')})`,
);

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { seesAllBooks, visibleFlows } from '../money/index.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from './later.ts';
import { pursesAt } from './purseAt.ts';

/** Whose purse is followed, and for which days. */
export interface PurseOf {
  readonly purse: 'prepaid' | 'bonus' | 'receivable' | 'payable';
  /** -1 shows what came into the purse below zero. */
  readonly sign: 1 | -1;
  readonly holder: string | undefined;
  readonly dates: readonly [string | null, string | null] | undefined;
}

/** A row of such a flow, by the names that its tables have. */
export interface FlowRow {
  readonly id: string;
  readonly sequence: number;
  readonly documentId: string;
  readonly date: string;
  readonly time: string;
  readonly number: string;
  readonly kind: string;
  readonly amount: string;
  readonly balance: string;
  readonly remark: string;
}

/** What each document that the caller may see did to somebody's purse, summed per document and day, and what it left there. */
export function purseFlow(context: Context, of: PurseOf): RawBuilder<FlowRow> {
  const { tenantId, scope } = context;
  const [since, until] = of.dates ?? [null, null];
  const end = (side: 'from' | 'to', sign: number) => sql`
    select document_id, business_date, ${sql.lit(sign)} * amount as amount from money_entry
    where tenant_id = ${tenantId} and ${sql.ref(`${side}_purse`)} = ${of.purse} and ${sql.ref(`${side}_id`)} = ${of.holder}
      and business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`;
  return sql<FlowRow>`
    select flow.document_id || '-' || flow.business_date as id, flow.sequence, flow.document_id as "documentId",
      flow.business_date as date, flow.business_time as time, flow.number, flow.kind, flow.amount,
      ${heldBefore(context, of)} + flow.running as balance, flow.remark
    from (
      select flow.*, document.business_time, coalesce(document.number, '') as number, document.kind, document.remark,
        row_number() over running as sequence, sum(flow.amount) over running as running
      from (
        select document_id, business_date, sum(amount) as amount
        from (${end('from', -of.sign)} union all ${end('to', of.sign)}) as ends
        group by 1, 2
        having sum(amount) <> 0) as flow
      join document on document.tenant_id = ${tenantId} and document.id = flow.document_id
      where ${visibleDocuments(scope, 'document')}
      window running as (order by flow.business_date, flow.document_id
        rows between unbounded preceding and current row)) as flow`;
}

/** What lay in the purse before the first day, as far as the caller may see; null: before everything. */
export function heldBefore(
  context: Context,
  { purse, sign, holder, dates }: PurseOf,
): RawBuilder<unknown> {
  const [since] = dates ?? [null];
  if (since === null || holder === undefined) return sql`0`;
  const held = seesAllBooks(context.scope)
    ? sql`select amount from ${pursesAt(context.tenantId, purse, dayBefore(since), holder)} as held`
    : sql`select sum(flow.amount) from ${visibleFlows(context, purse)} as flow
        where flow.holder_id = ${holder} and flow.business_date < ${since}::date`;
  return sql`${sql.lit(sign)} * coalesce((${held}), 0)`;
}

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { seesAllBooks, visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { visibleFlows } from '../../money/index.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from '../laterPeriods.ts';
import { pursesAt } from './purseAt.ts';

type FlowPurseType = 'prepaid' | 'bonus' | 'receivable' | 'payable';

/** Holder of the purses, and the days. */
interface PurseFlowFilter {
  readonly holder: string | undefined;
  readonly dates: readonly [string | null, string | null] | undefined;
}

/** Purse of the holder. */
export interface PurseOf extends PurseFlowFilter {
  readonly purse: FlowPurseType;
  /** Display sign: -1 shows receipts into the purse below zero. */
  readonly sign: 1 | -1;
}

/** Purse in a flow, with column names. */
interface Followed extends Pick<PurseOf, 'purse' | 'sign'> {
  readonly amount: string;
  readonly balance: string;
}

/** Columns of an account-flow row in addition to amounts. */
export interface FlowHead {
  readonly id: string;
  readonly sequence: number;
  readonly documentId: string;
  readonly date: string;
  readonly time: string;
  readonly number: string;
  readonly kind: string;
  readonly remark: string;
}

/** Row of a single purse's flow, by table column names. */
export interface PurseFlowRow extends FlowHead {
  readonly amount: string;
  readonly balance: string;
}

/**
 * Flow of a purse: the change by each visible document, summed per document and day, with the balance
 * afterwards.
 */
export const purseFlow = (
  context: Context,
  { purse, sign, ...whose }: PurseOf,
): RawBuilder<PurseFlowRow> =>
  pursesFlow(context, whose, [{ purse, sign, amount: 'amount', balance: 'balance' }]);

/** Flow of several purses of a holder, each in separate columns: a document touching any purse is a row. */
export function pursesFlow<Row extends FlowHead>(
  context: Context,
  whose: PurseFlowFilter,
  purses: readonly Followed[],
): RawBuilder<Row> {
  const { tenantId, scope } = context;
  const [since, until] = whose.dates ?? [null, null];
  const end = (side: 'from' | 'to', of: Followed, sign: number) => sql`
    select document_id, business_date, ${sql.join(
      purses.map(({ amount }) =>
        amount === of.amount
          ? sql`${sql.lit(sign)} * amount as ${sql.ref(amount)}`
          : sql`0 as ${sql.ref(amount)}`,
      ),
    )}, ${sql.lit(sign)} * original_amount as original from money_entry
    where tenant_id = ${tenantId} and ${sql.ref(`${side}_purse`)} = ${of.purse} and ${sql.ref(`${side}_id`)} = ${whose.holder}
      and business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`;
  const ends = purses.flatMap((of) => [end('from', of, -of.sign), end('to', of, of.sign)]);
  const each = (toSql: (of: Followed, amount: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    purses.map((of) => toSql(of, sql.ref(of.amount)));
  const running = ({ balance }: Followed) => sql.ref(`flow.running ${balance}`);
  return sql<Row>`
    select flow.document_id || '-' || flow.business_date as id, flow.sequence, flow.document_id as "documentId",
      flow.business_date as date, flow.business_time as time, flow.number, flow.kind, flow.remark, ${sql.join(
        purses.map(
          (of) => sql`flow.${sql.ref(of.amount)},
            ${purseBalanceBeforeSql(context, { ...whose, ...of })} + ${running(of)} as ${sql.ref(of.balance)}`,
        ),
      )}
    from (
      select flow.*, document.business_time, coalesce(document.number, '') as number, document.kind, document.remark,
        row_number() over running as sequence, ${sql.join(
          each(
            ({ balance }, amount) =>
              sql`sum(flow.${amount}) over running as ${sql.ref(`running ${balance}`)}`,
          ),
        )}
      from (
        select document_id, business_date, ${sql.join(each((_, amount) => sql`sum(${amount}) as ${amount}`))}
        from (${sql.join(ends, sql` union all `)}) as ends
        group by 1, 2
        having ${sql.join(
          each((_, amount) => sql`sum(${amount}) <> 0`),
          sql` or `,
        )} or sum(original) <> 0) as flow
      join document on document.tenant_id = ${tenantId} and document.id = flow.document_id
      where ${visibleDocuments(scope, 'document')}
      window running as (order by flow.business_date, flow.document_id
        rows between unbounded preceding and current row)) as flow`;
}

/** Purse balance before the first day, within the caller's view; null: before everything. */
function purseBalanceBeforeSql(
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

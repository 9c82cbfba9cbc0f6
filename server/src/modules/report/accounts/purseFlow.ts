import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { seesAllBooks, visibleDocuments } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { visibleFlows } from '../../money/index.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from '../later.ts';
import { pursesAt } from './purseAt.ts';

type PurseType = 'prepaid' | 'bonus' | 'receivable' | 'payable';

/** Whose purses are followed, and for which days. */
interface Whose {
  readonly holder: string | undefined;
  readonly dates: readonly [string | null, string | null] | undefined;
}

/** One of them. */
export interface PurseOf extends Whose {
  readonly purse: PurseType;
  /** -1 shows what came into the purse below zero. */
  readonly sign: 1 | -1;
}

/** A purse that is followed, and what its columns are called. */
interface Followed extends Pick<PurseOf, 'purse' | 'sign'> {
  readonly amount: string;
  readonly balance: string;
}

/** What a row of such a flow tells beside the amounts. */
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

/** A row of the flow of one purse, by the names that its tables have. */
export interface FlowRow extends FlowHead {
  readonly amount: string;
  readonly balance: string;
}

/** What each document that the caller may see did to somebody's purse, summed per document and day, and what it left there. */
export const purseFlow = (
  context: Context,
  { purse, sign, ...whose }: PurseOf,
): RawBuilder<FlowRow> =>
  pursesFlow(context, whose, [{ purse, sign, amount: 'amount', balance: 'balance' }]);

/** The same of several purses of one holder, each in columns of its own: a document that touched one of them is a row. */
export function pursesFlow<Row extends FlowHead>(
  context: Context,
  whose: Whose,
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
  const each = (say: (of: Followed, amount: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    purses.map((of) => say(of, sql.ref(of.amount)));
  const running = ({ balance }: Followed) => sql.ref(`flow.running ${balance}`);
  return sql<Row>`
    select flow.document_id || '-' || flow.business_date as id, flow.sequence, flow.document_id as "documentId",
      flow.business_date as date, flow.business_time as time, flow.number, flow.kind, flow.remark, ${sql.join(
        purses.map(
          (of) => sql`flow.${sql.ref(of.amount)},
            ${heldBefore(context, { ...whose, ...of })} + ${running(of)} as ${sql.ref(of.balance)}`,
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

/** What lay in the purse before the first day, as far as the caller may see; null: before everything. */
function heldBefore(
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

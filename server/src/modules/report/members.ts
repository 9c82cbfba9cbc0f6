import { memberFlowTable, memberStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { Kind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse, seesAmounts, source, visibleDocuments } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { FIRST_DAY, LAST_DAY } from './later.ts';
import { heldBefore } from './purseFlow.ts';
import { balances, settlements } from './statements.ts';

// What is in a member's purse lies there with a minus: above zero is what the member has left.

type Dates = readonly [since: string | null, until: string | null];
const ALWAYS: Dates = [null, null];

/** Both purses of members, and what documents of money brought them, as joins of `partner`. */
const heldOf = (context: Context, [since, until]: Dates): RawBuilder<unknown> => sql`
  left join ${balances(context, 'prepaid', since, until)} as cash on cash.holder_id = partner.id
  left join ${settlements(context, 'prepaid', since, until)} as paid on paid.holder_id = partner.id
  left join ${balances(context, 'bonus', since, until)} as bonus on bonus.holder_id = partner.id
  left join ${settlements(context, 'bonus', since, until)} as given on given.holder_id = partner.id`;

export const memberStatementRows = source(
  memberStatementTable,
  (context, { dates = ALWAYS, hasPrepayment }): RawBuilder<RowOf<typeof memberStatementTable>> => {
    const left =
      hasPrepayment === undefined
        ? sql`true`
        : hasPrepayment
          ? sql`row.available <> 0`
          : sql`row.available = 0`;
    return sql<RowOf<typeof memberStatementTable>>`
      select row.id, row.name, row.contacts, row.phone, row.opening, row."paidIn",
        row.opening + row."paidIn" - row.closing as spent, row.closing, row."bonusOpening", row."bonusGiven",
        row."bonusOpening" + row."bonusGiven" - row."bonusClosing" as "bonusSpent", row."bonusClosing", row.available
      from (
        select partner.id, partner.name, partner.contacts, partner.phone, partner.enabled,
          -coalesce(cash.opening, 0) as opening, -coalesce(paid.amount, 0) as "paidIn", -coalesce(cash.closing, 0) as closing,
          -coalesce(bonus.opening, 0) as "bonusOpening", -coalesce(given.amount, 0) as "bonusGiven",
          -coalesce(bonus.closing, 0) as "bonusClosing", -coalesce(cash.closing, 0) - coalesce(bonus.closing, 0) as available
        from partner ${heldOf(context, dates)}
        where partner.tenant_id = ${context.tenantId} and partner.type = 'member') as row
      where (row.enabled or row.opening <> 0 or row.closing <> 0 or row."paidIn" <> 0 or row."bonusOpening" <> 0
        or row."bonusClosing" <> 0 or row."bonusGiven" <> 0) and ${left}`;
  },
  { pages: 'whole' },
);

/** Kinds of money that move what members paid in, into their purse or out of it. */
const kindsWith = (moves: (kind: Kind) => boolean) =>
  kindCodes.filter((code) => documentKinds[code].subject === 'money' && moves(documentKinds[code]));
const paysIn = kindsWith(({ cash }) => cash.some(({ from }) => from === 'prepaid'));
const paysOut = kindsWith(({ cash }) => cash.some(({ to }) => to === 'prepaid'));

/** What a row is, by what its document did. */
const entryOf = sql`case
  when document.kind = any(${paysIn}::text[]) then case when flow.amount <> 0 then 'recharge' else 'bonus' end
  when document.kind = any(${paysOut}::text[]) then case when flow.amount <> 0 then 'payout' else 'adjust' end
  when flow.amount + flow.bonus < 0 then 'spend' else 'refund' end`;

/** What documents did to a member's purses on the days, as a relation (document_id, business_date, amount, bonus). */
function moved({ tenantId }: Context, member: string | undefined, [since, until]: Dates) {
  const end = (side: 'from' | 'to', purse: string, [cash, bonus]: readonly [string, string]) => sql`
    select document_id, business_date, ${sql.raw(cash)} as amount, ${sql.raw(bonus)} as bonus from money_entry
    where tenant_id = ${tenantId} and ${sql.ref(`${side}_purse`)} = ${purse} and ${sql.ref(`${side}_id`)} = ${member}
      and business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`;
  const ends = [
    end('from', 'prepaid', ['amount', '0']),
    end('to', 'prepaid', ['-amount', '0']),
    end('from', 'bonus', ['0', 'amount']),
    end('to', 'bonus', ['0', '-amount']),
  ];
  return sql`(
    select document_id, business_date, sum(amount) as amount, sum(bonus) as bonus
    from (${sql.join(ends, sql` union all `)}) as ends
    group by 1, 2
    having sum(amount) <> 0 or sum(bonus) <> 0)`;
}

export const memberFlowRows = source(
  memberFlowTable,
  (context, { organId, dates = ALWAYS }): RawBuilder<RowOf<typeof memberFlowTable>> => {
    const { tenantId, scope } = context;
    // What a bill took is what its goods came to.
    if (!seesAmounts(scope, 'retail')) refuse('access.denied');
    const before = (purse: 'prepaid' | 'bonus') =>
      heldBefore(context, { purse, sign: -1, holder: organId, dates });
    return sql<RowOf<typeof memberFlowTable>>`
      select flow.document_id || '-' || flow.business_date as id, flow.sequence, flow.document_id as "documentId",
        flow.business_date as date, flow.business_time as time, flow.number, flow.kind, flow.entry, flow.amount,
        ${before('prepaid')} + flow.running as balance, flow.bonus,
        ${before('bonus')} + flow.bonuses as "bonusBalance", flow.remark
      from (
        select flow.*, document.business_time, coalesce(document.number, '') as number, document.kind, document.remark,
          ${entryOf} as entry, row_number() over running as sequence, sum(flow.amount) over running as running,
          sum(flow.bonus) over running as bonuses
        from ${moved(context, organId, dates)} as flow
        join document on document.tenant_id = ${tenantId} and document.id = flow.document_id
        where ${visibleDocuments(scope, 'document')}
        window running as (order by flow.business_date, flow.document_id
          rows between unbounded preceding and current row)) as flow`;
  },
  { pages: 'whole' },
);

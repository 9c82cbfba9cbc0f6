import { memberFlowTable, memberStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { DocumentKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAmounts } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { pursesFlow } from '../accounts/purseFlow.ts';
import { periodBalancesSql, periodSettlementsSql } from './statements.ts';

// Member purses hold negative amounts: above zero is the member's remaining money.

type MemberDates = readonly [since: string | null, until: string | null];
const ALWAYS: MemberDates = [null, null];

/** Joins both purses of members, and receipts by money documents, to `partner`. */
const memberPursesSql = (context: Context, [since, until]: MemberDates): RawBuilder<unknown> => sql`
  left join ${periodBalancesSql(context, 'prepaid', since, until)} as cash on cash.holder_id = partner.id
  left join ${periodSettlementsSql(context, 'prepaid', since, until)} as paid on paid.holder_id = partner.id
  left join ${periodBalancesSql(context, 'bonus', since, until)} as bonus on bonus.holder_id = partner.id
  left join ${periodSettlementsSql(context, 'bonus', since, until)} as given on given.holder_id = partner.id`;

export const memberStatementRows = bindTable(
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
        from partner ${memberPursesSql(context, dates)}
        where partner.tenant_id = ${context.tenantId} and partner.type = 'member') as row
      where (row.enabled or row.opening <> 0 or row.closing <> 0 or row."paidIn" <> 0 or row."bonusOpening" <> 0
        or row."bonusClosing" <> 0 or row."bonusGiven" <> 0) and ${left}`;
  },
  { pages: 'whole' },
);

/** Money kinds that move members' deposits into or out of their purse. */
const kindsWith = (moves: (kind: DocumentKind) => boolean) =>
  kindCodes.filter((code) => documentKinds[code].subject === 'money' && moves(documentKinds[code]));
const paysIn = kindsWith(({ cash }) => cash.some(({ from }) => from === 'prepaid'));
const paysOut = kindsWith(({ cash }) => cash.some(({ to }) => to === 'prepaid'));

/** Row kind, by the document's effect. */
const entryOf = sql`case
  when flow.kind = any(${paysIn}::text[]) then case when flow.amount <> 0 then 'recharge' else 'bonus' end
  when flow.kind = any(${paysOut}::text[]) then case when flow.amount <> 0 then 'payout' else 'adjust' end
  when flow.amount + flow.bonus < 0 then 'spend' else 'refund' end`;

export const memberFlowRows = bindTable(
  memberFlowTable,
  (context, { organId, dates = ALWAYS }): RawBuilder<RowOf<typeof memberFlowTable>> => {
    // Bill amounts are sums of goods, therefore the retail mask applies.
    if (!seesAmounts(context.scope, 'retail')) refuseWith('access.denied');
    const flow = pursesFlow(context, { holder: organId, dates }, [
      { purse: 'prepaid', sign: -1, amount: 'amount', balance: 'balance' },
      { purse: 'bonus', sign: -1, amount: 'bonus', balance: 'bonusBalance' },
    ]);
    return sql<
      RowOf<typeof memberFlowTable>
    >`select flow.*, ${entryOf} as entry from (${flow}) as flow`;
  },
  { pages: 'whole' },
);

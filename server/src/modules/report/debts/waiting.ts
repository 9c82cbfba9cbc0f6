import { waitingKinds, waitingTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, RowOf, waitingCount } from '@tradehouse/contract';
import { dayAfter, documentKinds, purseSettledByKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, mayOpen, refuseWith } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { purseBalances } from '../../money/index.ts';
import { customers, suppliers, worthlessDebtorsSql } from './openBills.ts';
import { grantedPartners } from '../../partner/index.ts';

type WaitingPartnerKind = InputOf<typeof waitingCount>['kind'];

/**
 * Partners of the kind's type that owe, or are owed, by purse balance; both pages share the call, each for
 * one side. A partner with balance zero is listed only if an open bill is worth nothing in base currency.
 * Bills offset by a return are not listed: a debt is the net of both.
 */
function waitingFor(
  context: Context,
  kind: WaitingPartnerKind,
): RawBuilder<RowOf<typeof waitingTable>> {
  const { tenantId, scope } = context;
  const { partner, url } = documentKinds[kind];
  if (!mayOpen(scope, url ?? '')) refuseWith('access.denied');
  const purse = purseSettledByKind(kind) ?? 'receivable';
  const side = purse === 'receivable' ? customers : suppliers;
  const sign = sql.lit(side.sign);
  // Tomorrow in UTC: no time zone has a later day today.
  const day = dayAfter(new Date().toISOString().slice(0, 10), 1);
  return sql`
    select partner.id, partner.name, partner.contacts, partner.phone,
      ${sign} * coalesce(held.amount, 0) as owed
    from ${purseBalances(context, purse)} as held
    full join ${worthlessDebtorsSql(context, side, day, null)} as worthless
      on worthless.partner_id = held.holder_id
    join partner on partner.tenant_id = ${tenantId}
      and partner.id = coalesce(held.holder_id, worthless.partner_id)
    where partner.type = ${partner?.type ?? ''}
      and (${sign} * held.amount > 0 or coalesce(held.amount, 0) = 0 and worthless.owes)
      and ${grantedPartners(scope, 'partner')}`;
}

export const waitingRows = bindTable(waitingTable, (context, { kind }) =>
  waitingFor(context, waitingKinds.find((one) => one === kind) ?? 'moneyIn'),
);

export async function countWaiting(
  context: Context,
  { kind }: InputOf<typeof waitingCount>,
): Promise<ReplyOf<typeof waitingCount>> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${waitingFor(context, kind)}) as one`.execute(context.tx);
  return { count: orRefuseMissing(rows[0]).count };
}

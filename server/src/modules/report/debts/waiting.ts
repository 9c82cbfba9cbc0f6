import { waitingKinds, waitingTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, RowOf, waitingCount } from '@tradehouse/contract';
import { documentKinds, settledBy } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, mayOpen, refuse, source } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { purseBalances } from '../../money/index.ts';
import { grantedPartners } from '../../partner/index.ts';

type Kind = InputOf<typeof waitingCount>['kind'];

/** Partners of the kind's sort whose purse says that they owe, or are owed; both pages share the call, each has its own side. */
function waitingFor(context: Context, kind: Kind): RawBuilder<RowOf<typeof waitingTable>> {
  const { tenantId, scope } = context;
  const { partner, url } = documentKinds[kind];
  if (!mayOpen(scope, url ?? '')) refuse('access.denied');
  const purse = settledBy(kind) ?? 'receivable';
  const sign = sql.lit(purse === 'receivable' ? 1 : -1);
  return sql`
    select partner.id, partner.name, partner.contacts, partner.phone, ${sign} * held.amount as owed
    from ${purseBalances(context, purse)} as held
    join partner on partner.tenant_id = ${tenantId} and partner.id = held.holder_id
    where partner.type = ${partner?.type ?? ''} and ${sign} * held.amount > 0 and ${grantedPartners(scope, 'partner')}`;
}

export const waitingRows = source(waitingTable, (context, { kind }) =>
  waitingFor(context, waitingKinds.find((one) => one === kind) ?? 'moneyIn'),
);

export async function countWaiting(
  context: Context,
  { kind }: InputOf<typeof waitingCount>,
): Promise<ReplyOf<typeof waitingCount>> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${waitingFor(context, kind)}) as one`.execute(context.tx);
  return { count: found(rows[0]).count };
}

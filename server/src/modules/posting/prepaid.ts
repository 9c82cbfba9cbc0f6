import { decimal, nothingPrepaid } from '@tradehouse/domain';
import type { Prepaid } from '@tradehouse/domain';
import { sql } from 'kysely';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

const purses = ['bonus', 'prepaid'] as const;

/**
 * Locks and reads the spendable balances of members, by member, until commit and in purse order. Adding
 * zero locks unused purses, too.
 */
export async function lockPrepaid(
  { tx, tenantId }: Context,
  members: readonly string[],
): Promise<Map<string, Prepaid>> {
  if (members.length === 0) return new Map();
  const wanted = [...new Set(members)].flatMap((member) =>
    purses.map((purse) => ({ purse, holder_id: member })),
  );
  const { rows } = await sql<{ purse: (typeof purses)[number]; holder_id: string; amount: string }>`
    insert into money_balance (tenant_id, purse, holder_id, amount)
    select ${tenantId}::bigint, given.purse, given.holder_id, 0 from ${rowsAsTable(wanted, 'purse text, holder_id bigint')}
    order by 2, 3
    on conflict (tenant_id, purse, holder_id) do update set amount = money_balance.amount
    returning purse, holder_id, amount`.execute(tx);
  const held = new Map<string, Prepaid>();
  for (const { purse, holder_id: member, amount } of rows) {
    const part = { [purse === 'bonus' ? 'bonus' : 'cash']: decimal(amount).negated() };
    held.set(member, { ...(held.get(member) ?? nothingPrepaid), ...part });
  }
  return held;
}

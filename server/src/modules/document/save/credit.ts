import { ZERO, decimal, documentKinds, inForce, plain, toBase } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse, seesAmounts } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import type { References } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';

/** A customer that owes more than it may, and how much, in the company's currency. */
export interface OverCredit {
  readonly partnerId: string;
  readonly name: string;
  readonly owed: Decimal;
  readonly limit: Decimal;
}

/** How much it is, for who may see what is owed, and what the sale came to that it grew by. */
export function shownCredit({ scope }: Context, { owed, limit }: OverCredit) {
  const sees = seesAmounts(scope, 'money') && seesAmounts(scope, 'sale');
  const shown = (amount: Decimal): string | null => (sees ? plain(amount) : null);
  return { owed: shown(owed), limit: shown(limit) };
}

interface Change {
  readonly before: Stored | null;
  readonly after: Stored;
}

/** What a sale leaves owed, in the company's currency; nothing while it is not in force. */
function lent(stored: Stored | null): Decimal {
  if (stored === null) return ZERO;
  const { document, head } = stored;
  const { trade } = documentKinds[document.kind];
  const sells = trade?.side === 'sale' && trade.sign === 1;
  return sells && inForce(document) ? toBase(document, head.amounts.debt) : ZERO;
}

/** The customers with a limit whom these changes lend more than before, in the order of their ids. */
function borrowers(changes: readonly Change[], { creditLimits }: Pick<References, 'creditLimits'>) {
  const ids = changes.flatMap(({ before, after }) => {
    const id = after.document.partnerId ?? '';
    const same = before?.document.partnerId === id;
    return creditLimits.has(id) && lent(after).gt(same ? lent(before) : ZERO) ? [id] : [];
  });
  return [...new Set(ids)].toSorted();
}

/**
 * Looks whether sales made customers owe more than they may, once they are in the books: what counts is all that the
 * customer owes, in the company's currency, this sale with it. Of sales to one customer that are posted at once, the second
 * waits here for the first and sees what that one left. Answers those that owe too much, where the company only warns.
 * Refuses with `credit.exceeded`.
 */
export async function checkCredit(
  context: Context,
  changes: readonly Change[],
  facts: Pick<References, 'settings' | 'creditLimits'>,
): Promise<readonly OverCredit[]> {
  const { creditCheck } = facts.settings;
  const ids = creditCheck === 'off' ? [] : borrowers(changes, facts);
  if (ids.length === 0) return [];
  await holdCredit(context, ids);
  const over = (await owedBy(context, ids)).flatMap(({ id, name, owed }) => {
    const limit = found(facts.creditLimits.get(id));
    return owed.gt(limit) ? [{ partnerId: id, name, owed, limit }] : [];
  });
  const [first] = over;
  if (first !== undefined && creditCheck === 'refuse')
    refuse(
      'credit.exceeded',
      {
        name: first.name,
        owed: plain(first.owed),
        limit: plain(first.limit),
        digits: facts.settings.currencyDigits,
      },
      { field: 'partnerId' },
    );
  return over;
}

/** Nothing else takes these locks, and nothing is locked behind them: who waits here is waited for by no one else. */
async function holdCredit({ tx, tenantId }: Context, ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('credit of ' || ${tenantId} || ' ' || given.id, 0))
    from (select id from unnest(${ids}::text[]) with ordinality as given(id, place) order by place) as given`.execute(
    tx,
  );
}

async function owedBy(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string; readonly owed: Decimal }[]> {
  const { rows } = await sql<{ id: string; name: string; owed: string }>`
    select partner.id, partner.name, coalesce(sum(held.amount), 0) as owed
    from partner
    left join whole_money_balance held on held.tenant_id = ${tenantId} and held.purse = 'receivable'
      and held.holder_id = partner.id
    where partner.tenant_id = ${tenantId} and partner.id = any(${ids}::bigint[])
    group by partner.id, partner.name
    order by partner.id`.execute(tx);
  return rows.map(({ owed, ...partner }) => ({ ...partner, owed: decimal(owed) }));
}

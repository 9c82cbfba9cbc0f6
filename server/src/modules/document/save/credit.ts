import {
  ZERO,
  decimal,
  documentKinds,
  isDocumentInForce,
  toPlainDecimal,
  toBase,
} from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith, seesAmounts } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { emitEvent } from '../../../kernel/tx/index.ts';
import type { References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';

/** Customer above the credit limit, with amounts in the company's currency. */
export interface CreditExcess {
  readonly partnerId: string;
  readonly name: string;
  readonly owed: Decimal;
  readonly limit: Decimal;
}

/** Shows debt and limit given sight of money and sale amounts. */
export function shownCredit({ scope }: Context, { owed, limit }: CreditExcess) {
  const sees = seesAmounts(scope, 'money') && seesAmounts(scope, 'sale');
  const shown = (amount: Decimal): string | null => (sees ? toPlainDecimal(amount) : null);
  return { owed: shown(owed), limit: shown(limit) };
}

interface CreditChange {
  readonly before: StoredDocument | null;
  readonly after: StoredDocument;
}

/** Returns the debt of a sale in the company's currency; zero while not in force. */
function creditFromSale(stored: StoredDocument | null): Decimal {
  if (stored === null) return ZERO;
  const { document, head } = stored;
  const { trade } = documentKinds[document.kind];
  const sells = trade?.side === 'sale' && trade.sign === 1;
  return sells && isDocumentInForce(document) ? toBase(document, head.amounts.debt) : ZERO;
}

/** Returns true if the change lends its customer more; debt of another customer before does not count. */
function isMoreLent({ before, after }: CreditChange): boolean {
  const same = before?.document.partnerId === after.document.partnerId;
  return creditFromSale(after).gt(same ? creditFromSale(before) : ZERO);
}

/** Customers with a limit and growing debt, in id order. */
function selectCustomersLentMore(
  changes: readonly CreditChange[],
  { creditLimits }: Pick<References, 'creditLimits'>,
) {
  const ids = changes.flatMap((change) => {
    const id = change.after.document.partnerId ?? '';
    return creditLimits.has(id) && isMoreLent(change) ? [id] : [];
  });
  return [...new Set(ids)].toSorted();
}

/**
 * Checks limits after posting: a customer's whole debt in the company's currency, this sale included.
 * Concurrent sales to a customer wait, and see the first's result. Returns the exceeding customers if the
 * company only warns. Refuses with `credit.exceeded`.
 */
export async function checkCredit(
  context: Context,
  changes: readonly CreditChange[],
  facts: Pick<References, 'settings' | 'creditLimits'>,
): Promise<readonly CreditExcess[]> {
  const { creditCheck } = facts.settings;
  const ids = creditCheck === 'off' ? [] : selectCustomersLentMore(changes, facts);
  if (ids.length === 0) return [];
  await holdCredit(context, ids);
  const over = (await owedBy(context, ids)).flatMap(({ id, name, owed }) => {
    const limit = orRefuseMissing(facts.creditLimits.get(id));
    return owed.gt(limit) ? [{ partnerId: id, name, owed, limit }] : [];
  });
  const [first] = over;
  if (first !== undefined && creditCheck === 'refuse')
    refuseWith(
      'credit.exceeded',
      {
        name: first.name,
        owed: toPlainDecimal(first.owed),
        limit: toPlainDecimal(first.limit),
        digits: facts.settings.currencyDigits,
      },
      { field: 'partnerId' },
    );
  for (const { partnerId } of over) {
    const grown = changes.find(
      (change) => change.after.document.partnerId === partnerId && isMoreLent(change),
    );
    if (grown !== undefined)
      emitEvent(context, 'credit.exceeded', { partnerId, documentId: grown.after.document.id });
  }
  return over;
}

/** These locks are taken only here and last, so a waiting transaction blocks no one. */
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

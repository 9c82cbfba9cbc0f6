import { decimal } from '@tradehouse/domain';
import type { ForeignItem, RevaluedItemPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { customers, openBills, suppliers } from '../report/index.ts';

/** Open item with the name of its partner or account. */
export interface NamedItem extends ForeignItem {
  readonly holderName: string;
}

/** Open bills of a side by partner and currency, above zero for a receivable. */
const debtsSql = (
  context: Context,
  side: typeof customers,
  day: string,
): RawBuilder<unknown> => sql`
  select ${side.purse} as purse, open.partner_id as holder_id, open.currency,
    ${sql.lit(side.sign)} * sum(open.original) as amount, ${sql.lit(side.sign)} * sum(open.amount) as booked
  from ${openBills(context, side, day, null)} as open
  group by open.partner_id, open.currency`;

/** Holdings of accounts and deposits by currency, from the ledger: the roll-ups know no currencies. */
const holdingsSql = (
  { tenantId }: Context,
  purses: readonly RevaluedItemPurse[],
  day: string,
): RawBuilder<unknown> => {
  const end = (side: 'to' | 'from', sign: 1 | -1) => sql`
    select ${sql.ref(`${side}_purse`)} as purse, ${sql.ref(`${side}_id`)} as holder_id, currency,
      ${sql.lit(sign)} * original_amount as amount, ${sql.lit(sign)} * amount as booked
    from money_entry
    where tenant_id = ${tenantId} and ${sql.ref(`${side}_purse`)} = any(${[...purses]}::text[])
      and business_date <= ${day}::date`;
  return sql`
    select purse, holder_id, currency, sum(amount) as amount, sum(booked) as booked
    from (${end('to', 1)} union all ${end('from', -1)}) as ends
    group by purse, holder_id, currency`;
};

/**
 * Open items in foreign currencies at the end of a day: receivables, payables, accounts and, with
 * `deposits`, deposits. For readers of the whole company.
 */
export async function readForeignItems(
  context: Context,
  day: string,
  deposits: boolean,
): Promise<readonly NamedItem[]> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{
    purse: RevaluedItemPurse;
    holder_id: string;
    holder_name: string;
    currency: string;
    amount: string;
    booked: string;
  }>`
    select item.purse, item.holder_id, coalesce(account.name, partner.name, '') as holder_name,
      item.currency, item.amount,
      item.booked
    from (
      ${debtsSql(context, customers, day)}
      union all
      ${debtsSql(context, suppliers, day)}
      union all
      ${holdingsSql(context, deposits ? ['account', 'deposit'] : ['account'], day)}) as item
    join tenant_setting as setting on setting.tenant_id = ${tenantId}
    left join account on item.purse = 'account' and account.tenant_id = ${tenantId} and account.id =
      item.holder_id
    left join partner on item.purse <> 'account' and partner.tenant_id = ${tenantId} and partner.id =
      item.holder_id
    where item.currency <> setting.currency and (item.amount <> 0 or item.booked <> 0)
    order by array_position(array['account', 'receivable', 'payable', 'deposit'], item.purse), holder_name,
      item.holder_id, item.currency`.execute(tx);
  return rows.map((row) => ({
    purse: row.purse,
    holderId: row.holder_id,
    holderName: row.holder_name,
    currency: row.currency,
    amount: decimal(row.amount),
    booked: decimal(row.booked),
  }));
}

import {
  billKinds,
  dayAfter,
  kindCodes,
  purseSettledByKind,
  settlingBeside,
} from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments } from '../../../kernel/access/index.ts';
import { bookedBetween } from '../../../kernel/table/index.ts';
import { signedKinds } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { FIRST_DAY } from '../laterPeriods.ts';

/** Debt side: the purse, with the display sign. */
export interface Debtors {
  readonly type: 'customer' | 'supplier';
  readonly purse: 'receivable' | 'payable';
  readonly sign: 1 | -1;
}

export const customers: Debtors = { type: 'customer', purse: 'receivable', sign: 1 };
export const suppliers: Debtors = { type: 'supplier', purse: 'payable', sign: -1 };

/** Kinds that only settle the debt. */
export const listSettlingKinds = ({ purse }: Pick<Debtors, 'purse'>): readonly AnyKindCode[] =>
  kindCodes.filter((code) => purseSettledByKind(code) === purse);

/**
 * Open bills at the end of a day visible to the caller: a relation (id, kind, opening, partner_id, number,
 * business_date, due_on, currency, original, amount). `original` is in the bill's currency, `amount` in
 * base, below zero for a return.
 *
 * Presently open bills are found by due date. Amounts settled after the day were open on the day; amounts
 * settled before the purchase count from the settlement day.
 *
 * @param since bills due earlier are left out; null: none
 */
export function openBills(
  context: Context,
  side: Debtors,
  day: string,
  since: string | null,
): RawBuilder<unknown> {
  const due = since === null ? sql`true` : sql`bill.due_on >= ${since}::date`;
  return sql`(${datedBillsSql(context, side, day, due)} union all ${unbilledDebtsSql(context, side, day, since)})`;
}

/**
 * Partners with an open bill of value 0 in base currency: a relation (partner_id, owes: true for bills,
 * false for returns). Only bills in foreign currencies can have value 0.
 *
 * @param until bills due later are left out; null: none
 */
export function worthlessDebtorsSql(
  context: Context,
  side: Debtors,
  day: string,
  until: string | null,
): RawBuilder<unknown> {
  const { tenantId } = context;
  const isForeign = sql`bill.currency <> (select currency from tenant_setting where tenant_id = ${tenantId})`;
  const due = until === null ? isForeign : sql`${isForeign} and bill.due_on < ${until}::date`;
  return sql`(
    select open.partner_id, bool_or(open.original > 0) as owes
    from (${datedBillsSql(context, side, day, due)}) as open
    where open.amount = 0 and open.original <> 0 group by 1)`;
}

function datedBillsSql(
  { tenantId, scope }: Context,
  side: Debtors,
  day: string,
  due: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const kinds = billKinds(side.purse);
  const openNow = sql`bill.debt <> bill.settled and bill.business_date <= ${day}::date`;
  const head = (which: RawBuilder<unknown>) => sql`
    select bill.id, bill.kind, false as opening, bill.partner_id, bill.number, bill.business_date, bill.due_on, bill.currency,
      own.debt * given.sign - paid.amount as original,
      (case when bill.exchange_rate = 1 then own.debt else round(own.debt * bill.exchange_rate, bill.money_digits) end)
        * given.sign - paid.booked as amount
    from document bill
    join ${signedKinds(kinds)} on given.kind = bill.kind
    cross join lateral (select case when bill.business_date <= ${day}::date then bill.debt else 0 end as debt) own
    cross join lateral (
      select coalesce(sum(line.amount), 0) as amount, coalesce(sum(line.booked), 0) as booked
      from document_line line
      join document payer on payer.tenant_id = ${tenantId} and payer.id = line.document_id and payer.in_force
        and payer.business_date <= ${day}::date
      where line.tenant_id = ${tenantId} and line.settled_document_id = bill.id and bill.settled <> 0) paid
    where bill.tenant_id = ${tenantId} and bill.deleted_at is null and bill.in_force and ${due} and ${which}
      and ${visibleDocuments(scope, 'bill')}`;
  const touchedLater = sql`bill.id in (
    select line.settled_document_id from document payer
    join document_line line on line.tenant_id = ${tenantId} and line.document_id = payer.id
    where payer.tenant_id = ${tenantId} and payer.kind = any(${listSettlingKinds(side)}::text[]) and payer.deleted_at is null
      and payer.in_force and ${bookedBetween('payer', dayAfter(day, 1), null)}
    union
    select late.id from document late
    where late.tenant_id = ${tenantId} and late.kind = any(${kinds.map(([kind]) => kind)}::text[]) and late.deleted_at is null
      and late.settled <> 0 and ${bookedBetween('late', dayAfter(day, 1), null)})`;
  return sql`${head(openNow)} union all ${head(sql`not (${openNow}) and ${touchedLater}`)}`;
}

/**
 * Open amounts without a bill, a row for each partner and currency: the rest of the opening balance, or
 * below zero payments beyond all debts. Overpayments wait for use, therefore they are never overdue.
 */
function unbilledDebtsSql(
  { tenantId, scope }: Context,
  side: Debtors,
  day: string,
  since: string | null,
): RawBuilder<unknown> {
  return sql`
  select coalesce(max(part.opening_id), max(part.payer_id)), 'openingBalance', true, part.partner_id, '', max(part.business_date),
    case when sum(part.amount) < 0 then ${day}::date else min(part.due_on) end, part.currency, sum(part.original), sum(part.amount)
  from (
    select opening.id as opening_id, null as payer_id, opening.partner_id, opening.business_date, opening.due_on, opening.currency,
      own.amount as original, own.amount
    from document opening
    cross join lateral (select greatest(${sql.lit(side.sign)} * opening.total_amount, 0) as amount) own
    where opening.tenant_id = ${tenantId} and opening.kind = 'openingBalance' and opening.deleted_at is null
      and opening.in_force and opening.business_date <= ${day}::date and ${visibleDocuments(scope, 'opening')}
    union all
    select null, payer.id, payer.partner_id, payer.business_date, payer.business_date, payer.currency, -given.sign * line.amount, -given.sign * line.booked
    from document_line line
    cross join lateral (
      select * from document payer
      where payer.tenant_id = ${tenantId} and payer.id = line.document_id offset 0) payer
    join ${signedKinds(settlingBeside(side.purse))} on given.kind = payer.kind
    where line.tenant_id = ${tenantId} and line.settled_document_id is null and line.account_id is null
      and line.item_id is null and line.sku_id is null and payer.in_force
      and payer.business_date <= ${day}::date and ${visibleDocuments(scope, 'payer')}) part
  join partner on partner.tenant_id = ${tenantId} and partner.id = part.partner_id and partner.type = ${side.type}
  group by part.partner_id, part.currency
  having sum(part.amount) < 0 or min(part.due_on) >= ${since ?? FIRST_DAY}::date`;
}

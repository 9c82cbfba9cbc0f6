import { debtTable } from '@tradehouse/contract';
import {
  billKinds,
  documentKinds,
  moneyKindCodes,
  purseSettledByKind,
  maySettleKind,
  settlingBeside,
} from '@tradehouse/domain';
import type { OpenPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  grantedCustomers,
  mayOpen,
  refuseWith,
  visibleDocuments,
} from '../../../kernel/access/index.ts';
import { bookedBetween, baseCurrencyColumn, bindTable } from '../../../kernel/table/index.ts';
import { signedKinds } from '../../../kernel/tx/index.ts';
import { sumsInBase } from '../store/days.ts';
import { keywordMeaning, documentsWithProductSql } from './list.ts';

type DebtTableRow = Readonly<Record<keyof typeof debtTable.columns, unknown>>;

/** Reports of partners' open amounts, beside the pages of the settling documents. */
const statements: Readonly<Partial<Record<OpenPurse, string>>> = {
  receivable: '/report/customer_account',
  payable: '/report/vendor_account',
};

/** Open and settled columns of a head, by purse. */
const columns = {
  receivable: ['debt', 'settled'],
  payable: ['debt', 'settled'],
  deposit: ['paid_now', 'deposit_taken'],
} as const;

/** Money lines `l` without a bill; matches the condition of the index. */
const besideBills = sql`l.settled_document_id is null and l.account_id is null and l.item_id is null and l.sku_id is null`;

/**
 * Open items for a settling document: bills, opening balances and (negative) overpayments of partners; or
 * orders with deposits left.
 */
export const debtSource = bindTable(
  debtTable,
  (context, filters): RawBuilder<DebtTableRow> => {
    const { tenantId, scope } = context;
    const settling = moneyKindCodes.find((kind) => kind === filters.kind) ?? 'moneyIn';
    const purse = purseSettledByKind(settling) ?? 'receivable';
    // Open to all sides; the wanted side's page is required.
    const pages = [documentKinds[settling].url ?? '', statements[purse] ?? ''];
    if (!pages.some((page) => mayOpen(scope, page))) refuseWith('access.denied');
    const kinds = billKinds(purse).filter(([kind]) => maySettleKind(settling, kind));
    const partner =
      filters.organId === undefined ? sql`true` : sql`d.partner_id = ${filters.organId}`;
    const products =
      filters.materialParam === undefined
        ? sql`true`
        : documentsWithProductSql(context, filters.materialParam, filters.time);
    const [since, until] = filters.time ?? [null, null];
    const booked = bookedBetween('d', since, until);
    // Overpayments need a given partner: without a visible opening balance, only documents show them.
    const everything = filters.materialParam === undefined && filters.time === undefined;
    const asked = everything && purse !== 'deposit' ? (filters.organId ?? null) : null;
    const [owed, gone] = columns[purse];
    const of = (row: string, column: string) => sql`${sql.ref(`${row}.${column}`)} * given.sign`;
    const besides = signedKinds(purse === 'deposit' ? [] : settlingBeside(purse), 'way');
    const name = (table: string, id: string) =>
      sql`(select x.name from ${sql.table(table)} x where x.tenant_id = ${tenantId} and x.id = ${sql.ref(id)})`;
    return sql<DebtTableRow>`
    select d.id, d.kind, false as opening, d.partner_id as "partnerId", ${name('partner', 'd.partner_id')} as "partnerName",
      d.number, d.summary, d.business_time as time, d.due_on as "dueOn", ${name('app_user', 'd.creator_id')} as "creatorName",
      d.currency, d.exchange_rate as "exchangeRate",
      ${of('d', owed)} as debt, ${of('d', gone)} as settled, ${of('d', owed)} - ${of('d', gone)} as "openDebt",
      ${of('base', owed)} as ${sql.ref(baseCurrencyColumn('debt'))}, ${of('base', gone)} as ${sql.ref(baseCurrencyColumn('settled'))},
      ${of('base', owed)} - ${of('base', gone)} as ${sql.ref(baseCurrencyColumn('openDebt'))}
    from document d
    join ${signedKinds(kinds)} on given.kind = d.kind
    cross join lateral (select ${sumsInBase}) base
    where d.tenant_id = ${tenantId} and d.deleted_at is null and d.in_force
      and ${sql.ref(`d.${owed}`)} <> ${sql.ref(`d.${gone}`)}
      and ${partner} and ${products} and ${booked} and ${visibleDocuments(scope, 'd')}
    union all
    select d.id, d.kind, true, d.partner_id, ${name('partner', 'd.partner_id')}, d.number, '', d.business_time, d.due_on,
      ${name('app_user', 'd.creator_id')}, d.currency, d.exchange_rate, o.owed, o.settled, o.owed - o.settled,
      o.owed, o.settled, o.owed - o.settled
    from document d
    join partner p on p.tenant_id = ${tenantId} and p.id = d.partner_id
      and (p.type <> 'customer' or ${grantedCustomers(scope, 'p.id')})
    cross join lateral (
      select greatest(${purse === 'receivable' ? sql`d.total_amount` : sql`-d.total_amount`}, 0) as owed,
        coalesce((select sum(l.amount * way.sign) from ${besides}
          join document c on c.tenant_id = ${tenantId} and c.kind = way.kind
          join document_line l on l.tenant_id = ${tenantId} and l.document_id = c.id and ${besideBills}
          where c.partner_id = d.partner_id and c.deleted_at is null
            and c.in_force and c.currency = d.currency), 0) as settled
    ) o
    where d.tenant_id = ${tenantId} and d.kind = 'openingBalance' and d.deleted_at is null and d.partner_id is not null
      and ${visibleDocuments(scope, 'd')} and ${partner} and ${booked} and ${filters.materialParam === undefined ? sql`true` : sql`false`} and o.owed <> o.settled
      and ${purse === 'deposit' ? sql`false` : sql`true`}
    union all
    select p.id, ${settling}, true, p.id, p.name, '', '', kept.time, null::date, null, kept.currency, kept.rate, 0, kept.amount,
      -kept.amount, 0, kept.booked, -kept.booked
    from partner p
    cross join lateral (
      select c.currency, sum(l.amount * way.sign) as amount, sum(l.booked * way.sign) as booked, max(c.business_time) as time,
        (array_agg(c.exchange_rate order by c.business_time desc, c.id desc))[1] as rate
      from ${besides}
      join document c on c.tenant_id = ${tenantId} and c.kind = way.kind
      join document_line l on l.tenant_id = ${tenantId} and l.document_id = c.id and ${besideBills}
      where c.partner_id = p.id and c.deleted_at is null
        and c.in_force and ${visibleDocuments(scope, 'c')}
      group by c.currency) kept
    where p.tenant_id = ${tenantId} and p.id = ${asked} and kept.amount <> 0
      and (p.type <> 'customer' or ${grantedCustomers(scope, 'p.id')})
      and not exists (select from document d where d.tenant_id = ${tenantId} and d.kind = 'openingBalance'
        and d.partner_id = p.id and d.currency = kept.currency and d.deleted_at is null
        and ${visibleDocuments(scope, 'd')})`;
  },
  { meaning: keywordMeaning, currencies: true },
);

import { customerTable, memberTable, partnerTypes, supplierTable } from '@tradehouse/contract';
import type { PartnerType } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedCustomers, refuse, source } from '../../kernel/index.ts';
import type { Context, Scope, Source } from '../../kernel/index.ts';
import { purseBalances } from '../money/index.ts';

/** What partners of each type have a balance of: which purse, and which way round it is shown. */
export const purseOf = {
  supplier: { purse: 'payable', sign: -1 },
  customer: { purse: 'receivable', sign: 1 },
  member: { purse: 'prepaid', sign: -1 },
} as const;

/** Partners (named by `alias`) that the caller may see: of customers only granted ones. */
export const grantedPartners = (scope: Scope, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.type`)} <> 'customer' or ${grantedCustomers(scope, `${alias}.id`)})`;

const columns = [
  'partner.id',
  'partner.version',
  'partner.name',
  'partner.contacts',
  'partner.telephone',
  'partner.phone',
  'partner.email',
  'partner.sort',
  'partner.enabled',
  'partner.type',
  'partner.fax',
  'partner.address',
  'partner.tax_number as taxNumber',
  'partner.bank_name as bankName',
  'partner.bank_account as bankAccount',
  'partner.remark',
  'partner.created_at as createTime',
] as const;

/** When what they bought or sold is to be paid. */
const terms = [
  'partner.payment_kind as paymentKind',
  'partner.payment_days as paymentDays',
  'partner.month_end as monthEnd',
] as const;

/** What the price list of a partner (named so in the query) is called; '' where it has none. */
export const priceListName = (tenantId: string, alias: string): RawBuilder<string> =>
  sql<string>`coalesce((
    select list.name from price_list list
    where list.tenant_id = ${tenantId} and list.id = ${sql.ref(`${alias}.price_list_id`)}), '')`;

/** Partners of a type with the balance of their purse, as it is shown. */
function partnersOf(context: Context, type: PartnerType) {
  const { tx, tenantId, scope } = context;
  const { purse, sign } = purseOf[type];
  return tx
    .selectFrom('partner')
    .leftJoin(
      sql<{ holder_id: string; amount: string }>`${purseBalances(context, purse)}`.as('held'),
      (join) => join.onRef('held.holder_id', '=', 'partner.id'),
    )
    .where('partner.tenant_id', '=', tenantId)
    .where('partner.type', '=', type)
    .where('partner.removed_at', 'is', null)
    .where(grantedPartners(scope, 'partner'))
    .select([...columns, sql<string>`${sql.lit(sign)} * coalesce(held.amount, 0)`.as('balance')]);
}

export const partnerSources = {
  supplier: source(supplierTable, (context) => {
    const partners = partnersOf(context, 'supplier').select([
      'partner.opening_payable as openingPayable',
      'partner.tax_rate as taxRate',
      ...terms,
    ]);
    return context.tx
      .selectFrom(partners.as('partner'))
      .selectAll()
      .select('balance as closingPayable');
  }),
  customer: source(customerTable, (context) => {
    const partners = partnersOf(context, 'customer').select([
      'partner.opening_receivable as openingReceivable',
      'partner.tax_rate as taxRate',
      'partner.customer_source as customerSource',
      'partner.main_market as mainMarket',
      'partner.price_level as priceLevel',
      'partner.credit_limit as creditLimit',
      priceListName(context.tenantId, 'partner').as('priceListName'),
      ...terms,
    ]);
    return context.tx
      .selectFrom(partners.as('partner'))
      .selectAll()
      .select('balance as closingReceivable');
  }),
  member: source(memberTable, (context) =>
    context.tx
      .selectFrom(partnersOf(context, 'member').as('partner'))
      .leftJoin(
        sql<{ holder_id: string; amount: string }>`${purseBalances(context, 'bonus')}`.as('given'),
        (join) => join.onRef('given.holder_id', '=', 'partner.id'),
      )
      .selectAll('partner')
      .select(['balance as prepayment', sql<string>`-coalesce(given.amount, 0)`.as('bonus')]),
  ),
} as const;

/** The list a request means; its table's own page guards it. */
export function pickPartners(search: Readonly<Record<string, unknown>>): Source {
  const type = partnerTypes.find((each) => each === search['type']);
  if (type === undefined) return refuse('request.field', { field: 'type' }, { field: 'type' });
  // SAFETY: a source of one table answers as any does, by the filters of that table.
  return partnerSources[type] as Source;
}

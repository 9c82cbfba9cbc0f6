import { customerTable, memberTable, partnerTypes, supplierTable } from '@tradehouse/contract';
import type { PartnerType } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedCustomers, refuseWith } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import type { BoundTable } from '../../kernel/table/index.ts';
import { purseBalances } from '../money/index.ts';
import { openingOf } from './openingSum.ts';
import { partnerHolds } from './partnerSearch.ts';

/** Purse behind the balance of each partner type, and the sign for display. */
export const purseOf = {
  supplier: { purse: 'payable', sign: -1 },
  customer: { purse: 'receivable', sign: 1 },
  member: { purse: 'prepaid', sign: -1 },
} as const;

/** Partners (named by `alias`) visible to the caller; customers only if granted. */
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

/** Payment terms of purchases or sales. */
const terms = [
  'partner.payment_kind as paymentKind',
  'partner.payment_days as paymentDays',
  'partner.month_end as monthEnd',
] as const;

/** Name of a partner's price list (`alias` names the partner in the query); '' without a list. */
export const priceListName = (tenantId: string, alias: string): RawBuilder<string> =>
  sql<string>`coalesce((
    select list.name from price_list list
    where list.tenant_id = ${tenantId} and list.id = ${sql.ref(`${alias}.price_list_id`)}), '')`;

interface Searched {
  readonly name?: unknown;
}

/** Partners of a type that match a name, with the purse balance and display sign. */
function partnersOf(context: Context, type: PartnerType, { name }: Searched) {
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
    .$if(typeof name === 'string', (query) => query.where(partnerHolds(String(name))))
    .select([...columns, sql<string>`${sql.lit(sign)} * coalesce(held.amount, 0)`.as('balance')]);
}

export const partnerSources = {
  supplier: bindTable(supplierTable, (context, filters) => {
    const partners = partnersOf(context, 'supplier', filters).select([
      openingOf(context, 'partner', 'payable').as('openingPayable'),
      'partner.tax_rate as taxRate',
      ...terms,
    ]);
    return context.tx
      .selectFrom(partners.as('partner'))
      .selectAll()
      .select('balance as closingPayable');
  }),
  customer: bindTable(customerTable, (context, filters) => {
    const partners = partnersOf(context, 'customer', filters).select([
      openingOf(context, 'partner', 'receivable').as('openingReceivable'),
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
  member: bindTable(memberTable, (context, filters) =>
    context.tx
      .selectFrom(partnersOf(context, 'member', filters).as('partner'))
      .leftJoin(
        sql<{ holder_id: string; amount: string }>`${purseBalances(context, 'bonus')}`.as('given'),
        (join) => join.onRef('given.holder_id', '=', 'partner.id'),
      )
      .selectAll('partner')
      .select(['balance as prepayment', sql<string>`-coalesce(given.amount, 0)`.as('bonus')]),
  ),
} as const;

/** Returns the requested partner list; the table's page guards access. */
export function pickPartners(search: Readonly<Record<string, unknown>>): BoundTable {
  const type = partnerTypes.find((each) => each === search['type']);
  if (type === undefined) return refuseWith('request.field', { field: 'type' }, { field: 'type' });
  // SAFETY: single-table sources behave alike, by their table's filters.
  return partnerSources[type] as BoundTable;
}

import type { Button, Mask } from '@tradehouse/contract';
import { isGranted } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from './context.ts';

const everything = sql<boolean>`true`;
const isAnyIdSql = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/**
 * Tests visible documents: creator or institution in the data scope, customer granted (if customers are
 * granted), and no warehouse or at least one granted. Applies the domain's `maySee` to many
 * at once.
 *
 * @param alias the query's name of the `document` table; the partner is looked up in `partner`.
 */
export function visibleDocuments(scope: Scope, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${ofPeople(scope, alias)} and ${grantedPartnerSql(scope, alias)} and ${ofWarehouses(scope, alias)})`;
}

/**
 * Tests visible invoices: all bills must be visible; without bills, creator or institution must be in the
 * data scope and the customer granted.
 *
 * @param alias the query's name of the `invoice` table.
 */
export function visibleInvoices(scope: Scope, alias: string): RawBuilder<boolean> {
  const { tenantId } = scope;
  if (seesWholeDays(scope) && scope.documents.of === 'all') return everything;
  const bills = sql`select from invoice_bill as part
    where part.tenant_id = ${tenantId} and part.invoice_id = ${sql.ref(`${alias}.id`)}`;
  return sql<boolean>`(case when exists (${bills})
    then not exists (${bills} and not exists (
      select from document as bill
      where bill.tenant_id = ${tenantId} and bill.id = part.document_id and ${visibleDocuments(scope, 'bill')}))
    else ${ofPeople(scope, alias)} and ${grantedPartnerSql(scope, alias)} end)`;
}

/**
 * May the user see the books' balances? Only with a view of every document; others get sums of the visible
 * documents.
 */
export const seesAllBooks = ({ documents, warehouseIds }: Scope): boolean =>
  documents.of === 'all' && warehouseIds === null;

/** May the user see every partner and warehouse, and so read sums that name neither? */
export const seesWholeDays = ({ customerIds, warehouseIds }: Scope): boolean =>
  customerIds === null && warehouseIds === null;

/** Tests rows of people visible to the caller, by creator and the creator's institution. */
export function ofPeople({ documents, userId }: Scope, alias: string): RawBuilder<boolean> {
  const creator = sql.ref(`${alias}.creator_id`);
  if (documents.of === 'all') return everything;
  if (documents.of === 'own') return sql<boolean>`${creator} = ${userId}`;
  return sql<boolean>`(${creator} = ${userId} or ${isAnyIdSql(`${alias}.institution_id`, documents.ids)})`;
}

function grantedPartnerSql({ customerIds, tenantId }: Scope, alias: string): RawBuilder<boolean> {
  if (customerIds === null) return everything;
  const partner = `${alias}.partner_id`;
  return sql<boolean>`(${sql.ref(partner)} is null or ${isAnyIdSql(partner, customerIds)} or exists (
    select from partner as other
    where other.tenant_id = ${tenantId} and other.id = ${sql.ref(partner)} and other.type <> 'customer'))`;
}

function ofWarehouses({ warehouseIds }: Scope, alias: string): RawBuilder<boolean> {
  if (warehouseIds === null) return everything;
  const held = sql.ref(`${alias}.warehouse_ids`);
  return sql<boolean>`(${held} = '{}' or ${held} && ${warehouseIds}::bigint[])`;
}

/** Tests rows of a granted warehouse; `column` holds the warehouse id. */
export const grantedWarehouses = ({ warehouseIds }: Scope, column: string): RawBuilder<boolean> =>
  warehouseIds === null ? everything : isAnyIdSql(column, warehouseIds);

/**
 * Tests rows of a granted customer; `column` holds the partner's id. Only for queries whose partners are
 * customers.
 */
export const grantedCustomers = ({ customerIds }: Scope, column: string): RawBuilder<boolean> =>
  customerIds === null ? everything : isAnyIdSql(column, customerIds);

/** May this user use the warehouse at all? */
export const mayUseWarehouse = ({ warehouseIds }: Scope, id: string): boolean =>
  isGranted(warehouseIds, id);

/** May this user use the customer at all? */
export const mayUseCustomer = ({ customerIds }: Scope, id: string): boolean =>
  isGranted(customerIds, id);

export const seesAmounts = ({ hidden }: Scope, mask: Mask): boolean => !hidden.has(mask);

export function mayOpen({ pages }: Scope, page: string, button?: Button): boolean {
  const buttons = pages.get(page);
  return buttons !== undefined && (button === undefined || buttons.has(button));
}

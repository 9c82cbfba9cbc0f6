import type { Button, Mask } from '@tradehouse/contract';
import { isGranted } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from './context.ts';

const everything = sql<boolean>`true`;
const oneOf = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/**
 * A document is visible iff its creator or institution is in the data scope, its customer is granted (where customers
 * are granted), and it has no warehouse or at least one granted (design §7.15): the domain's `maySee` of many at once.
 *
 * @param alias the name the query gives the `document` table; its partner is looked up in `partner`.
 */
export function visibleDocuments(scope: Scope, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${ofPeople(scope, alias)} and ${ofCustomers(scope, alias)} and ${ofWarehouses(scope, alias)})`;
}

/**
 * An invoice is visible iff all of its bills are; one without bills iff its creator or institution is in the data scope and
 * its customer is granted.
 *
 * @param alias the name the query gives the `invoice` table.
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
    else ${ofPeople(scope, alias)} and ${ofCustomers(scope, alias)} end)`;
}

/** Balances of the books belong to anyone who sees every document; others get the sum of what they may see. */
export const seesAllBooks = ({ documents, warehouseIds }: Scope): boolean =>
  documents.of === 'all' && warehouseIds === null;

/** Every partner and every warehouse: such a user reads sums that name neither. */
export const seesWholeDays = ({ customerIds, warehouseIds }: Scope): boolean =>
  customerIds === null && warehouseIds === null;

/** Rows of people whom the caller may see, by who made them and where that one belonged. */
export function ofPeople({ documents, userId }: Scope, alias: string): RawBuilder<boolean> {
  const creator = sql.ref(`${alias}.creator_id`);
  if (documents.of === 'all') return everything;
  if (documents.of === 'own') return sql<boolean>`${creator} = ${userId}`;
  return sql<boolean>`(${creator} = ${userId} or ${oneOf(`${alias}.institution_id`, documents.ids)})`;
}

function ofCustomers({ customerIds, tenantId }: Scope, alias: string): RawBuilder<boolean> {
  if (customerIds === null) return everything;
  const partner = `${alias}.partner_id`;
  return sql<boolean>`(${sql.ref(partner)} is null or ${oneOf(partner, customerIds)} or exists (
    select from partner as other
    where other.tenant_id = ${tenantId} and other.id = ${sql.ref(partner)} and other.type <> 'customer'))`;
}

function ofWarehouses({ warehouseIds }: Scope, alias: string): RawBuilder<boolean> {
  if (warehouseIds === null) return everything;
  const held = sql.ref(`${alias}.warehouse_ids`);
  return sql<boolean>`(${held} = '{}' or ${held} && ${warehouseIds}::bigint[])`;
}

/** Rows of a granted warehouse; `column` holds its id. */
export const grantedWarehouses = ({ warehouseIds }: Scope, column: string): RawBuilder<boolean> =>
  warehouseIds === null ? everything : oneOf(column, warehouseIds);

/** Rows of a granted customer; `column` holds the partner's id. Only for queries whose partners are customers. */
export const grantedCustomers = ({ customerIds }: Scope, column: string): RawBuilder<boolean> =>
  customerIds === null ? everything : oneOf(column, customerIds);

/** May this user use the warehouse at all? */
export const mayUseWarehouse = ({ warehouseIds }: Scope, id: string): boolean =>
  isGranted(warehouseIds, id);

/** May this user use the customer at all? */
export const mayUseCustomer = ({ customerIds }: Scope, id: string): boolean =>
  isGranted(customerIds, id);

export const seesAmounts = ({ hidden }: Scope, mask: Mask): boolean => !hidden.has(mask);

/** May this user open the page, and has the button there? */
export function mayOpen({ pages }: Scope, page: string, button?: Button): boolean {
  const buttons = pages.get(page);
  return buttons !== undefined && (button === undefined || buttons.has(button));
}

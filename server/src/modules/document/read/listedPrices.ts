import { barcodeForms, decimal, listedPrice } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { grantedCustomers } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

/** Base price of barcode `b` for price list `list`; null if the list has no base, or the price is unknown. */
export const listBase = sql`case list.base when 'sale' then b.sale_price when 'retail' then b.retail_price
  when 'distributor' then b.distributor_price when 'supply' then b.supply_price end`;

interface ListedPriceRow {
  readonly barcode: string;
  readonly own: string | null;
  readonly base: string | null;
  readonly discount: string;
  readonly minimum: string | null;
  readonly digits: number;
}

/**
 * Reads the customer's list prices for these barcodes and further units of their SKUs, by barcode. Empty
 * without a list or grant, or if a distributor sells.
 */
export async function listedPrices(
  { tx, tenantId, scope }: Context,
  customerId: string | null,
  barcodes: readonly string[],
): Promise<ReadonlyMap<string, Decimal>> {
  if (customerId === null || barcodes.length === 0) return new Map();
  const codes = barcodes.flatMap(barcodeForms);
  const { rows } = await sql<ListedPriceRow>`
    select b.code as barcode, line.price as own, ${listBase} as base, list.discount_rate as discount,
      b.minimum_price as minimum, setting.currency_digits as digits
    from partner customer
    join price_list list on list.tenant_id = ${tenantId} and list.id = customer.price_list_id and list.enabled
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    join barcode asked on asked.tenant_id = ${tenantId} and asked.code = any(${codes}::text[])
    join barcode b on b.tenant_id = ${tenantId} and b.sku_id = asked.sku_id
    left join list_price line on line.tenant_id = ${tenantId} and line.list_id = list.id and line.barcode_id = b.id
    where customer.tenant_id = ${tenantId} and customer.id = ${customerId} and ${grantedCustomers(scope, 'customer.id')}
      and not exists (
        select from app_user seller where seller.tenant_id = ${tenantId} and seller.id = ${scope.userId}
          and seller.distributor and not seller.owner)`.execute(tx);
  return new Map(
    rows.flatMap(({ barcode, own, base, discount, minimum, digits }) => {
      const price = listedPrice(
        {
          own: listedPriceOrNull(own),
          base: listedPriceOrNull(base),
          discountRate: decimal(discount),
          minimum: listedPriceOrNull(minimum),
        },
        digits,
      );
      return price === null ? [] : [[barcode, price] as const];
    }),
  );
}

const listedPriceOrNull = (amount: string | null): Decimal | null =>
  amount === null ? null : decimal(amount);

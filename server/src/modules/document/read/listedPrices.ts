import { barcodeForms, decimal, listedSteps } from '@tradehouse/domain';
import type { Decimal, QuantityPrice } from '@tradehouse/domain';
import { sql } from 'kysely';
import { grantedCustomers } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

/** Base price of barcode `b` for price list `list`; null if the list has no base, or the price is unknown. */
export const listBase = sql`case list.base when 'sale' then b.sale_price when 'retail' then b.retail_price
  when 'distributor' then b.distributor_price when 'supply' then b.supply_price end`;

interface ListedPriceRow {
  readonly barcode: string;
  readonly list: string;
  readonly own: readonly ListedPriceCell[] | null;
  readonly base: string | null;
  readonly discount: string;
  readonly minimum: string | null;
  readonly digits: number;
}

interface ListedPriceCell {
  readonly from: string;
  readonly price: string;
}

/** Prices of a barcode by a price list, and the name of the list. */
export interface ListedPrices {
  readonly list: string;
  readonly steps: readonly QuantityPrice[];
}

/**
 * Reads the customer's list prices on the day of `time` (null: now), for these barcodes and further units of
 * their SKUs, by barcode. Empty without a list or grant, or if a distributor sells.
 */
export async function listedPrices(
  { tx, tenantId, scope }: Context,
  customerId: string | null,
  barcodes: readonly string[],
  time: string | null,
): Promise<ReadonlyMap<string, ListedPrices>> {
  if (customerId === null || barcodes.length === 0) return new Map();
  const codes = barcodes.flatMap(barcodeForms);
  const day = sql`(coalesce(${time}::timestamptz, now()) at time zone setting.time_zone)::date`;
  const { rows } = await sql<ListedPriceRow>`
    select b.code as barcode, list.name as list, ${listBase} as base, list.discount_rate as discount,
      b.minimum_price as minimum, setting.currency_digits as digits, (
        select jsonb_agg(jsonb_build_object('from', line.minimum_quantity::text, 'price', line.price::text)
          order by line.minimum_quantity)
        from list_price line
        where line.tenant_id = ${tenantId} and line.list_id = list.id and line.barcode_id = b.id
          and ${day} between coalesce(line.first_day, '-infinity')
            and coalesce(line.last_day, 'infinity')) as own
    from partner customer
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    join price_list list on list.tenant_id = ${tenantId} and list.id = customer.price_list_id and list.enabled
      and ${day} between coalesce(list.first_day, '-infinity') and coalesce(list.last_day, 'infinity')
    join barcode asked on asked.tenant_id = ${tenantId} and asked.code = any(${codes}::text[])
    join barcode b on b.tenant_id = ${tenantId} and b.sku_id = asked.sku_id
    where customer.tenant_id = ${tenantId} and customer.id = ${customerId} and ${grantedCustomers(scope, 'customer.id')}
      and not exists (
        select from app_user seller where seller.tenant_id = ${tenantId} and seller.id = ${scope.userId}
          and seller.distributor and not seller.owner)`.execute(tx);
  return new Map(
    rows.map(({ barcode, list, own, base, discount, minimum, digits }) => {
      const entered = (own ?? []).map(({ from, price }) => ({
        from: decimal(from),
        price: decimal(price),
      }));
      const rest = {
        base: listedPriceOrNull(base),
        discountRate: decimal(discount),
        minimum: listedPriceOrNull(minimum),
      };
      return [barcode, { list, steps: listedSteps(entered, rest, digits) }] as const;
    }),
  );
}

const listedPriceOrNull = (amount: string | null): Decimal | null =>
  amount === null ? null : decimal(amount);

import { decimal, ofLines, plain, priceInCurrency, sum, ZERO } from '@tradehouse/domain';
import type { Decimal, Told } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import type { Posting } from './post.ts';
import type { Reservation, Taken } from './reservations.ts';

type Selling = Pick<Posting, 'document' | 'activityId'>;

interface Offer {
  readonly name: string;
  readonly product: string;
  /** Of a base unit. */
  readonly price: Decimal;
}

type Spot = Pick<Taken, 'sourceId' | 'skuId' | 'warehouseId'>;
const keyOf = ({ sourceId, skuId, warehouseId }: Spot): string =>
  `${sourceId} ${skuId} ${warehouseId}`;

/**
 * Refuses what is sold at the price of a running activity beyond what that holds: an outbound of an activity may take what is free
 * as well, but as it is sold else. The SKUs are locked.
 */
export async function refuseBeyondActivities(
  context: Context,
  work: readonly Selling[],
  taken: readonly Taken[],
  reservations: readonly Reservation[],
): Promise<void> {
  const held = new Map(
    reservations.flatMap((one) =>
      one.source === 'activity' ? [[keyOf(one), one.quantity] as const] : [],
    ),
  );
  const beyond = taken.flatMap((take) => {
    const over = take.quantity.minus(held.get(keyOf(take)) ?? ZERO);
    return take.source === 'activity' && over.gt(0) ? [{ ...take, over }] : [];
  });
  if (beyond.length === 0) return;
  const offers = await offersOf(context, beyond);
  const [first, ...others] = beyond.flatMap((take) => {
    const offer = offers.get(keyOf(take));
    return offer === undefined ? [] : told(take, offer, work);
  });
  if (first !== undefined) throw ofLines('activity.beyond', [first, ...others]);
}

/** What running activities ask for their goods. */
async function offersOf(
  { tx, tenantId }: Context,
  spots: readonly Spot[],
): Promise<ReadonlyMap<string, Offer>> {
  const { rows } = await sql<Spot & { name: string; product: string; price: string }>`
    select line.activity_id as "sourceId", line.sku_id as "skuId", line.warehouse_id as "warehouseId", line.price,
      activity.name, product.name as product
    from activity
    join activity_line line on line.tenant_id = ${tenantId} and line.activity_id = activity.id and line.price is not null
    join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    where activity.tenant_id = ${tenantId} and activity.id = any(${spots.map(({ sourceId }) => sourceId)}::bigint[])
      and not activity.released and now() >= activity.begins_at and now() < activity.ends_at`.execute(
    tx,
  );
  return new Map(
    rows.map((row) => [
      keyOf(row),
      { name: row.name, product: row.product, price: decimal(row.price) },
    ]),
  );
}

/** The last line at the activity's price, where those that are sold at another are not enough to take what it does not hold. */
function told(
  { over, sourceId, skuId, warehouseId }: Spot & { readonly over: Decimal },
  { name, product, price }: Offer,
  work: readonly Selling[],
): Told[] {
  const lines = work.flatMap(({ document, activityId }) =>
    document.goodsLines.flatMap((line, at) =>
      activityId === sourceId && line.skuId === skuId && line.warehouseId === warehouseId
        ? [
            {
              number: document.number,
              line: at + 1,
              quantity: line.baseQuantity,
              offered: line.unitPrice.equals(
                priceInCurrency(price.times(line.ratio), document.exchangeRate),
              ),
            },
          ]
        : [],
    ),
  );
  const of = (offered: boolean): Decimal =>
    sum(lines.filter((line) => line.offered === offered).map(({ quantity }) => quantity));
  const excess = over.minus(of(false));
  const last = lines.findLast(({ offered }) => offered);
  if (last === undefined || !excess.gt(0)) return [];
  const { number, line } = last;
  const left = plain(of(true).minus(excess));
  return [
    { facts: { number: number ?? '', line, name, product, left }, at: { field: 'quantity', line } },
  ];
}

import {
  decimal,
  domainErrorFromLines,
  toPlainDecimal,
  isConvertedPrice,
  sum,
  ZERO,
} from '@tradehouse/domain';
import type { Decimal, LineRefusal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import type { Posting } from './post.ts';
import type { Reservation, ReservationUse } from './reservations.ts';

type Selling = Pick<Posting, 'document' | 'activityId'>;

interface Offer {
  readonly name: string;
  readonly product: string;
  /** Price per base unit. */
  readonly price: Decimal;
}

type ActivitySpot = Pick<ReservationUse, 'sourceId' | 'skuId' | 'warehouseId'>;
const activitySpotKey = ({ sourceId, skuId, warehouseId }: ActivitySpot): string =>
  `${sourceId} ${skuId} ${warehouseId}`;

/**
 * Refuses sales at a running activity's price beyond the activity's stock. An activity's outbound may also
 * take free stock, but at the ordinary price. The SKUs are locked.
 */
export async function refuseBeyondActivities(
  context: Context,
  work: readonly Selling[],
  taken: readonly ReservationUse[],
  reservations: readonly Reservation[],
): Promise<void> {
  const held = new Map(
    reservations.flatMap((one) =>
      one.source === 'activity' ? [[activitySpotKey(one), one.quantity] as const] : [],
    ),
  );
  const beyond = taken.flatMap((take) => {
    const over = take.quantity.minus(held.get(activitySpotKey(take)) ?? ZERO);
    return take.source === 'activity' && over.gt(0) ? [{ ...take, over }] : [];
  });
  if (beyond.length === 0) return;
  const offers = await offersOf(context, beyond);
  const [first, ...others] = beyond.flatMap((take) => {
    const offer = offers.get(activitySpotKey(take));
    return offer === undefined ? [] : describeActivityExcess(take, offer, work);
  });
  if (first !== undefined) throw domainErrorFromLines('activity.beyond', [first, ...others]);
}

/** Reads the prices of running activities for their goods. */
async function offersOf(
  { tx, tenantId }: Context,
  spots: readonly ActivitySpot[],
): Promise<ReadonlyMap<string, Offer>> {
  const { rows } = await sql<ActivitySpot & { name: string; product: string; price: string }>`
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
      activitySpotKey(row),
      { name: row.name, product: row.product, price: decimal(row.price) },
    ]),
  );
}

/** Reports the last line at the activity's price, if lines at ordinary prices do not cover the excess. */
function describeActivityExcess(
  { over, sourceId, skuId, warehouseId }: ActivitySpot & { readonly over: Decimal },
  { name, product, price }: Offer,
  work: readonly Selling[],
): LineRefusal[] {
  const lines = work.flatMap(({ document, activityId }) =>
    document.goodsLines.flatMap((line, at) =>
      activityId === sourceId && line.skuId === skuId && line.warehouseId === warehouseId
        ? [
            {
              number: document.number,
              line: at + 1,
              quantity: line.baseQuantity,
              offered: isConvertedPrice(line.unitPrice, price.times(line.ratio), document),
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
  const left = toPlainDecimal(of(true).minus(excess));
  return [
    { facts: { number: number ?? '', line, name, product, left }, at: { field: 'quantity', line } },
  ];
}

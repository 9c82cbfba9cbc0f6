import type { InputOf, ReplyOf, RowOf, setLock } from '@tradehouse/contract';
import { dayLockTable, lockHistoryTable, lockTable } from '@tradehouse/contract';
import { ZERO, decimal, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  grantedWarehouses,
  mayUseWarehouse,
  refuseWith,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import {
  dayStart,
  matchesKeyword,
  bindTable,
  trimTrailingZeros,
} from '../../kernel/table/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { FiltersOf } from '../../kernel/table/index.ts';
import { lockSkus, writeReservations } from '../posting/index.ts';
import type { Reservation } from '../posting/index.ts';
import { inWarehouses } from './countLists.ts';
import {
  askedByBarcode,
  askedOfAll,
  baseBarcodes,
  firstByBarcode,
  namedSpot,
  ofProducts,
} from './skuNames.ts';

type StockLockContext = Pick<Context, 'tx' | 'tenantId'>;

/** Free formal stock of a SKU in a warehouse. */
export interface FreeStockSpot {
  readonly skuId: string;
  readonly warehouseId: string;
  readonly free: Decimal;
}

/** Reads the free quantity of SKUs by warehouse. Valid until the commit, under `lockSkus`. */
export async function readFreeStock(
  { tx, tenantId }: StockLockContext,
  skuIds: readonly string[],
): Promise<FreeStockSpot[]> {
  const { rows } = await sql<{ sku_id: string; warehouse_id: string; free: string }>`
    select held.sku_id, held.warehouse_id, sum(held.quantity) - coalesce(max(locked.quantity), 0) as free
    from stock_balance held
    left join stock_lock locked on locked.tenant_id = ${tenantId} and locked.warehouse_id = held.warehouse_id
      and locked.sku_id = held.sku_id
    where held.tenant_id = ${tenantId} and held.stock_type = 'formal' and held.sku_id = any(${skuIds}::bigint[])
    group by 1, 2`.execute(tx);
  return rows.map((row) => ({
    skuId: row.sku_id,
    warehouseId: row.warehouse_id,
    free: decimal(row.free),
  }));
}

/** Reads the quantity of a spot held by one holder. */
export async function withChange(
  { tx, tenantId }: StockLockContext,
  { warehouseId, skuId, source: by, sourceId }: Omit<Reservation, 'quantity' | 'sourceLine'>,
): Promise<Decimal> {
  const { rows } = await sql<{ quantity: string }>`
    select quantity from stock_reservation where tenant_id = ${tenantId} and warehouse_id = ${warehouseId}
      and sku_id = ${skuId} and source = ${by} and source_id = ${sourceId} and source_line = 0`.execute(
    tx,
  );
  return decimal(rows[0]?.quantity ?? '0');
}

/**
 * Locks or releases stock: held stock never falls below 0, locks never exceed the free
 * stock.
 */
export async function changeLock(
  context: Context,
  { skuId, warehouseId, quantity: text, activityId = null, remark = '' }: InputOf<typeof setLock>,
): Promise<ReplyOf<typeof setLock>> {
  const { tx, tenantId, scope } = context;
  const quantity = decimal(text);
  const at = { field: 'quantity' };
  if (quantity.isZero()) refuseWith('request.field', at, at);
  await checkPlace(context, skuId, warehouseId);
  if (activityId !== null) {
    // An activity cannot end before its locked stock can be released.
    const { rows } = await sql<{ name: string; ended: boolean }>`
      select name, released or ends_at <= now() as ended from activity
      where tenant_id = ${tenantId} and id = ${activityId} for share`.execute(tx);
    const { name, ended } = orRefuseMissing(rows[0]);
    if (ended && quantity.gt(0)) refuseWith('activity.ended', { name });
  }
  const holder = {
    warehouseId,
    skuId,
    source: activityId === null ? 'manual' : 'activity',
    sourceId: activityId ?? '0',
  } as const;
  const [, [spots, held]] = await lockSkus(
    context,
    [skuId],
    async () => [await readFreeStock(context, [skuId]), await withChange(context, holder)] as const,
  );
  const free = spots.find((spot) => spot.warehouseId === warehouseId)?.free ?? ZERO;
  if (held.plus(quantity).lt(0)) refuseWith('stock.lockBelowZero', {}, at);
  if (quantity.gt(0) && quantity.gt(free))
    refuseWith(
      'stock.lockTooMuch',
      { available: toPlainDecimal(free), quantity: toPlainDecimal(quantity) },
      at,
    );
  await writeReservations(context, [{ ...holder, sourceLine: 0, quantity }], {
    userId: scope.userId,
    remark,
  });
  logChange(context, {
    action: 'update',
    subject: 'stock_lock',
    subjectId: `${skuId}-${warehouseId}`,
    after: { ...holder, quantity: text, remark },
  });
  return {
    locked: trimTrailingZeros(toPlainDecimal(held.plus(quantity))),
    available: trimTrailingZeros(toPlainDecimal(free.minus(quantity))),
  };
}

async function checkPlace(
  { tx, tenantId, scope }: Context,
  skuId: string,
  warehouseId: string,
): Promise<void> {
  const { rows } = await sql<{ ok: boolean }>`
    select exists (select from sku where tenant_id = ${tenantId} and id = ${skuId})
      and exists (select from warehouse where tenant_id = ${tenantId} and id = ${warehouseId}) as ok`.execute(
    tx,
  );
  if (rows[0]?.ok !== true || !mayUseWarehouse(scope, warehouseId)) refuseWith('record.missing');
}

/** Columns computed from all stock of a place. */
type HeldRow = Pick<
  RowOf<typeof lockTable>,
  | 'id'
  | 'skuId'
  | 'warehouseId'
  | 'barcode'
  | 'stock'
  | 'byHand'
  | 'byActivity'
  | 'byOrder'
  | 'locked'
  | 'available'
>;

type StockLockFilters = FiltersOf<typeof lockTable>;

/** Formal stock of SKUs in requested warehouses, over all lots; `only`: a condition on `stock_balance`. */
const formalStockSql = (
  context: Context,
  { warehouses, skuId }: StockLockFilters,
  only = sql`true`,
) => sql`
  select sku_id, warehouse_id, sum(quantity) as quantity from stock_balance
  where tenant_id = ${context.tenantId} and stock_type = 'formal' and ${only}
    and ${inWarehouses(context, 'warehouse_id', warehouses)} and ${skuId === undefined ? sql`true` : sql`sku_id = ${skuId}`}
  group by 1, 2 having sum(quantity) <> 0`;

/** Reserved quantity by source: manual, activity, order. */
const bySource = sql.raw(
  ['manual', 'activity', 'order']
    .map((by) => `sum(quantity) filter (where source = '${by}') as of_${by}`)
    .join(),
);

/** Stock, held stock and free stock, a row per place. */
function lockedStockRowsSql(
  context: Context,
  asked: StockLockFilters,
  only?: RawBuilder<unknown>,
): RawBuilder<HeldRow> {
  const { tenantId } = context;
  const { keyword, activityId, lockedOnly } = asked;
  const ofActivities = sql`
    from stock_reservation reservation
    where reservation.tenant_id = ${tenantId} and reservation.warehouse_id = held.warehouse_id
      and reservation.sku_id = held.sku_id and reservation.source = 'activity' and reservation.quantity > 0`;
  return sql<HeldRow>`
    select held.sku_id || '-' || held.warehouse_id as id, held.sku_id as "skuId", held.warehouse_id as "warehouseId",
      coalesce(base.code, '') as barcode, held.quantity as stock, coalesce(reserved.of_manual, 0) as "byHand",
      coalesce(reserved.of_activity, 0) as "byActivity", coalesce(reserved.of_order, 0) as "byOrder",
      coalesce(locked.quantity, 0) as locked, held.quantity - coalesce(locked.quantity, 0) as available
    from (${formalStockSql(context, asked, only)}) held
    left join ${baseBarcodes(tenantId)} base on base.sku_id = held.sku_id
    left join stock_lock locked on locked.tenant_id = ${tenantId} and locked.warehouse_id = held.warehouse_id
      and locked.sku_id = held.sku_id
    left join (
      select warehouse_id, sku_id, ${bySource} from stock_reservation
      where tenant_id = ${tenantId} and quantity > 0 group by 1, 2) reserved
      on reserved.warehouse_id = held.warehouse_id and reserved.sku_id = held.sku_id
    where ${keyword === undefined ? sql`true` : ofProducts(tenantId, matchesKeyword(tenantId, keyword))}
      and ${activityId === undefined ? sql`true` : sql`exists (select ${ofActivities} and reservation.source_id = ${activityId}::bigint)`}
      and ${lockedOnly === true ? sql`locked.quantity > 0` : sql`true`}`;
}

/** Counts the places and their stock: without lots a SKU has one row per place, which needs no grouping. */
function placesCounted(context: Context, asked: StockLockFilters): RawBuilder<unknown> {
  const { tenantId } = context;
  const withLots = sql`(select sku_id from stock_balance where tenant_id = ${tenantId} and lot <> '')`;
  return sql`
    select sum(part.places) as "#", sum(part.quantity) as quantity
    from (
      select count(*) filter (where quantity <> 0) as places, coalesce(sum(quantity), 0) as quantity from stock_balance
      where tenant_id = ${tenantId} and stock_type = 'formal' and sku_id not in ${withLots}
        and ${inWarehouses(context, 'warehouse_id', asked.warehouses)}
      union all
      select count(*), coalesce(sum(quantity), 0) from (${formalStockSql(context, asked, sql`sku_id in ${withLots}`)}) lots) part`;
}

/** Totals of all places: checks stock only for held quantities, because few exist. */
function placesTotal(context: Context, asked: StockLockFilters): RawBuilder<unknown> {
  const { tenantId } = context;
  const lies = (table: string) =>
    sql`exists (${formalStockSql(
      context,
      asked,
      sql`sku_id = ${sql.ref(`${table}.sku_id`)} and warehouse_id = ${sql.ref(`${table}.warehouse_id`)}`,
    )})`;
  return sql`
    select held."#", held.quantity as stock, coalesce(reserved.of_manual, 0) as "byHand", coalesce(reserved.of_activity, 0) as "byActivity",
      coalesce(reserved.of_order, 0) as "byOrder", locked.quantity as locked, held.quantity - locked.quantity as available
    from (${placesCounted(context, asked)}) held
    cross join (
      select coalesce(sum(quantity), 0) as quantity from stock_lock where tenant_id = ${tenantId} and ${lies('stock_lock')}) locked
    cross join (
      select ${bySource} from stock_reservation
      where tenant_id = ${tenantId} and quantity > 0 and ${lies('stock_reservation')}) reserved`;
}

export const lockRows = bindTable(
  lockTable,
  (context, asked) => lockedStockRowsSql(context, asked),
  {
    pages: 'whole',
    totals(context, query) {
      const asked = askedOfAll(lockTable, query);
      return asked && placesTotal(context, asked);
    },
    end(context, query) {
      const asked = askedByBarcode(lockTable, query);
      if (asked === null) return null;
      const first = firstByBarcode(
        context.tenantId,
        formalStockSql(context, asked, sql`sku_id = named.id`),
        query.offset + query.limit,
      );
      return lockedStockRowsSql(context, asked, sql`sku_id = any(array${first})`);
    },
    beside({ tenantId }) {
      const { by, joins, columns } = namedSpot(tenantId);
      return {
        by,
        joins: sql`${joins}
          left join lateral (
            select history.remark, app_user.name, history.at from lock_history history
            left join app_user on app_user.tenant_id = ${tenantId} and app_user.id = history.user_id
            where history.tenant_id = ${tenantId} and history.sku_id = "row"."skuId"
              and history.warehouse_id = "row"."warehouseId"
            order by history.id desc limit 1) as last on true
          left join lateral (
            select string_agg(activity.name, ', ' order by activity.begins_at, activity.id) as names from activity
            where activity.tenant_id = ${tenantId} and activity.id in (
              select reservation.source_id from stock_reservation reservation
              where reservation.tenant_id = ${tenantId} and reservation.warehouse_id = "row"."warehouseId"
                and reservation.sku_id = "row"."skuId" and reservation.source = 'activity'
                and reservation.quantity > 0)) as holding on true`,
        columns: {
          ...columns,
          productId: sql`product.id`,
          skuCode: sql`sku.code`,
          activityNames: sql`coalesce(holding.names, '')`,
          reason: sql`last.remark`,
          operator: sql`last.name`,
          changedAt: sql`last.at`,
        },
      };
    },
  },
);

type DayLockRow = Pick<
  RowOf<typeof dayLockTable>,
  'id' | 'skuId' | 'warehouseId' | 'barcode' | 'source' | 'sourceName' | 'locked'
>;

/** Locks by holder: present locks, without the changes after the day. */
export const dayLockRows = bindTable(
  dayLockTable,
  (context, { keyword, warehouses, date, skuId }) => {
    const { tenantId, scope } = context;
    const zone = sql`(select time_zone from tenant_setting where tenant_id = ${tenantId})`;
    const ofSkuSql = skuId === undefined ? sql`true` : sql`sku_id = ${skuId}`;
    const placeSql = (table: string) =>
      sql`${inWarehouses(context, `${table}.warehouse_id`, warehouses)} and ${ofSkuSql}`;
    const later =
      date === undefined
        ? sql``
        : sql`union all
          select later.warehouse_id, later.sku_id, later.source, later.source_id, -later.quantity
          from lock_history as later
          where later.tenant_id = ${tenantId} and later.at >= ${dayStart(sql`(${date}::date + 1)`, zone)}
            and ${placeSql('later')}`;
    return sql<DayLockRow>`(
      select concat_ws('-', held.sku_id, held.warehouse_id, held.source, held.source_id) as id,
        held.sku_id as "skuId", held.warehouse_id as "warehouseId", coalesce(base.code, '') as barcode,
        held.source, coalesce(activity.name, document.number, '') as "sourceName", held.quantity as locked
      from (
        select warehouse_id, sku_id, source, source_id, sum(quantity) as quantity from (
          select now.warehouse_id, now.sku_id, now.source, now.source_id, now.quantity
          from stock_reservation as now
          where now.tenant_id = ${tenantId} and now.quantity > 0 and ${placeSql('now')}
          ${later}) as change
        group by 1, 2, 3, 4 having sum(quantity) > 0) as held
      left join ${baseBarcodes(tenantId)} base on base.sku_id = held.sku_id
      left join activity on activity.tenant_id = ${tenantId} and held.source = 'activity'
        and activity.id = held.source_id
      left join document on document.tenant_id = ${tenantId} and held.source = 'order'
        and document.id = held.source_id and ${visibleDocuments(scope, 'document')}
      where ${keyword === undefined ? sql`true` : ofProducts(tenantId, matchesKeyword(tenantId, keyword))})`;
  },
  {
    pages: 'whole',
    beside({ tenantId }) {
      const { by, joins, columns } = namedSpot(tenantId);
      return { by, joins, columns: { ...columns, productId: sql`product.id` } };
    },
  },
);

export const lockHistoryRows = bindTable(lockHistoryTable, (context, { skuId, warehouseId }) => {
  const { tenantId, scope } = context;
  return sql<RowOf<typeof lockHistoryTable>>`
    select history.id, history.at, history.source,
      coalesce(activity.name, document.number, '') as "sourceName", history.quantity,
      coalesce(app_user.name, '') as "userName", history.remark
    from lock_history history
    left join activity on activity.tenant_id = ${tenantId} and history.source = 'activity' and activity.id = history.source_id
    left join document on document.tenant_id = ${tenantId} and history.source = 'order' and document.id = history.source_id
      and ${visibleDocuments(scope, 'document')}
    left join app_user on app_user.tenant_id = ${tenantId} and app_user.id = history.user_id
    where history.tenant_id = ${tenantId} and history.sku_id = ${idOrZero(skuId)}::bigint
      and history.warehouse_id = ${idOrZero(warehouseId)}::bigint and ${grantedWarehouses(scope, 'history.warehouse_id')}`;
});

/** Reads a filter that must be an id; anything else finds nothing. */
const idOrZero = (text: string | undefined): string =>
  /^\d{1,18}$/.test(text ?? '') ? (text ?? '0') : '0';

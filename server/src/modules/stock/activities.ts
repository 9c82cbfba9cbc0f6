import type { ReplyOf, RowOf, activities, activityChoices } from '@tradehouse/contract';
import { activityTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  grantedWarehouses,
  mayUseWarehouse,
  refuseWith,
  seesAmounts,
} from '../../kernel/access/index.ts';
import { bindTable, trimTrailingZeros } from '../../kernel/table/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { StoredResourceRow, Writer } from '../../kernel/table/index.ts';
import { lockSkus, writeReservations } from '../posting/index.ts';
import type { Reservation } from '../posting/index.ts';
import { reservationsOf, saveLines } from './activityLines.ts';
import { skuNames } from './skuNames.ts';

type ActivityContext = Pick<Context, 'tx' | 'tenantId'>;

export const activityRows = bindTable(activityTable, ({ tenantId, scope }) => {
  return sql<RowOf<typeof activityTable>>`
    select activity.id, activity.version, activity.name, activity.begins_at as "beginsAt", activity.ends_at as "endsAt",
      lines.products, lines.target, coalesce(reservations.quantity, 0) as locked, lines.sold,
      case when activity.released or activity.ends_at <= now() then 'ended'
        when activity.begins_at > now() then 'waiting' else 'running' end as state,
      activity.remark, activity.created_at as "createTime"
    from activity
    cross join lateral (
      select count(*)::int as products, coalesce(sum(target), 0) as target, coalesce(sum(sold), 0) as sold
      from activity_line line where line.tenant_id = ${tenantId} and line.activity_id = activity.id
        and ${grantedWarehouses(scope, 'line.warehouse_id')}) lines
    left join (
      select source_id, sum(quantity) as quantity from stock_reservation
      where tenant_id = ${tenantId} and source = 'activity' and ${grantedWarehouses(scope, 'warehouse_id')}
      group by 1) reservations on reservations.source_id = activity.id
    where activity.tenant_id = ${tenantId}`;
});

export const activityWriter: Writer<typeof activities> = {
  table: 'activity',
  list: activityRows,
  toRow: ({ name, beginsAt, endsAt, remark }) => ({
    name,
    begins_at: beginsAt,
    ends_at: endsAt,
    remark,
  }),
  toInfo: activityInfo,
  before: (_context, _row, existing, { beginsAt, endsAt }) => {
    if (Date.parse(beginsAt) >= Date.parse(endsAt))
      refuseWith('activity.period', {}, { field: 'endsAt' });
    if (existing?.['released'] === true)
      refuseWith('activity.ended', { name: String(existing['name']) });
  },
  kept: 'activity.inBooks',
  mayDelete: async (context, { id }) => mustUse(context, await reservationsOf(context, id)),
  after: async (context, before, after, input) => {
    if (after === null) return;
    // The end releases stock in all warehouses.
    if (before !== null && activityEndInstant(before) !== activityEndInstant(after))
      mustUse(context, await reservationsOf(context, after.id));
    if (input !== null) await saveLines(context, after.id, input.lines);
  },
};

const activityEndInstant = ({ ends_at: endsAt }: StoredResourceRow): number =>
  new Date(String(endsAt)).getTime();

/** Releases all reservations of an activity. */
async function letGo(
  books: ActivityContext,
  activityId: string,
  userId: string | null,
): Promise<void> {
  const reservations = await reservationsOf(books, activityId);
  if (reservations.length === 0) return;
  const skuIds = [...new Set(reservations.map(({ skuId }) => skuId))];
  const [, held] = await lockSkus(books, skuIds, () => reservationsOf(books, activityId));
  const changes = held.map((reservation) => ({
    ...reservation,
    quantity: reservation.quantity.negated(),
  }));
  await writeReservations(books, changes, { userId, remark: '' });
}

/** Refuses a user without access to every warehouse reserved by an activity. */
function mustUse({ scope }: Context, reservations: readonly Reservation[]): void {
  if (!reservations.every(({ warehouseId }) => mayUseWarehouse(scope, warehouseId)))
    refuseWith('access.denied');
}

async function letGoOfOwn(context: Context, activityId: string): Promise<void> {
  mustUse(context, await reservationsOf(context, activityId));
  await letGo(context, activityId, context.scope.userId);
}

/** Ends an activity and releases its reservations. */
export async function endActivity(context: Context, id: string): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ name: string; released: boolean }>`
    select name, released from activity where tenant_id = ${tenantId} and id = ${id} for update`.execute(
    tx,
  );
  const { name, released } = orRefuseMissing(rows[0]);
  if (released) refuseWith('activity.ended', { name });
  await letGoOfOwn(context, id);
  await markReleased(context, id);
  logChange(context, {
    action: 'update',
    subject: 'activity',
    subjectId: id,
    number: name,
    after: { released: true },
  });
  return { changed: 1 };
}

const markReleased = ({ tx, tenantId }: ActivityContext, id: string) =>
  sql`
    update activity set released = true, ends_at = least(ends_at, now.at), version = version + 1
    from (
      select greatest(now(), begins_at + interval '1 second') as at from activity
      where tenant_id = ${tenantId} and id = ${id} offset 0) now
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);

/** Ends activities past their time, and releases stock returned at the moment of an end. */
export async function endDueActivities(books: ActivityContext): Promise<void> {
  const { tx, tenantId } = books;
  const { rows } = await sql<{ id: string }>`
    select id from activity
    where tenant_id = ${tenantId} and case when released then exists (
        select from stock_reservation reservation where reservation.tenant_id = ${tenantId} and reservation.source = 'activity'
          and reservation.source_id = activity.id and reservation.quantity > 0)
      else ends_at <= now() end
    order by id for update skip locked`.execute(tx);
  for (const { id } of rows) {
    await letGo(books, id, null);
    await markReleased(books, id);
  }
}

async function activityInfo(row: StoredResourceRow, { tx, tenantId, scope }: Context) {
  const { rows } = await sql<{
    barcode: string;
    productName: string;
    skuId: string;
    warehouseId: string;
    warehouseName: string;
    quantity: string;
    current: string;
    sold: string;
    price: string | null;
  }>`
    select coalesce(base.code, '') as barcode, concat_ws(' ', product.name, nullif(product.standard, ''),
        nullif(sku.attributes, ''), coalesce(product.unit_name, unit.base_unit)) as "productName", line.sku_id as "skuId",
      line.warehouse_id as "warehouseId", warehouse.name as "warehouseName", line.target as quantity,
      coalesce(reservation.quantity, 0) as current, line.sold, line.price
    from activity_line line
    ${skuNames(tenantId, 'line.sku_id')}
    join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = line.warehouse_id
    left join stock_reservation reservation on reservation.tenant_id = ${tenantId} and reservation.source = 'activity'
      and reservation.source_id = line.activity_id and reservation.sku_id = line.sku_id and reservation.warehouse_id = line.warehouse_id
    where line.tenant_id = ${tenantId} and line.activity_id = ${row.id}
      and ${grantedWarehouses(scope, 'line.warehouse_id')}
    order by base.code, line.warehouse_id`.execute(tx);
  return {
    id: row.id,
    version: row.version,
    name: row['name'],
    beginsAt: row['begins_at'],
    endsAt: row['ends_at'],
    remark: row['remark'],
    lines: rows.map(({ quantity, current, sold, price, ...line }) => ({
      ...line,
      quantity: trimTrailingZeros(quantity),
      current: trimTrailingZeros(current),
      sold: trimTrailingZeros(sold),
      price: price === null || !seesAmounts(scope, 'sale') ? null : trimTrailingZeros(price),
    })),
  };
}

/** Lists activities that have not ended. */
export async function readActivityChoices({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof activityChoices>> {
  const { rows } = await sql<{ id: string; name: string; running: boolean }>`
    select id, name, begins_at <= now() as running from activity where tenant_id = ${tenantId} and not released and ends_at > now()
    order by begins_at, id limit 200`.execute(tx);
  return rows;
}

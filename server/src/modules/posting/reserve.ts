import { ZERO, decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { Reservation } from './reservations.ts';
import { writeReservations } from './reservations.ts';
import { lockSkus } from './skuLock.ts';

type ReserveContext = Pick<Context, 'tx' | 'tenantId'>;

interface UndeliveredLine {
  readonly document_id: string;
  readonly line: number;
  readonly sku_id: string;
  readonly missing: string;
}

interface Free {
  readonly warehouse_id: string;
  readonly sku_id: string;
  readonly free: string;
}

/**
 * Reserves open quantities of approved, open orders, within free stock: from the default warehouse first,
 * then from the largest stock. Does nothing if the company does not reserve. Older orders
 * come first. Order rows are locked, therefore no order ends meanwhile. Open quantities are read again
 * under the SKU locks, because concurrent deliveries or reservations may have come first.
 */
export async function reserveForOrderLines(
  books: ReserveContext,
  orderIds: readonly string[],
  userId: string | null,
): Promise<void> {
  const about = await readWanted(books, orderIds);
  if (about.length === 0) return;
  const skuIds = [...new Set(about.map(({ sku_id }) => sku_id))];
  const [, [wanted, free]] = await lockSkus(books, skuIds, () =>
    runTogether([readWanted(books, orderIds), readFreeByWarehouse(books, skuIds)]),
  );
  await writeReservations(books, shareFreeStock(wanted, free), { userId, remark: '' });
}

async function readWanted(
  { tx, tenantId }: ReserveContext,
  ids: readonly string[],
): Promise<UndeliveredLine[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<UndeliveredLine>`
    select line.document_id, line.line, line.sku_id,
      line.base_quantity - line.done_quantity - coalesce(reserved.quantity, 0) as missing
    from document
    join tenant_setting setting on setting.tenant_id = ${tenantId} and setting.reserve_on_order
    join document_line line on line.tenant_id = ${tenantId} and line.document_id = document.id
    left join (
      select source_id, source_line, sum(quantity) as quantity from stock_reservation
      where tenant_id = ${tenantId} and source = 'order' and source_id = any(${ids}::bigint[])
      group by 1, 2) reserved on reserved.source_id = line.document_id and reserved.source_line = line.line
    where document.tenant_id = ${tenantId} and document.id = any(${ids}::bigint[])
      and document.approval = 'approved' and not document.closed and document.deleted_at is null
      and line.base_quantity - line.done_quantity - coalesce(reserved.quantity, 0) > 0
    order by document.business_time, document.id, line.line`.execute(tx);
  return rows;
}

async function readFreeByWarehouse(
  { tx, tenantId }: ReserveContext,
  skuIds: readonly string[],
): Promise<Free[]> {
  const { rows } = await sql<Free>`
    select held.warehouse_id, held.sku_id, held.quantity - coalesce(locked.quantity, 0) as free
    from (
      select warehouse_id, sku_id, sum(quantity) as quantity from stock_balance
      where tenant_id = ${tenantId} and stock_type = 'formal' and sku_id = any(${skuIds}::bigint[]) group by 1, 2) held
    join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = held.warehouse_id and warehouse.enabled
    left join stock_lock locked
      on locked.tenant_id = ${tenantId} and locked.warehouse_id = held.warehouse_id and locked.sku_id = held.sku_id
    where held.quantity > coalesce(locked.quantity, 0)
    order by warehouse.is_default desc, free desc, held.warehouse_id`.execute(tx);
  return rows;
}

function shareFreeStock(wanted: readonly UndeliveredLine[], free: readonly Free[]): Reservation[] {
  const left = new Map(free.map((spot) => [spot, decimal(spot.free)]));
  return wanted.flatMap(({ document_id: sourceId, line: sourceLine, sku_id: skuId, missing }) => {
    let open: Decimal = decimal(missing);
    return free
      .filter((spot) => spot.sku_id === skuId)
      .flatMap((spot): Reservation[] => {
        const has = left.get(spot) ?? ZERO;
        const quantity = has.lt(open) ? has : open;
        if (quantity.lte(0)) return [];
        left.set(spot, has.minus(quantity));
        open = open.minus(quantity);
        const { warehouse_id: warehouseId } = spot;
        return [{ warehouseId, skuId, source: 'order', sourceId, sourceLine, quantity }];
      });
  });
}

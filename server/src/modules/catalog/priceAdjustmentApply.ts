import type { BarcodePriceName } from '@tradehouse/domain';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { trimTrailingZeros } from '../../kernel/table/index.ts';
import { emitEvent, inTenant } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { JobEvent, JobHandlers } from '../../kernel/live/index.ts';
import { priceColumns } from './priceAdjustments.ts';

export interface Adjustment {
  readonly id: string;
  readonly number: string;
  readonly price: BarcodePriceName;
  readonly approval: string;
  readonly effective_at: string;
  readonly applied_at: string | null;
  readonly version: number;
}

const TOPIC = 'priceAdjustment.due';

/** Where prices are changed: a request, or the work in the background. */
interface PriceAdjustmentTenantTx {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
}

/** Applies an approved adjustment now or at its time. Refuses unconfirmed sale prices below the minimum. */
export async function applyDue(
  context: Context,
  adjustment: Adjustment,
  confirmed: boolean,
): Promise<void> {
  if (!confirmed) await refuseBelowMinimum(context, adjustment);
  const at = new Date(adjustment.effective_at);
  if (at.getTime() > Date.now()) {
    emitEvent(context, TOPIC, { id: adjustment.id }, at.toISOString());
    return;
  }
  await applyAdjustmentPrices(context, adjustment);
}

/** Locks the barcodes of an adjustment in one order, so that two adjustments can't wait for each other. */
const lockBarcodes = ({ tx, tenantId }: PriceAdjustmentTenantTx, id: string) =>
  sql`
    select from barcode
    where tenant_id = ${tenantId} and id in (
      select barcode_id from price_adjustment_line where tenant_id = ${tenantId} and adjustment_id = ${id})
    order by id for update`.execute(tx);

/** Stores the old prices, and sets the new prices. */
async function applyAdjustmentPrices(
  place: PriceAdjustmentTenantTx,
  { id, price }: Pick<Adjustment, 'id' | 'price'>,
): Promise<void> {
  const { tx, tenantId } = place;
  const column = sql.ref(priceColumns[price]);
  await lockBarcodes(place, id);
  await sql`
    update price_adjustment_line as line set old_price = barcode.${column}
    from barcode
    where line.tenant_id = ${tenantId} and line.adjustment_id = ${id}
      and barcode.tenant_id = ${tenantId} and barcode.id = line.barcode_id`.execute(tx);
  await sql`
    update barcode set ${column} = line.new_price
    from price_adjustment_line as line
    where barcode.tenant_id = ${tenantId} and line.tenant_id = ${tenantId}
      and line.adjustment_id = ${id} and barcode.id = line.barcode_id`.execute(tx);
  await sql`
    update price_adjustment set applied_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** Restores the old prices. Refuses if one has changed since, because another user's change would be lost. */
export async function revertPriceAdjustment(
  context: Context,
  adjustment: Adjustment,
): Promise<void> {
  const { tx, tenantId } = context;
  const { id, price, applied_at: appliedAt } = adjustment;
  if (appliedAt === null) return;
  const column = sql.ref(`barcode.${priceColumns[price]}`);
  await lockBarcodes(context, id);
  const { rows } = await sql<{ code: string }>`
    select barcode.code from price_adjustment_line as line
    join barcode on barcode.tenant_id = ${tenantId} and barcode.id = line.barcode_id
    where line.tenant_id = ${tenantId} and line.adjustment_id = ${id} and ${column} is distinct from line.new_price
    order by line.line limit 1`.execute(tx);
  const [changed] = rows;
  if (changed !== undefined) refuseWith('price.changed', { barcode: changed.code });
  await sql`
    update barcode set ${sql.ref(priceColumns[price])} = line.old_price
    from price_adjustment_line as line
    where barcode.tenant_id = ${tenantId} and line.tenant_id = ${tenantId}
      and line.adjustment_id = ${id} and barcode.id = line.barcode_id`.execute(tx);
}

/** Refuses a sale price below the minimum, or a minimum above the sale price, until confirmed. */
async function refuseBelowMinimum(context: Context, { id, price }: Adjustment): Promise<void> {
  if (price !== 'sale' && price !== 'minimum') return;
  const { tx, tenantId } = context;
  const [sale, minimum] =
    price === 'sale'
      ? [sql`line.new_price`, sql`barcode.minimum_price`]
      : [sql`barcode.sale_price`, sql`line.new_price`];
  const { rows } = await sql<{
    code: string;
    sale: string;
    minimum: string;
    line: number;
    digits: number;
  }>`
    select barcode.code, ${sale} as sale, ${minimum} as minimum, line.line,
      (select s.currency_digits from tenant_setting s where s.tenant_id = ${tenantId}) as digits
    from price_adjustment_line as line
    join barcode on barcode.tenant_id = ${tenantId} and barcode.id = line.barcode_id
    where line.tenant_id = ${tenantId} and line.adjustment_id = ${id} and ${sale} < ${minimum}
    order by line.line limit 1`.execute(tx);
  const [low] = rows;
  if (low === undefined) return;
  const { code: barcode, digits } = low;
  const facts = {
    barcode,
    price: trimTrailingZeros(low.sale),
    minimum: trimTrailingZeros(low.minimum),
    digits,
  };
  refuseWith('price.belowMinimum', facts, { field: 'lines', line: low.line });
}

/** Background handlers of prices: approved adjustments take effect at their time. */
export const catalogHandlers = (db: Kysely<Database>): JobHandlers => ({
  [TOPIC]: (event) =>
    inTenant(db, event.tenantId, 'begin', (tx) =>
      takeEffect({ tx, tenantId: event.tenantId }, event),
    ),
});

/** Applies an adjustment once: skipped if reversed, rescheduled or already applied. */
async function takeEffect(place: PriceAdjustmentTenantTx, event: JobEvent): Promise<void> {
  const { tx, tenantId } = place;
  // SAFETY: this module alone emits the topic.
  const { id } = event.payload as { readonly id: string };
  const { rows } = await sql<Adjustment>`
    select * from price_adjustment
    where tenant_id = ${tenantId} and id = ${id} and approval = 'approved' and applied_at is null
      and effective_at <= now()
    for update`.execute(tx);
  const [adjustment] = rows;
  if (adjustment !== undefined) await applyAdjustmentPrices(place, adjustment);
}

import type {
  InputOf,
  PriceAdjustmentFields,
  ReplyOf,
  priceAdjustments,
} from '@tradehouse/contract';
import { priceAdjustPage } from '@tradehouse/contract';
import { numberPeriod } from '@tradehouse/domain';
import { sql } from 'kysely';
import { log, found, idsOf, mayOpen, refuse, refuseStale } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { today } from '../system/index.ts';
import { applyDue, takeBack } from './priceAdjustmentApply.ts';
import { mustSee, priceColumns } from './priceAdjustments.ts';
import type { Adjustment } from './priceAdjustmentApply.ts';

type Saved = ReplyOf<typeof priceAdjustments.add>;

/** Writes an adjustment down; with status '1' it is approved in the same step. */
export async function addAdjustment(
  context: Context,
  fields: PriceAdjustmentFields,
): Promise<Saved> {
  const { tx, tenantId, scope } = context;
  mustSee(scope, fields.price);
  const number = await nextNumber(context);
  const { rows } = await sql<Adjustment>`
    insert into price_adjustment (tenant_id, number, price, reason, effective_at, creator_id)
    values (${tenantId}, ${number}, ${fields.price}, ${fields.reason ?? ''},
      coalesce(${fields.effectiveAt ?? null}::timestamptz, now()), ${scope.userId})
    returning *`.execute(tx);
  const head = found(rows[0]);
  await writeLines(context, head, fields);
  log(context, { ...subjectOf(head), action: 'add', after: { ...head, lines: fields.lines } });
  return savedAs(context, head, fields);
}

/** Changes an adjustment that is not approved. */
export async function updateAdjustment(
  context: Context,
  { id, version, ...fields }: InputOf<typeof priceAdjustments.update>,
): Promise<Saved> {
  const { tx, tenantId } = context;
  const before = found((await lockedAdjustments(context, [id]))[0]);
  if (before.version !== version)
    await refuseStale(context, 'price_adjustment', id, before.version);
  mustBeOpen(before);
  mustSee(context.scope, fields.price);
  const effectiveAt = fields.effectiveAt === undefined ? before.effective_at : fields.effectiveAt;
  const { rows } = await sql<Adjustment>`
    update price_adjustment set price = ${fields.price}, reason = coalesce(${fields.reason ?? null}, reason),
      effective_at = ${effectiveAt === null ? sql`now()` : sql`${effectiveAt}::timestamptz`}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx);
  const head = found(rows[0]);
  await sql`
    delete from price_adjustment_line where tenant_id = ${tenantId} and adjustment_id = ${id}`.execute(
    tx,
  );
  await writeLines(context, head, fields);
  log(context, { ...subjectOf(head), action: 'update', before, after: head });
  return savedAs(context, head, fields);
}

async function savedAs(
  context: Context,
  head: Adjustment,
  { status, confirmed }: PriceAdjustmentFields,
): Promise<Saved> {
  if (status === '1') {
    if (!mayOpen(context.scope, priceAdjustPage, '2')) refuse('access.denied');
    await approveAdjustments(context, { ids: head.id, confirmed: confirmed === true });
  }
  return { id: head.id, version: head.version };
}

/** Deletes adjustments that are not approved, all or none. */
export async function removeAdjustments(
  context: Context,
  ids: string,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const heads = await lockedAdjustments(context, idsOf(ids));
  for (const head of heads) mustBeOpen(head);
  await sql`
    delete from price_adjustment
    where tenant_id = ${tenantId} and id = any(${heads.map(({ id }) => id)}::bigint[])`.execute(tx);
  for (const head of heads) log(context, { ...subjectOf(head), action: 'delete', before: head });
  return { changed: heads.length };
}

/** Approves adjustments, all or none: they take effect at once, or at their moment. */
export async function approveAdjustments(
  context: Context,
  { ids, confirmed = false }: InputOf<typeof priceAdjustments.approve>,
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const heads = await lockedAdjustments(context, idsOf(ids));
  for (const head of heads) {
    mustBeOpen(head);
    await sql`
      update price_adjustment set approval = 'approved', approver_id = ${scope.userId}, approved_at = now(), version = version + 1
      where tenant_id = ${tenantId} and id = ${head.id}`.execute(tx);
    await applyDue(context, head, confirmed);
    log(context, { ...subjectOf(head), action: 'audit' });
  }
  return { changed: heads.length };
}

/** Takes approved adjustments back, all or none: newest first, since a later one stands on the price of an earlier one. */
export async function reverseAdjustments(
  context: Context,
  ids: string,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const heads = await lockedAdjustments(context, idsOf(ids));
  for (const head of heads.toReversed()) {
    if (head.approval !== 'approved') refuse('price.notApproved', { number: head.number });
    await takeBack(context, head);
    await sql`
      update price_adjustment set approval = 'draft', applied_at = null, approver_id = null, approved_at = null,
        version = version + 1
      where tenant_id = ${tenantId} and id = ${head.id}`.execute(tx);
    log(context, { ...subjectOf(head), action: 'reverseAudit' });
  }
  return { changed: heads.length };
}

/** The adjustments, locked in one fixed order; one that is missing, or whose price is hidden, refuses them all. */
async function lockedAdjustments(
  { tx, tenantId, scope }: Context,
  ids: readonly string[],
): Promise<readonly Adjustment[]> {
  const { rows } = await sql<Adjustment>`
    select * from price_adjustment where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
    order by id for update`.execute(tx);
  if (rows.length < ids.length || rows.length === 0) refuse('record.missing');
  for (const { price } of rows) mustSee(scope, price);
  return rows;
}

function mustBeOpen({ approval, number }: Adjustment): void {
  if (approval === 'approved') refuse('price.approved', { number });
}

const subjectOf = ({ id, number }: Adjustment) => ({
  subject: 'price_adjustment' as const,
  subjectId: id,
  number,
});

/** The lines with what their barcodes cost now; refuses a barcode that is missing or stands twice. */
async function writeLines(
  { tx, tenantId }: Context,
  { id, price }: Adjustment,
  { lines }: PriceAdjustmentFields,
): Promise<void> {
  const barcodes = lines.map(({ barcodeId }) => barcodeId);
  const repeated = barcodes.findIndex((barcode, index) => barcodes.indexOf(barcode) < index);
  const { rows } = await sql<{ barcode_id: string }>`
    insert into price_adjustment_line (tenant_id, adjustment_id, line, barcode_id, product_id, old_price, new_price)
    select ${tenantId}::bigint, ${id}::bigint, min(given.line)::integer, barcode.id, barcode.product_id,
      ${sql.ref(`barcode.${priceColumns[price]}`)}, min(given.new_price)
    from unnest(${barcodes}::bigint[], ${lines.map(({ newPrice }) => newPrice)}::numeric[])
      with ordinality as given (barcode_id, new_price, line)
    join barcode on barcode.tenant_id = ${tenantId} and barcode.id = given.barcode_id
    group by barcode.tenant_id, barcode.id
    returning barcode_id`.execute(tx);
  const missing = barcodes.findIndex((barcode) => !rows.some((row) => row.barcode_id === barcode));
  const wrong = missing >= 0 ? missing : repeated;
  if (wrong >= 0) refuse('record.missing', {}, { field: 'lines', line: wrong + 1 });
}

/** TJD, the month, and a count within it. */
async function nextNumber(context: Context): Promise<string> {
  const { tx, tenantId } = context;
  const period = numberPeriod(await today(context));
  const { rows } = await sql<{ value: string }>`
    insert into document_number (tenant_id, kind, period, value)
    values (${tenantId}, 'priceAdjustment', ${period}, 1)
    on conflict (tenant_id, kind, period) do update set value = document_number.value + 1
    returning value::text as value`.execute(tx);
  return `TJD${period}${found(rows[0]).value.padStart(7, '0')}`;
}

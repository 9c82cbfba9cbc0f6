import type {
  InputOf,
  PriceAdjustmentFields,
  ReplyOf,
  priceAdjustments,
} from '@tradehouse/contract';
import { priceAdjustPage } from '@tradehouse/contract';
import { numberPeriod } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, mayOpen, refuseWith } from '../../kernel/access/index.ts';
import { idsFromList } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { nextCount } from '../document/index.ts';
import { readCompanyToday } from '../system/index.ts';
import { applyDue, revertPriceAdjustment } from './priceAdjustmentApply.ts';
import { requirePriceVisibility, priceColumns } from './priceAdjustments.ts';
import type { Adjustment } from './priceAdjustmentApply.ts';

type SavedPriceAdjustment = ReplyOf<typeof priceAdjustments.add>;

/** Saves an adjustment; status '1' also approves it. */
export async function addAdjustment(
  context: Context,
  fields: PriceAdjustmentFields,
): Promise<SavedPriceAdjustment> {
  const { tx, tenantId, scope } = context;
  requirePriceVisibility(scope, fields.price);
  const number = await nextAdjustmentNumber(context);
  const { rows } = await sql<Adjustment>`
    insert into price_adjustment (tenant_id, number, price, reason, effective_at, creator_id)
    values (${tenantId}, ${number}, ${fields.price}, ${fields.reason ?? ''},
      coalesce(${fields.effectiveAt ?? null}::timestamptz, now()), ${scope.userId})
    returning *`.execute(tx);
  const head = orRefuseMissing(rows[0]);
  await writeAdjustmentLines(context, head, fields);
  logChange(context, {
    ...toAdjustmentLogSubject(head),
    action: 'add',
    after: { ...head, lines: fields.lines },
  });
  return savedAs(context, head, fields);
}

/** Changes an unapproved adjustment. */
export async function updateAdjustment(
  context: Context,
  { id, version, ...fields }: InputOf<typeof priceAdjustments.update>,
): Promise<SavedPriceAdjustment> {
  const { tx, tenantId } = context;
  const before = orRefuseMissing((await lockedAdjustments(context, [id]))[0]);
  if (before.version !== version)
    await refuseStale(context, 'price_adjustment', id, before.version);
  requireOpenAdjustment(before);
  requirePriceVisibility(context.scope, fields.price);
  const effectiveAt = fields.effectiveAt === undefined ? before.effective_at : fields.effectiveAt;
  const { rows } = await sql<Adjustment>`
    update price_adjustment set price = ${fields.price}, reason = coalesce(${fields.reason ?? null}, reason),
      effective_at = ${effectiveAt === null ? sql`now()` : sql`${effectiveAt}::timestamptz`}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx);
  const head = orRefuseMissing(rows[0]);
  await sql`
    delete from price_adjustment_line where tenant_id = ${tenantId} and adjustment_id = ${id}`.execute(
    tx,
  );
  await writeAdjustmentLines(context, head, fields);
  logChange(context, { ...toAdjustmentLogSubject(head), action: 'update', before, after: head });
  return savedAs(context, head, fields);
}

async function savedAs(
  context: Context,
  head: Adjustment,
  { status, confirmed }: PriceAdjustmentFields,
): Promise<SavedPriceAdjustment> {
  if (status === '1') {
    if (!mayOpen(context.scope, priceAdjustPage, '2')) refuseWith('access.denied');
    await approveAdjustments(context, { ids: head.id, confirmed: confirmed === true });
  }
  return { id: head.id, version: head.version };
}

/** Deletes unapproved adjustments, all or none. */
export async function removeAdjustments(
  context: Context,
  ids: string,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const heads = await lockedAdjustments(context, idsFromList(ids));
  for (const head of heads) requireOpenAdjustment(head);
  await sql`
    delete from price_adjustment
    where tenant_id = ${tenantId} and id = any(${heads.map(({ id }) => id)}::bigint[])`.execute(tx);
  for (const head of heads)
    logChange(context, { ...toAdjustmentLogSubject(head), action: 'delete', before: head });
  return { changed: heads.length };
}

/** Approves adjustments, all or none; each takes effect at once, or at its time. */
export async function approveAdjustments(
  context: Context,
  { ids, confirmed = false }: InputOf<typeof priceAdjustments.approve>,
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const heads = await lockedAdjustments(context, idsFromList(ids));
  for (const head of heads) {
    requireOpenAdjustment(head);
    await sql`
      update price_adjustment set approval = 'approved', approver_id = ${scope.userId}, approved_at = now(), version = version + 1
      where tenant_id = ${tenantId} and id = ${head.id}`.execute(tx);
    await applyDue(context, head, confirmed);
    logChange(context, { ...toAdjustmentLogSubject(head), action: 'audit' });
  }
  return { changed: heads.length };
}

/** Reverses approved adjustments, all or none: newest first, because later ones build on earlier prices. */
export async function reverseAdjustments(
  context: Context,
  ids: string,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const heads = await lockedAdjustments(context, idsFromList(ids));
  for (const head of heads.toReversed()) {
    if (head.approval !== 'approved') refuseWith('price.notApproved', { number: head.number });
    await revertPriceAdjustment(context, head);
    await sql`
      update price_adjustment set approval = 'draft', applied_at = null, approver_id = null, approved_at = null,
        version = version + 1
      where tenant_id = ${tenantId} and id = ${head.id}`.execute(tx);
    logChange(context, { ...toAdjustmentLogSubject(head), action: 'reverseAudit' });
  }
  return { changed: heads.length };
}

/** Locks adjustments in fixed order; one that is missing, or with a hidden price, refuses all. */
async function lockedAdjustments(
  { tx, tenantId, scope }: Context,
  ids: readonly string[],
): Promise<readonly Adjustment[]> {
  const { rows } = await sql<Adjustment>`
    select * from price_adjustment where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
    order by id for update`.execute(tx);
  if (rows.length < ids.length || rows.length === 0) refuseWith('record.missing');
  for (const { price } of rows) requirePriceVisibility(scope, price);
  return rows;
}

function requireOpenAdjustment({ approval, number }: Adjustment): void {
  if (approval === 'approved') refuseWith('price.approved', { number });
}

const toAdjustmentLogSubject = ({ id, number }: Adjustment) => ({
  subject: 'price_adjustment' as const,
  subjectId: id,
  number,
});

/** Writes lines with the barcodes' current prices; refuses a missing or repeated barcode. */
async function writeAdjustmentLines(
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
  if (wrong >= 0) refuseWith('record.missing', {}, { field: 'lines', line: wrong + 1 });
}

/** Builds the next number: TJD, month, and a count within it. */
async function nextAdjustmentNumber(context: Context): Promise<string> {
  const period = numberPeriod(await readCompanyToday(context));
  const count = await nextCount(context, 'priceAdjustment', period);
  return `TJD${period}${count.padStart(7, '0')}`;
}

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { hideProducts, holdBarcodes, removeProducts, writeOpenings } from '../catalog/index.ts';
import type { OpeningBefore } from '../catalog/index.ts';
import { leads } from './attributeCheck.ts';
import { rowsOf, stretches, within } from './compare.ts';
import type { Stretch } from './compare.ts';
import { changeBrought } from './productWrite.ts';
import { openingsHeld, warehousesIn } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import { refuseChanged, refuseUngranted, refuseUsed } from './takeBack.ts';
import type { Progress } from './work.ts';

/**
 * Takes back what an import brought, while nothing else stands on it: first what is no one else's concern, then what has
 * opening stock. Its books are shared with everybody, so they are held for the shortest time.
 */
export async function undoProducts(
  context: Context,
  at: SheetImport,
  progress: Progress,
): Promise<void> {
  await refuseUngranted(context, opened(context, at, sql`(opening.was->>'warehouseId')::bigint`));
  await holdNew(context, at);
  await refuseUsed(context, at, documentsOf(context));
  await refuseChanged(context, at, 'product');
  await refuseReopened(context, at);
  const parts = await stretches(context, at.id, ['new', 'changed']);
  const left: number[] = [];
  for (const part of parts) {
    const done =
      (await changeBrought(context, at, part, 0)) + (await removeUnnamed(context, at, part));
    left.push(part.rows - done);
    await progress(done);
  }
  for (const [index, part] of parts.entries()) {
    if (warehousesIn(at.columns).length > 0) await closeStock(context, at, part);
    if ((left[index] ?? 0) > 0) await hideNamed(context, at, part);
    await progress(left[index] ?? 0);
  }
}

/** What `columns` say of each opening that the import changed, `opening.was` before. */
const opened = (
  context: Context,
  { id }: SheetImport,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${columns} from sheet_row r cross join jsonb_array_elements(r.derived->'openings') as opening(was)
  where ${rowsOf(context, id)}`;

/**
 * Waits for documents that are being written of new products, and lets none begin: what is not used now is not used when it
 * goes. In the order of postings: first what lines name, then what they move.
 */
async function holdNew(context: Context, { id }: SheetImport): Promise<void> {
  const { tx, tenantId } = context;
  const products = sql`array(
    select r.target_id from sheet_row r where ${rowsOf(context, id)} and r.outcome = 'new')`;
  await holdBarcodes(context, products);
  await sql`
    select from sku_cost where tenant_id = ${tenantId} and sku_id in (
      select k.id from sku k where k.tenant_id = ${tenantId} and k.product_id = any(${products}))
    order by sku_id for update`.execute(tx);
}

/** An opening that is no longer what the import made it was changed by somebody since, without their product. */
async function refuseReopened(context: Context, at: SheetImport): Promise<void> {
  const made = opened(
    context,
    at,
    sql`r.row, r.target_id, (opening.was->>'warehouseId')::bigint,
      (r.cells->>('stock:' || (opening.was->>'warehouseId')))::numeric, (opening.was->>'price')::numeric`,
  );
  const { rows } = await sql<{ name: string }>`
    select p.name from (${made}) as made(row, product_id, warehouse_id, quantity, price)
    join product p on p.tenant_id = ${context.tenantId} and p.id = made.product_id
    left join (${openingsHeld(context)}) h
      on h.subject = 'product:' || made.product_id and h.warehouse_id = made.warehouse_id
    where coalesce(h.quantity, 0) <> made.quantity or h.price <> made.price
    order by made.row limit 1`.execute(context.tx);
  const [changed] = rows;
  if (changed !== undefined) refuse('sheet.undoChanged', { name: changed.name });
}

/** Products `p` that came by an import, with the documents `d` that name them but for their own openings. */
const documentsOf = ({ tenantId }: Context): RawBuilder<unknown> => sql`
    join product p on p.tenant_id = ${tenantId} and p.id = r.target_id
    join sku k on k.tenant_id = ${tenantId} and k.product_id = p.id
    join document_line l on l.tenant_id = ${tenantId} and l.sku_id = k.id
    join document d on d.tenant_id = ${tenantId} and d.id = l.document_id and d.deleted_at is null
      and d.subject <> 'product:' || p.id`;

async function closeStock(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { rows } = await sql<{ openings: readonly OpeningBefore[] }>`
    select r.derived->'openings' as openings from sheet_row r
    where (${within(context, id, part, 'new')} or ${within(context, id, part, 'changed')})
      and jsonb_exists(r.derived, 'openings')`.execute(context.tx);
  await writeOpenings(
    context,
    rows.flatMap(({ openings }) => openings),
    `sheet:${id}:undone`,
  );
}

/** New products that no document ever named are gone for good. */
async function removeUnnamed(
  context: Context,
  { id }: SheetImport,
  part: Stretch,
): Promise<number> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ id: string }>`
    select r.target_id as id from sheet_row r
    where ${within(context, id, part, 'new')} and ${leads} and not exists (
      select from sku k join document_line l on l.tenant_id = ${tenantId} and l.sku_id = k.id
      where k.tenant_id = ${tenantId} and k.product_id = r.target_id)`.execute(tx);
  await removeProducts(
    context,
    rows.map((row) => row.id),
  );
  return rows.length;
}

async function hideNamed(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from sheet_row r join product p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${within(context, id, part, 'new')} and ${leads}`.execute(context.tx);
  await hideProducts(
    context,
    rows.map((row) => row.id),
  );
}

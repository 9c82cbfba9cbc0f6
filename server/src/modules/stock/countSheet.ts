import type { CountReply, InputOf, startCount } from '@tradehouse/contract';
import { recountPage } from '@tradehouse/contract';
import { documentNumber, numberPeriod } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  mayOpen,
  mayUseWarehouse,
  refuseWith,
} from '../../kernel/access/index.ts';
import { containsTextSql, matchesKeyword } from '../../kernel/table/index.ts';
import { rowsAsTable, logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { inCategory } from '../catalog/index.ts';
import { nextCount } from '../document/index.ts';
import { readCompanyToday } from '../system/index.ts';
import { lateAsShown } from './lateMoves.ts';

/** Maximum lines of a count sheet. */
export const MOST_LINES = 20_000;

export type CountState = 'counting' | 'recounting' | 'posted';

/** Count, locked for the rest of the transaction. */
export interface LockedCountSheet {
  readonly id: string;
  readonly number: string;
  readonly warehouseId: string;
  readonly state: CountState;
  /** Current pass: the second after the end of the first. */
  readonly pass: 1 | 2;
  readonly documentId: string | null;
}

/** State of a count: open again after its document is deleted. Reads aliases `sheet` and `posted`. */
export const stateSql: RawBuilder<CountState> = sql<CountState>`
  case when sheet.stage = 'posted' and posted.deleted_at is not null then 'recounting' else sheet.stage end`;

/** Current pass, of the alias `sheet`. */
export const passSql = sql`case when sheet.stage = 'counting' then 1 else 2 end`;

/** Joins a `line`'s result of the first pass, if any, under the alias `first`. */
export const firstPass = (tenantId: string): RawBuilder<unknown> => sql`
  left join count_result first on first.tenant_id = ${tenantId} and first.sheet_id = line.sheet_id
    and first.line_id = line.id and first.pass = 1`;
/** True for lines of the second pass: uncounted in the `first`, different, or moved meanwhile. */
export const goesAgain = (tenantId: string): RawBuilder<boolean> => sql<boolean>`coalesce(
  first.moved or first.counted <> first.book + ${lateAsShown(tenantId, 'first')}, true)`;

/**
 * Tests the right to know the books, hidden by a blind count: from everybody at first, in the second pass
 * from users who may not approve.
 */
export const mayKnowBooks = (
  { scope }: Context,
  { blind, state }: { readonly blind: boolean; readonly state: CountState },
): boolean =>
  !blind || state === 'posted' || (state === 'recounting' && mayOpen(scope, recountPage, '2'));

/**
 * Locks counts; refuses any in another state. `shared`: several users may count at once while no one
 * changes the state.
 */
export async function lockSheets(
  context: Context,
  ids: readonly string[],
  states: readonly CountState[],
  mode: 'shared' | 'alone' = 'alone',
): Promise<LockedCountSheet[]> {
  const { tx, tenantId, scope } = context;
  const wanted = [...new Set(ids)].toSorted((one, other) => Number(one) - Number(other));
  const { rows } = await sql<LockedCountSheet>`
    select sheet.id, sheet.number, sheet.warehouse_id as "warehouseId", ${stateSql} as state,
      ${passSql} as pass,
      case when posted.deleted_at is null then sheet.document_id end as "documentId"
    from count_sheet sheet
    left join document posted on posted.tenant_id = ${tenantId} and posted.id = sheet.document_id
    where sheet.tenant_id = ${tenantId} and sheet.id = any(${wanted}::bigint[])
    order by sheet.id
    for ${sql.raw(mode === 'shared' ? 'share' : 'update')} of sheet`.execute(tx);
  return wanted.map((id) => {
    const sheet = orRefuseMissing(
      rows.find((row) => row.id === id && mayUseWarehouse(scope, row.warehouseId)),
    );
    return states.includes(sheet.state)
      ? sheet
      : refuseWith('count.state', { number: sheet.number, id });
  });
}

/** Opens a sheet over a warehouse's stock, by lot and stock type. Refuses an empty or overlong sheet. */
export async function openSheet(
  context: Context,
  input: InputOf<typeof startCount>,
): Promise<{ id: string; number: string; lines: number }> {
  const { tx, tenantId, scope } = context;
  const { warehouseId, blind = false, remark = '' } = input;
  const known = await tx
    .selectFrom('warehouse')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', warehouseId)
    .select('id')
    .executeTakeFirst();
  if (known === undefined || !mayUseWarehouse(scope, warehouseId))
    refuseWith('record.missing', {}, { field: 'warehouseId' });
  const number = await nextCountNumber(context);
  const part = await describeCountScope(context, input);
  const { rows } = await sql<{ id: string }>`
    insert into count_sheet (tenant_id, number, warehouse_id, scope, blind, creator_id, institution_id, remark)
    values (${tenantId}, ${number}, ${warehouseId}, ${part}, ${blind}, ${scope.userId}, ${scope.institutionId}, ${remark})
    returning id`.execute(tx);
  const { id } = orRefuseMissing(rows[0]);
  const lines = await fillCountSheet(context, id, input);
  if (lines === 0) refuseWith('count.nothing', {}, { field: narrowestField(input) });
  if (lines > MOST_LINES) refuseWith('count.tooMany', { lines, most: MOST_LINES });
  logChange(context, {
    action: 'add',
    subject: 'count_sheet',
    subjectId: id,
    number,
    after: { lines },
  });
  return { id, number, lines };
}

/** Field blamed for a count without lines: a narrowing filter, otherwise the warehouse. */
const narrowestField = (input: InputOf<typeof startCount>): string =>
  (['shelfPosition', 'keyword', 'brandId', 'categoryId'] as const).find(
    (field) => (input[field] ?? '').trim() !== '',
  ) ?? 'warehouseId';

/** Describes the scope of a count in words. */
async function describeCountScope(
  { tx, tenantId }: Context,
  {
    categoryId = null,
    brandId = null,
    shelfPosition = '',
    keyword = '',
  }: InputOf<typeof startCount>,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 1 as place, name from category where tenant_id = ${tenantId} and id = ${categoryId}::bigint
      union all select 2, name from brand where tenant_id = ${tenantId} and id = ${brandId}::bigint) as part
    order by place`.execute(tx);
  const words = [...rows.map(({ name }) => name), shelfPosition.trim(), keyword.trim()];
  return words.filter((word) => word !== '').join(' · ');
}

/** Next number of the kind's counter, shared with counts written by hand. */
async function nextCountNumber(context: Context): Promise<string> {
  const kind = 'stockCount';
  const period = numberPeriod(await readCompanyToday(context));
  const count = await nextCount(context, kind, period);
  return documentNumber(kind, period, count);
}

async function fillCountSheet(
  { tx, tenantId }: Context,
  id: string,
  {
    warehouseId,
    categoryId,
    brandId,
    keyword = '',
    shelfPosition = '',
  }: InputOf<typeof startCount>,
): Promise<number> {
  const conditions = [
    sql`product.enabled`,
    (categoryId ?? null) === null ? sql`true` : inCategory(tenantId, categoryId ?? ''),
    (brandId ?? null) === null ? sql`true` : sql`product.brand_id = ${brandId}::bigint`,
    keyword.trim() === '' ? sql`true` : matchesKeyword(tenantId, keyword),
    shelfPosition.trim() === ''
      ? sql`true`
      : containsTextSql(sql`product.shelf_position`, shelfPosition),
  ];
  const { rows } = await sql<object>`
    select held.sku_id, held.lot, lot.expiry, held.stock_type
    from stock_balance held
    join sku on sku.tenant_id = ${tenantId} and sku.id = held.sku_id
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    left join lot on lot.tenant_id = ${tenantId} and lot.sku_id = held.sku_id and lot.lot = held.lot
    where held.tenant_id = ${tenantId} and held.warehouse_id = ${warehouseId} and held.quantity <> 0
      and ${sql.join(conditions, sql` and `)}
    order by product.shelf_position, product.name, held.sku_id, held.lot
    limit ${MOST_LINES + 1}`.execute(tx);
  if (rows.length <= MOST_LINES)
    await sql`
      insert into count_line (tenant_id, sheet_id, sku_id, lot, expiry, stock_type)
      select ${tenantId}::bigint, ${id}::bigint, given.*
      from ${rowsAsTable(rows, 'sku_id bigint, lot text, expiry date, stock_type text')}
      returning id`.execute(tx);
  return rows.length;
}

/** Reads one count, by its id or its posted document's. */
export async function sheetInfo(
  context: Context,
  {
    id = null,
    documentId = null,
  }: { readonly id?: string | null; readonly documentId?: string | null },
): Promise<CountReply> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<Omit<CountReply, 'open' | 'state'> & { state: CountState }>`
    select sheet.id, sheet.number, sheet.warehouse_id as "warehouseId", warehouse.name as "warehouseName",
      ${stateSql} as state, sheet.blind,
      (select count(*)::int from count_line line where line.tenant_id = ${tenantId} and line.sheet_id = sheet.id) as lines,
      (select count(*)::int from count_result result
        where result.tenant_id = ${tenantId} and result.sheet_id = sheet.id
          and result.pass = ${passSql}) as "countedLines",
      (select count(*)::int from count_result result
        where result.tenant_id = ${tenantId} and result.sheet_id = sheet.id and result.pass = 1
          and (result.moved or result.counted <> result.book + ${lateAsShown(tenantId, 'result')})) as "recountLines",
      case when posted.deleted_at is null then posted.id end as "documentId",
      case when posted.deleted_at is null then coalesce(posted.number, '') else '' end as "documentNumber",
      creator.name as "creatorName", sheet.created_at as "createTime", sheet.remark
    from count_sheet sheet
    join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = sheet.warehouse_id
    join app_user creator on creator.tenant_id = ${tenantId} and creator.id = sheet.creator_id
    left join document posted on posted.tenant_id = ${tenantId} and posted.id = sheet.document_id
    where sheet.tenant_id = ${tenantId} and (sheet.id = ${id}::bigint or sheet.document_id = ${documentId}::bigint)
    limit 1`.execute(tx);
  const [row] = rows;
  const sheet = orRefuseMissing(
    row !== undefined && mayUseWarehouse(scope, row.warehouseId) ? row : undefined,
  );
  const open = mayKnowBooks(context, sheet);
  return {
    ...sheet,
    open,
    recountLines: open || sheet.state !== 'counting' ? sheet.recountLines : 0,
    createTime: String(sheet.createTime),
  };
}

/** Switches the pass. Results of the second pass remain for its continuation. */
export async function stepSheet(
  context: Context,
  id: string,
  from: 'counting' | 'recounting',
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const [sheet] = await lockSheets(context, [id], [from]);
  const to = from === 'counting' ? 'recounting' : 'counting';
  await sql`
    update count_sheet set stage = ${to}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const { number } = orRefuseMissing(sheet);
  logChange(context, {
    action: 'update',
    subject: 'count_sheet',
    subjectId: id,
    number,
    before: { stage: from },
    after: { stage: to },
  });
  return { changed: 1 };
}

/** Deletes count sheets without a posted document. */
export async function removeSheets(
  context: Context,
  ids: readonly string[],
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const sheets = await lockSheets(context, ids, ['counting', 'recounting']);
  await tx
    .deleteFrom('count_sheet')
    .where('tenant_id', '=', tenantId)
    .where(
      'id',
      'in',
      sheets.map(({ id }) => id),
    )
    .execute();
  for (const { id, number } of sheets)
    logChange(context, { action: 'delete', subject: 'count_sheet', subjectId: id, number });
  return { changed: sheets.length };
}

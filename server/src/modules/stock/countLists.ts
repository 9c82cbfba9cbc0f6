import { countLineTable, countTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { grantedWarehouses } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { FilterResolver } from '../../kernel/table/index.ts';
import { firstPass, goesAgain, mayKnowBooks, passSql, stateSql } from './countSheet.ts';
import type { CountState } from './countSheet.ts';
import { lateAsShown } from './lateMoves.ts';
import { skuNames } from './skuNames.ts';

/** Limits rows to granted chosen warehouses; `column` holds the id. */
export const inWarehouses = (
  { scope }: Context,
  column: string,
  ids: readonly string[] | undefined,
) =>
  ids === undefined || ids.length === 0
    ? grantedWarehouses(scope, column)
    : sql<boolean>`(${sql.ref(column)} = any(${ids}::bigint[]) and ${grantedWarehouses(scope, column)})`;

export const countRows = bindTable(countTable, (context, { warehouses }) => {
  const { tenantId } = context;
  const counted = (condition: ReturnType<typeof sql>) => sql`
    (select count(*)::int from count_result result
      where result.tenant_id = ${tenantId} and result.sheet_id = sheet.id and ${condition})`;
  return sql<RowOf<typeof countTable>>`
    select sheet.id, sheet.number, warehouse.name as "warehouseName", sheet.scope, ${stateSql} as state,
      (select count(*)::int from count_line line
        where line.tenant_id = ${tenantId} and line.sheet_id = sheet.id) as lines,
      ${counted(sql`result.pass = 1`)} as "countedLines",
      case when sheet.blind and sheet.stage = 'counting' then null
        else ${counted(sql`result.pass = 1 and result.counted <> result.book + ${lateAsShown(tenantId, 'result')}`)} end as "differingLines",
      sheet.blind, case when posted.deleted_at is null then coalesce(posted.number, '') else '' end as "documentNumber",
      creator.name as "creatorName", sheet.created_at as "createTime", sheet.remark
    from count_sheet sheet
    join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = sheet.warehouse_id
    join app_user creator on creator.tenant_id = ${tenantId} and creator.id = sheet.creator_id
    left join document posted on posted.tenant_id = ${tenantId} and posted.id = sheet.document_id
    where sheet.tenant_id = ${tenantId} and ${inWarehouses(context, 'sheet.warehouse_id', warehouses)}`;
});

const shows: Readonly<Record<string, ReturnType<typeof sql>>> = {
  all: sql`true`,
  uncounted: sql`first.line_id is null`,
  counted: sql`first.line_id is not null`,
  differing: sql`last.counted <> last.book`,
};

/** Filters by differences would reveal the figures of a blind count. */
const telling = ['differing', 'recount'];

export const countLineRows = bindTable(
  countLineTable,
  (context, { sheetId = '', show = 'all' }) => {
    const { tenantId, scope } = context;
    // Right to know the books, found by `meaning`.
    const [id = '0', open = ''] = sheetId.split(' ');
    const known = (value: ReturnType<typeof sql>) => (open === 'open' ? value : sql`null`);
    const by = open !== 'open' && telling.includes(show) ? 'all' : show;
    const shown = by === 'recount' ? goesAgain(tenantId) : shows[by];
    const bookOf = (result: 'first' | 'again') =>
      sql`${sql.ref(`${result}.book`)} + ${lateAsShown(tenantId, result)}`;
    return sql<RowOf<typeof countLineTable>>`
      select line.id, product.id as "productId", product.serial_managed as "serialManaged",
        coalesce(base.code, '') as barcode, product.name, product.standard, sku.attributes,
        product.shelf_position as "shelfPosition", coalesce(product.unit_name, unit.base_unit) as unit,
        line.lot, coalesce(lot.expiry, line.expiry) as expiry, line.stock_type as "stockType",
        ${known(bookOf('first'))}::numeric as book, first.counted, ${known(bookOf('again'))}::numeric as "againBook",
        again.counted as again, share.quantity as mine,
        ${known(sql`last.counted - last.book`)}::numeric as difference,
        worth.value / nullif(worth.quantity, 0) as cost,
        ${known(sql`round((last.counted - last.book) * worth.value / nullif(worth.quantity, 0), 2)`)}::numeric as "differenceValue",
        coalesce(last.moved, false) as moved, last.counted_at as "countedAt"
      from count_line line
      join count_sheet sheet on sheet.tenant_id = ${tenantId} and sheet.id = line.sheet_id
      ${skuNames(tenantId, 'line.sku_id')}
      ${firstPass(tenantId)}
      left join count_result again on again.tenant_id = ${tenantId} and again.sheet_id = line.sheet_id
        and again.line_id = line.id and again.pass = 2
      cross join lateral (select
        case when again.line_id is null then ${bookOf('first')} else ${bookOf('again')} end as book,
        case when again.line_id is null then first.counted else again.counted end as counted,
        case when again.line_id is null then first.moved else again.moved end as moved,
        case when again.line_id is null then first.counted_at else again.counted_at end as counted_at) as last
      left join count_share share on share.tenant_id = ${tenantId} and share.sheet_id = line.sheet_id
        and share.line_id = line.id and share.user_id = ${scope.userId}
        and share.pass = ${passSql}
      left join sku_cost worth on worth.tenant_id = ${tenantId} and worth.sku_id = line.sku_id
      left join lot on lot.tenant_id = ${tenantId} and lot.sku_id = line.sku_id and lot.lot = line.lot
      where line.tenant_id = ${tenantId} and line.sheet_id = ${id}::bigint
        and ${grantedWarehouses(scope, 'sheet.warehouse_id')} and ${shown ?? sql`true`}`;
  },
  { pages: 'whole', meaning: withOpenness },
);

/** Adds to a count the right to know its books. */
async function withOpenness(
  context: Context,
  filters: Parameters<FilterResolver>[1],
): ReturnType<FilterResolver> {
  const { tx, tenantId } = context;
  const asked = String(filters['sheetId'] ?? '');
  const id = /^\d{1,18}$/.test(asked) ? asked : '0';
  const { rows } = await sql<{ blind: boolean; state: CountState }>`
    select sheet.blind, ${stateSql} as state
    from count_sheet sheet
    left join document posted on posted.tenant_id = ${tenantId} and posted.id = sheet.document_id
    where sheet.tenant_id = ${tenantId} and sheet.id = ${id}::bigint`.execute(tx);
  const [sheet] = rows;
  const open = sheet !== undefined && mayKnowBooks(context, sheet);
  return { ...filters, sheetId: `${id} ${open ? 'open' : 'blind'}` };
}

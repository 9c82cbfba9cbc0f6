import { tradeMeasures, tradedGoods } from '@tradehouse/database';
import type { TradedColumn } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { bookedBetween, ofDays } from '../../../kernel/table/index.ts';
import { sqlFromTemplate } from '../sqlTemplate.ts';
import {
  NONE,
  hasGoodsDetail,
  hasTeamDetail,
  hasWarehouseDetail,
  hasDetail,
  tradeSums,
} from './tradeQuery.ts';
import type { TradeQuery } from './tradeQuery.ts';

type TradeDateRange = readonly [string | null, string | null];

/** Condition for documents with a product, by the index of product lines. */
const holdsProduct = (
  tenantId: string,
  { productId }: TradeQuery,
  [since, until]: TradeDateRange,
) =>
  productId === undefined
    ? sql`true`
    : sql`document.id in (
        select line.document_id from document_line as line
        join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id and sku.product_id = ${productId}
        where line.tenant_id = ${tenantId} and ${ofDays('line', since, until)})`;

/** Document columns of trade rows. */
const documentColumns = {
  partner_id: 'coalesce(document.partner_id, 0)',
  creator_id: 'document.creator_id',
  institution_id: 'coalesce(document.institution_id, 0)',
  kind: 'document.kind',
  month: "date_trunc('month', document.business_date)::date",
} as const;
/** Document columns with the team: slower than everything else. */
const documentColumnsWithTeam = {
  ...documentColumns,
  salesperson_ids:
    'array(select distinct id from unnest(document.salesperson_ids) as id order by id)',
} as const;

/**
 * Lines of the documents of a range. A document counts in the warehouse of the first line; by goods, once
 * per SKU and warehouse, therefore lines are grouped by both.
 *
 * @param names document columns, beside goods and warehouses; default: all
 */
export function lineTradeSql(
  { tenantId, scope }: Context,
  query: TradeQuery,
  [since, until]: TradeDateRange,
  names?: readonly string[],
): RawBuilder<unknown> {
  const { kinds, partnerId, sums = tradeSums } = query;
  const partner =
    partnerId === undefined
      ? sql`true`
      : partnerId === NONE
        ? sql`document.partner_id is null`
        : sql`document.partner_id = ${partnerId}`;
  // Documents in force are not deleted: the redundant condition enables the indexes of days, partners and
  // goods.
  const range = sql`${bookedBetween('document', since, until)} and document.kind = any(${kinds}::text[])
    and document.deleted_at is null and ${partner} and ${holdsProduct(tenantId, query, [since, until])}`;
  const measures = tradeMeasures.filter((name) => sums.includes(name));
  const available = Object.entries(
    hasTeamDetail(query) ? documentColumnsWithTeam : documentColumns,
  );
  const requested: Readonly<Record<string, string>> = Object.fromEntries(
    available.filter(
      ([name]) => names?.includes(name) ?? (name !== 'month' || hasDetail(query, 'all')),
    ),
  );
  // By goods, a document counts once per warehouse, too.
  const byWarehouse =
    hasWarehouseDetail(scope, query) || (hasGoodsDetail(query) && sums.includes('documents'));
  const lines = (also: typeof requested, columns: readonly TradedColumn[]) =>
    sqlFromTemplate(tradedGoods({ columns, of: '$2', measures, also, byWarehouse }), {
      $1: sql`${tenantId}`,
      $2: range,
    });
  if (!sums.includes('documents')) {
    const needsWarehouse = byWarehouse || names?.includes('warehouse_id') === true;
    const warehouse = needsWarehouse ? (['warehouse_id'] as const) : [];
    const document = hasDetail(query, 'documents') ? (['document_id'] as const) : [];
    return sql`select * from ${lines(requested, ['sku_id', ...warehouse, ...document])} as traded`;
  }
  const byDocument = ['document_id', 'sku_id', 'warehouse_id', 'lines', 'heads'] as const;
  // A document has a single first line.
  if (!hasGoodsDetail(query) && !hasTeamDetail(query))
    return sql`select traded.*, traded.heads as documents from ${lines(requested, byDocument)} as traded`;
  const documents = hasGoodsDetail(query) ? sql`max(traded.lines)` : sql`max(traded.heads)`;
  const summed = measures.map((sum) => `, sum(traded.${sum}) as ${sum}`).join('');
  const columns = Object.entries(requested).map(([name, expression]) => `${expression} as ${name}`);
  // Groups by each column: a cluster does not infer a document's columns from a grouped key.
  const grouped = sql.raw(
    Array.from({ length: 3 + columns.length }, (_, index) => index + 1).join(),
  );
  return sql`
    select traded.document_id, traded.sku_id, traded.warehouse_id, ${sql.raw(columns.join())},
      ${documents} as documents${sql.raw(summed)}
    from ${lines({}, byDocument)} as traded
    join document on document.tenant_id = ${tenantId} and document.id = traded.document_id
    group by ${grouped}`;
}

import { choiceLabel, stockOwnTable } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY, isKeyOf, keysOf, stockTypes } from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { allOf } from '../conditions.ts';
import { namedRecord } from '../namedRecord.ts';
import type { RecordNameSource } from '../namedRecord.ts';
import { divideMeasures, measureFromSum, subtractMeasures } from '../ranked/measureFormulas.ts';
import { rankedReport } from '../ranked/rankedReport.ts';
import { stockValueSql } from '../goods/stockAt.ts';
import type { StockColumn } from '../goods/stockAt.ts';
import { tradeDimensions } from '../trade/tradeDimensions.ts';
import { goodsConditionsSql } from '../trade/tradeConditions.ts';
import { monthlyStockLevelsSql, stockLevelsSql } from './stockLevels.ts';

type CustomStockSql = RawBuilder<unknown>;
type CustomStockFilters = FiltersOf<typeof stockOwnTable>;

interface StockDimension {
  /** Id expression of a row of `stock` and its `product`; 0: none. */
  readonly id: CustomStockSql;
  readonly names: RecordNameSource;
  /** Requires the `product`, too. */
  readonly ofProduct?: true;
  /** Required stock column, beside the SKU. */
  readonly column?: Exclude<StockColumn, 'sku_id'>;
}

const { product, category, brand, warehouse } = tradeDimensions;
const stockDimensions = {
  product,
  category,
  brand,
  warehouse: { ...warehouse, id: sql`stock.warehouse_id`, column: 'warehouse_id' },
  stockType: { id: sql`stock.stock_type`, names: null, column: 'stock_type' },
  month: { id: sql`stock.month`, names: null },
} as const satisfies Readonly<
  Record<(typeof stockOwnTable)['filters']['level']['choices'][number], StockDimension>
>;

type CustomStockLevel = keyof typeof stockDimensions;
const toCustomStockLevel = (level: string | undefined): CustomStockLevel =>
  level !== undefined && isKeyOf(stockDimensions, level) ? level : 'product';

/** Sums over `stock`; `on_hand` belongs to the rows, quantity and value to the company. */
const added = {
  came: sql`stock.came`,
  moved: sql`stock."on_handMoved"`,
  closing: sql`stock.on_hand`,
  openingValue: stockValueSql(sql`(stock.on_hand - stock."on_handMoved")`, {
    quantity: sql`(stock.quantity - stock."quantityMoved")`,
    value: sql`(stock.value - stock."valueMoved")`,
  }),
  closingValue: stockValueSql(sql`stock.on_hand`, {
    quantity: sql`stock.quantity`,
    value: sql`stock.value`,
  }),
};
type StockSumName = keyof typeof added;

/** Published sum: the first part, less the second. */
const sums: Readonly<Record<string, readonly [StockSumName, StockSumName?]>> = {
  opening: ['closing', 'moved'],
  closing: ['closing'],
  openingValue: ['openingValue'],
  closingValue: ['closingValue'],
  came: ['came'],
  went: ['came', 'moved'],
};
/** Sums that are non-additive over days. */
const levels = ['opening', 'closing', 'openingValue', 'closingValue'];

interface CustomStockQuery {
  readonly keys: readonly CustomStockLevel[];
  readonly filters: CustomStockFilters;
  readonly names: readonly string[];
}

/** Stock and moves of some days in these sums, a row for each key (and second). */
function customStockSumsSql(
  context: Context,
  { keys, filters, names }: CustomStockQuery,
  days: InclusiveDateRange,
): CustomStockSql {
  const { tenantId } = context;
  const { materialId: productId, warehouses: warehouseIds, stockType, ...goods } = filters;
  const by: readonly StockColumn[] = [
    'sku_id',
    ...keys.flatMap((key) => {
      const { column }: StockDimension = stockDimensions[key];
      return column === undefined ? [] : [column];
    }),
  ];
  const toLevelsSql = keys.includes('month') ? monthlyStockLevelsSql : stockLevelsSql;
  const stock = toLevelsSql(context, by, { days, productId, warehouseIds, stockTypes: stockType });
  const [id = sql`null`, second = sql`null`] = keys.map((key) => stockDimensions[key].id);
  const parts = keysOf(added).filter((name) => names.some((sum) => sums[sum]?.includes(name)));
  const summed = sql.join(
    parts.map((name) => sql`coalesce(sum(${added[name]}), 0) as ${sql.ref(name)}`),
  );
  const figures = sql.join(
    names.map((name) => {
      const of = (sums[name] ?? []).map((part) => sql.ref(`part.${part}`));
      return sql`${sql.join(of, sql` - `)} as ${sql.ref(name)}`;
    }),
  );
  const goodsConditions = goodsConditionsSql(tenantId, { productId, ...goods });
  const ofProduct =
    goodsConditions.length > 0 ||
    keys.some((key) => {
      const dimension: StockDimension = stockDimensions[key];
      return dimension.ofProduct === true;
    });
  return sql`
    select part.key::text as key, part.second::text as second, ${figures}
    from (
    select ${id} as key, ${second} as second, ${summed}
    from ${stock} as stock
    join sku on sku.tenant_id = ${tenantId} and sku.id = stock.sku_id
    ${ofProduct ? sql`join product on product.tenant_id = ${tenantId} and product.id = sku.product_id` : sql``}
    where ${allOf(goodsConditions)}
    group by 1, 2
    having bool_or(stock.on_hand <> 0 or stock.came <> 0 or stock."on_handMoved" <> 0)) as part`;
}

const typeName = (language: Context['language'], key: string): CustomStockSql =>
  sql`case ${sql.ref(key)} ${sql.join(
    stockTypes.map((type) => sql`when ${type} then ${choiceLabel(language, 'stockType', type)}`),
    sql` `,
  )} end`;

const closing = measureFromSum('closing');
const closingValue = measureFromSum('closingValue');
const measures = {
  opening: measureFromSum('opening'),
  came: measureFromSum('came'),
  went: measureFromSum('went'),
  changed: subtractMeasures(measureFromSum('came'), measureFromSum('went')),
  closing,
  openingValue: measureFromSum('openingValue'),
  changedValue: subtractMeasures(closingValue, measureFromSum('openingValue')),
  closingValue,
  cost: divideMeasures(closingValue, closing, 6),
};

/** Stock in custom reports: rows come from balances, days and months. */
export const stockOwnRows = rankedReport<
  typeof stockOwnTable,
  keyof typeof measures,
  CustomStockFilters
>(stockOwnTable, {
  measures,
  ranksBy: 'closing',
  toQuery(context, { level, second, ...filters }) {
    const first = toCustomStockLevel(level);
    const secondKey =
      second === undefined || second === first ? undefined : toCustomStockLevel(second);
    const keys: readonly CustomStockLevel[] =
      secondKey === undefined ? [first] : [first, secondKey];
    return {
      context,
      keys: secondKey === undefined ? [first] : [first, secondKey],
      dates: filters.dates,
      compare: filters.compare,
      sums: Object.keys(sums),
      nonAdditive: keys.includes('month') ? levels : [],
      nameSql: (by, key, as) =>
        namedRecord(stockDimensions[toCustomStockLevel(by)].names, {
          tenantId: context.tenantId,
          key,
          as,
          itself:
            by === 'stockType' ? typeName(context.language, key) : sql`left(${sql.ref(key)}, 7)`,
        }),
      sumsSql: ([since, until], names) =>
        customStockSumsSql(context, { keys, filters, names }, [
          since ?? FIRST_DAY,
          until ?? LAST_DAY,
        ]),
    };
  },
});

import { choiceLabel, stockOwnTable } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY, isKeyOf, keysOf, stockTypes } from '@tradehouse/domain';
import type { Stretch } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context, FiltersOf } from '../../../kernel/index.ts';
import { allOf } from '../conditions.ts';
import { stockMovedBy, worthMovedBy } from '../movedIn.ts';
import { namedRecord } from '../namedRecord.ts';
import type { Names } from '../namedRecord.ts';
import { figure, less, rankedReport, rate } from '../rankedReport.ts';
import { stockBesideWorth, valueOf } from '../goods/stockAt.ts';
import type { StockColumn } from '../goods/stockAt.ts';
import { throughMonths } from '../throughMonths.ts';
import { dimensions } from '../trade/tradeDimensions.ts';
import { ofGoods } from '../trade/tradedBy.ts';

type Sql = RawBuilder<unknown>;
type Asked = FiltersOf<typeof stockOwnTable>;

interface Dimension {
  /** Of a row of `stock` and its `product`; 0: none. */
  readonly id: Sql;
  readonly names: Names;
  /** Its `product` has to be known, too. */
  readonly ofProduct?: true;
  /** What stock has to be told by for it, beside its SKU. */
  readonly column?: Exclude<StockColumn, 'sku_id'>;
}

const { product, category, brand, warehouse } = dimensions;
const stockDimensions = {
  product,
  category,
  brand,
  warehouse: { ...warehouse, id: sql`stock.warehouse_id`, column: 'warehouse_id' },
  stockType: { id: sql`stock.stock_type`, names: null, column: 'stock_type' },
  month: { id: sql`stock.month`, names: null },
} as const satisfies Readonly<
  Record<(typeof stockOwnTable)['filters']['level']['choices'][number], Dimension>
>;

type Level = keyof typeof stockDimensions;
const levelOf = (level: string | undefined): Level =>
  level !== undefined && isKeyOf(stockDimensions, level) ? level : 'product';

/** What is added up over rows of `stock`, where `lies` is theirs, quantity and value the company's. */
const added = {
  came: sql`stock.came`,
  moved: sql`stock."liesMoved"`,
  closing: sql`stock.lies`,
  openingValue: valueOf(sql`(stock.lies - stock."liesMoved")`, {
    quantity: sql`(stock.quantity - stock."quantityMoved")`,
    value: sql`(stock.value - stock."valueMoved")`,
  }),
  closingValue: valueOf(sql`stock.lies`, {
    quantity: sql`stock.quantity`,
    value: sql`stock.value`,
  }),
};
type Added = keyof typeof added;

/** A sum that is told: the first of these, less the second. */
const sums: Readonly<Record<string, readonly [Added, Added?]>> = {
  opening: ['closing', 'moved'],
  closing: ['closing'],
  openingValue: ['openingValue'],
  closingValue: ['closingValue'],
  came: ['came'],
  went: ['came', 'moved'],
};
/** Those that do not add up over days. */
const levels = ['opening', 'closing', 'openingValue', 'closingValue'];

interface StockQuestion {
  readonly keys: readonly Level[];
  readonly asked: Asked;
  readonly names: readonly string[];
}

/** What lay where and what moved in some days, these sums of it, a row for each key (and second). */
function stockIn(context: Context, { keys, asked, names }: StockQuestion, days: Stretch): Sql {
  const { tenantId } = context;
  const { materialId: productId, warehouses: warehouseIds, stockType, ...goods } = asked;
  const whose = { warehouseIds, stockTypes: stockType };
  const by: readonly StockColumn[] = [
    'sku_id',
    ...keys.flatMap((key) => {
      const { column }: Dimension = stockDimensions[key];
      return column === undefined ? [] : [column];
    }),
  ];
  const isByMonth = keys.includes('month');
  const byMonth = isByMonth ? (['month'] as const) : [];
  const [, until] = days;
  const worthMoved = worthMovedBy(['sku_id', ...byMonth], context, { days, productId });
  const stock = throughMonths({
    by,
    held: stockBesideWorth(by, context, { day: until, productId, ...whose }),
    moved: [
      { relation: sql`moved`, by, levels: ['lies'], flows: ['came'] },
      {
        relation: isByMonth ? sql`worth_moved` : worthMoved,
        by: ['sku_id'],
        levels: ['quantity', 'value'],
      },
    ],
    // What goods are worth changes in other months, too: elsewhere, or by what they cost.
    months: isByMonth ? sql`(select month from moved union select month from worth_moved)` : null,
  });
  const [id = sql`null`, second = sql`null`] = keys.map((one) => stockDimensions[one].id);
  const parts = keysOf(added).filter((name) => names.some((sum) => sums[sum]?.includes(name)));
  const summed = sql.join(
    parts.map((name) => sql`coalesce(sum(${added[name]}), 0) as ${sql.ref(name)}`),
  );
  const told = sql.join(
    names.map((name) => {
      const of = (sums[name] ?? []).map((part) => sql.ref(`part.${part}`));
      return sql`${sql.join(of, sql` - `)} as ${sql.ref(name)}`;
    }),
  );
  const goodsAsked = ofGoods(tenantId, { productId, ...goods });
  const ofProduct =
    goodsAsked.length > 0 ||
    keys.some((key) => {
      const dimension: Dimension = stockDimensions[key];
      return dimension.ofProduct === true;
    });
  return sql`
    with moved as materialized (
      select moved.*, moved.quantity as lies from ${stockMovedBy([...by, ...byMonth], context, { days, productId, ...whose })} as moved)
      ${isByMonth ? sql`, worth_moved as materialized (select * from ${worthMoved} as moved)` : sql``}
    select part.key::text as key, part.second::text as second, ${told}
    from (
    select ${id} as key, ${second} as second, ${summed}
    from ${stock} as stock
    join sku on sku.tenant_id = ${tenantId} and sku.id = stock.sku_id
    ${ofProduct ? sql`join product on product.tenant_id = ${tenantId} and product.id = sku.product_id` : sql``}
    where ${allOf([...goodsAsked, ...(isByMonth ? [sql`stock.month in (select month from moved)`] : [])])}
    group by 1, 2
    having bool_or(stock.lies <> 0 or stock.came <> 0 or stock."liesMoved" <> 0)) as part`;
}

const typeName = (language: Context['language'], key: string): Sql =>
  sql`case ${sql.ref(key)} ${sql.join(
    stockTypes.map((type) => sql`when ${type} then ${choiceLabel(language, 'stockType', type)}`),
    sql` `,
  )} end`;

const closing = figure('closing');
const closingValue = figure('closingValue');
const measures = {
  opening: figure('opening'),
  came: figure('came'),
  went: figure('went'),
  changed: less(figure('came'), figure('went')),
  closing,
  openingValue: figure('openingValue'),
  changedValue: less(closingValue, figure('openingValue')),
  closingValue,
  cost: rate(closingValue, closing, 6),
};

/** Stock as its readers put it together: rows are read from balances, days and months. */
export const stockOwnRows = rankedReport<typeof stockOwnTable, keyof typeof measures, Asked>(
  stockOwnTable,
  {
    measures,
    ranksBy: 'closing',
    question(context, { level, second, ...asked }) {
      const first = levelOf(level);
      const other = second === undefined || second === first ? undefined : levelOf(second);
      const keys: readonly Level[] = other === undefined ? [first] : [first, other];
      return {
        context,
        keys: other === undefined ? [first] : [first, other],
        dates: asked.dates,
        compare: asked.compare,
        sums: Object.keys(sums),
        apart: keys.includes('month') ? levels : [],
        named: (by, key, as) =>
          namedRecord(stockDimensions[levelOf(by)].names, {
            tenantId: context.tenantId,
            key,
            as,
            itself:
              by === 'stockType' ? typeName(context.language, key) : sql`left(${sql.ref(key)}, 7)`,
          }),
        of: ([since, until], names) =>
          stockIn(context, { keys, asked, names }, [since ?? FIRST_DAY, until ?? LAST_DAY]),
      };
    },
  },
);

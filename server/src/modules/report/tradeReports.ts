import { buyInTable, retailOutTable, saleOutTable, tradeProfitTable } from '@tradehouse/contract';
import type { RowOf, profitLevels } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode, PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { given, refuse, seesAmounts, source } from '../../kernel/index.ts';
import type { Context, FiltersOf } from '../../kernel/index.ts';
import { goodsBeside } from './goods.ts';
import { tradedBy } from './tradedBy.ts';
import type { TradedBy } from './tradedBy.ts';

/** The kinds of some sides of trade, each with 1 where it adds to what was traded and -1 where it came back. */
const signed = (...sides: readonly PriceKind[]) =>
  kindCodes.flatMap((kind) => {
    const { trade } = documentKinds[kind];
    return trade !== null && sides.includes(trade.side) ? [{ kind, sign: trade.sign }] : [];
  });
type Signed = readonly { readonly kind: KindCode; readonly sign: 1 | -1 }[];

type Statistics = typeof buyInTable;
type Asked = FiltersOf<Statistics> &
  Pick<
    FiltersOf<typeof tradeProfitTable>,
    'salesMan' | 'materialId' | 'brandId' | 'ownCategory' | 'ownInstitution'
  >;

/** What was traded as the filters ask, a row for each key and kind, with the kind's sign. */
function traded(
  context: Context,
  kinds: Signed,
  by: TradedBy,
  { dates, organId, salesMan, materialId, warehouses, ...asked }: Asked,
): RawBuilder<unknown> {
  const [since = null, until = null] = dates ?? [];
  const rows = tradedBy(context, {
    ...asked,
    by,
    kinds: kinds.map(({ kind }) => kind),
    since,
    until,
    partnerId: organId,
    salespersonId: salesMan,
    productId: materialId,
    warehouseIds: warehouses,
  });
  return sql`(${rows}) as trade join ${given(kinds, 'kind text, sign int')} on given.kind = trade.kind`;
}

type Worked = Pick<
  RowOf<Statistics>,
  'id' | 'barcode' | 'quantity' | 'amount' | 'returnedQuantity' | 'returnedAmount' | 'netAmount'
>;

const statistics = (table: Statistics, side: PriceKind) =>
  source(
    table,
    (context, filters) => {
      const { tenantId } = context;
      return sql<Worked>`
        select product.id, barcode.code as barcode, sold.quantity, sold.amount, sold."returnedQuantity", sold."returnedAmount",
          sold.amount - sold."returnedAmount" as "netAmount"
        from (
          select trade.key::bigint as product_id,
            coalesce(sum(trade.quantity) filter (where given.sign > 0), 0) as quantity,
            coalesce(sum(trade.amount) filter (where given.sign > 0), 0) as amount,
            coalesce(sum(trade.quantity) filter (where given.sign < 0), 0) as "returnedQuantity",
            coalesce(sum(trade.amount) filter (where given.sign < 0), 0) as "returnedAmount"
          from ${traded(context, signed(side), 'product', filters)} group by 1) as sold
        join product on product.tenant_id = ${tenantId} and product.id = sold.product_id
        join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = product.id and barcode.is_default`;
    },
    { pages: 'whole', beside: ({ tenantId }) => goodsBeside(tenantId) },
  );

export const buyInRows = statistics(buyInTable, 'purchase');
export const saleOutRows = statistics(saleOutTable, 'sale');
export const retailOutRows = statistics(retailOutTable, 'retail');

interface Level {
  readonly by: TradedBy;
  /** The table whose records the rows are, and the column that names one; a month is named by itself. */
  readonly names: readonly [table: string, column: string] | null;
}

const levels: Readonly<Record<(typeof profitLevels)[number], Level>> = {
  product: { by: 'product', names: ['product', 'name'] },
  category: { by: 'category', names: ['category', 'name'] },
  brand: { by: 'brand', names: ['brand', 'name'] },
  customer: { by: 'partner', names: ['partner', 'name'] },
  salesperson: { by: 'salesperson', names: ['person', 'name'] },
  institution: { by: 'institution', names: ['institution', 'name'] },
  month: { by: 'month', names: null },
  document: { by: 'document', names: ['document', 'number'] },
};

/** Takes off what came back. */
const net = (measure: RawBuilder<unknown>) => sql`coalesce(sum(${measure} * given.sign), 0)`;

export const tradeProfitRows = source(
  tradeProfitTable,
  (context, { level = '', ...filters }) => {
    const { tenantId, scope } = context;
    const masks = ['cost', 'sale', 'retail'] as const;
    // The revenue and the cost follow from what is left of them: who may not see one of the sides sees none.
    if (!masks.every((mask) => seesAmounts(scope, mask))) refuse('access.denied');
    // SAFETY: the reader lets no other choice through.
    const { by, names } = levels[level as (typeof profitLevels)[number]];
    const named =
      names === null
        ? { joins: sql``, name: sql`left(sold.key, 7)` }
        : {
            joins: sql`
              left join ${sql.table(names[0])} as named on named.tenant_id = ${tenantId} and named.id = sold.key::bigint`,
            name: sql`coalesce(${sql.ref(`named.${names[1]}`)}, '')`,
          };
    const document =
      level === 'document'
        ? { id: sql`named.id`, kind: sql`named.kind` }
        : { id: sql`null::bigint`, kind: sql`null::text` };
    return sql<RowOf<typeof tradeProfitTable>>`
      select sold.key as id, ${document.id} as "documentId", ${document.kind} as kind, ${named.name} as name,
        sold.quantity, sold.revenue, sold.returned as "returnedAmount", sold.discount, sold.charges, sold.cost,
        sold.revenue - sold.cost as profit, round((sold.revenue - sold.cost) * 100 / nullif(sold.revenue, 0), 2) as margin,
        sold.revenue - sold.cost + sold.charges as "netProfit"
      from (
        select trade.key, ${net(sql`trade.quantity`)} as quantity, ${net(sql`(trade.amount - trade.tax)`)} as revenue,
          coalesce(sum(trade.amount - trade.tax) filter (where given.sign < 0), 0) as returned,
          ${net(sql`trade.discount`)} as discount, ${net(sql`trade.charges`)} as charges, ${net(sql`trade.cost`)} as cost
        from ${traded(context, signed('sale', 'retail'), by, filters)} group by 1) as sold
      ${named.joins}`;
  },
  { pages: 'whole' },
);

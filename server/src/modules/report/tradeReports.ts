import { buyInTable, retailOutTable, saleOutTable, tradeProfitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuse, seesAmounts, source } from '../../kernel/index.ts';
import { goodsBeside } from './goods.ts';
import { byLevel, namedBy, net, signed, traded } from './tradeLevels.ts';

type Statistics = typeof buyInTable;
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

export const tradeProfitRows = source(
  tradeProfitTable,
  (context, { level = '', ...filters }) => {
    const { tenantId, scope } = context;
    const masks = ['cost', 'sale', 'retail'] as const;
    // The revenue and the cost follow from what is left of them: who may not see one of the sides sees none.
    if (!masks.every((mask) => seesAmounts(scope, mask))) refuse('access.denied');
    const named = namedBy(tenantId, level);
    return sql<RowOf<typeof tradeProfitTable>>`
      select sold.key as id, ${named.documentId} as "documentId", ${named.kind} as kind, ${named.name} as name,
        sold.quantity, sold.revenue, sold.returned as "returnedAmount", sold.discount, sold.charges, sold.cost,
        sold.revenue - sold.cost as profit, round((sold.revenue - sold.cost) * 100 / nullif(sold.revenue, 0), 2) as margin,
        sold.revenue - sold.cost + sold.charges as "netProfit"
      from (
        select trade.key, ${net(sql`trade.quantity`)} as quantity, ${net(sql`(trade.amount - trade.tax)`)} as revenue,
          coalesce(sum(trade.amount - trade.tax) filter (where given.sign < 0), 0) as returned,
          ${net(sql`trade.discount`)} as discount, ${net(sql`trade.charges`)} as charges, ${net(sql`trade.cost`)} as cost
        from ${traded(context, signed('sale', 'retail'), byLevel(level), filters)} group by 1) as sold
      ${named.joins}`;
  },
  { pages: 'whole' },
);

import {
  boughtOwnTable,
  buyInTable,
  retailOutTable,
  saleOutTable,
  salesRankTable,
  salesRatioTable,
  soldOwnTable,
  tradeProfitTable,
} from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith, seesAmounts } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { BoundTable } from '../../../kernel/table/index.ts';
import { goodsBeside } from '../goods/goods.ts';
import { cashOwnRows, itemsOwnRows } from '../own/ownMoney.ts';
import { stockOwnRows } from '../own/ownStock.ts';
import {
  toTradeQuery,
  returnedTradeSql,
  grossTradeSql,
  listSignedKinds,
  tradedRowsSql,
} from './tradeLevels.ts';
import { tradeReport } from './tradeReport.ts';

type TradeStatisticsTable = typeof buyInTable;
type TradeStatisticsRow = Pick<
  RowOf<TradeStatisticsTable>,
  'id' | 'barcode' | 'quantity' | 'amount' | 'returnedQuantity' | 'returnedAmount' | 'netAmount'
>;

const bindTradeStatistics = (table: TradeStatisticsTable, side: PriceKind) =>
  bindTable(
    table,
    (context, filters) => {
      const { tenantId } = context;
      const kinds = listSignedKinds(side);
      const sums = ['quantity', 'amount'] as const;
      const query = { ...toTradeQuery(kinds, { by: 'product' }, filters), sums };
      return sql<TradeStatisticsRow>`
        select product.id, barcode.code as barcode, sold.quantity, sold.amount, sold."returnedQuantity", sold."returnedAmount",
          sold.amount - sold."returnedAmount" as "netAmount"
        from (
          select trade.key::bigint as product_id,
            ${grossTradeSql('quantity')} as quantity, ${grossTradeSql('amount')} as amount,
            ${returnedTradeSql('quantity')} as "returnedQuantity", ${returnedTradeSql('amount')} as "returnedAmount"
          from ${tradedRowsSql(context, kinds, query)}) as sold
        join product on product.tenant_id = ${tenantId} and product.id = sold.product_id
        join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = product.id and barcode.is_default`;
    },
    { pages: 'whole', beside: ({ tenantId }) => goodsBeside(tenantId) },
  );

export const buyInRows = bindTradeStatistics(buyInTable, 'purchase');
export const saleOutRows = bindTradeStatistics(saleOutTable, 'sale');
export const retailOutRows = bindTradeStatistics(retailOutTable, 'retail');

const earned = ['cost', 'sale', 'retail'] as const;

export const tradeProfitRows = tradeReport(tradeProfitTable, {
  sides: ['sale', 'retail'],
  // Revenue and cost follow from the profit: readers without access to either side see nothing.
  guard: ({ scope }) => {
    if (!earned.every((mask) => seesAmounts(scope, mask))) refuseWith('access.denied');
  },
});
export const salesRankRows = tradeReport(salesRankTable, { sides: ['sale', 'retail'] });
export const salesRatioRows = tradeReport(salesRatioTable, { sides: ['sale', 'retail'] });

/** Lines summed in about two seconds. */
const LINE_LIMIT = 300_000;
const soldOwnRows = tradeReport(soldOwnTable, {
  sides: ['sale', 'retail'],
  lineLimit: LINE_LIMIT,
});
const boughtOwnRows = tradeReport(boughtOwnTable, {
  sides: ['purchase'],
  lineLimit: LINE_LIMIT,
});

const ownRows: readonly BoundTable[] = [
  soldOwnRows,
  boughtOwnRows,
  stockOwnRows,
  cashOwnRows(LINE_LIMIT),
  itemsOwnRows(LINE_LIMIT),
  // SAFETY: single-table sources behave alike, by their table's filters.
] as unknown as readonly BoundTable[];

/** Custom reports by their subject. */
export const pickOwn = ({ subject }: Readonly<Record<string, unknown>>): BoundTable =>
  ownRows.find(({ table }) => table.fixed?.['subject'] === subject) ??
  refuseWith('request.field', { field: 'subject' }, { field: 'subject' });

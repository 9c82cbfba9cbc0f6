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
import { refuse, seesAmounts, source } from '../../../kernel/index.ts';
import type { Source } from '../../../kernel/index.ts';
import { goodsBeside } from '../goods/goods.ts';
import { cashOwnRows, itemsOwnRows } from '../own/ownMoney.ts';
import { stockOwnRows } from '../own/ownStock.ts';
import { askedOf, back, gone, signed, traded } from './tradeLevels.ts';
import { tradeReport } from './tradeReport.ts';

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
      const kinds = signed(side);
      const sums = ['quantity', 'amount'] as const;
      const asked = { ...askedOf(kinds, { by: 'product' }, filters), sums };
      return sql<Worked>`
        select product.id, barcode.code as barcode, sold.quantity, sold.amount, sold."returnedQuantity", sold."returnedAmount",
          sold.amount - sold."returnedAmount" as "netAmount"
        from (
          select trade.key::bigint as product_id,
            ${gone('quantity')} as quantity, ${gone('amount')} as amount,
            ${back('quantity')} as "returnedQuantity", ${back('amount')} as "returnedAmount"
          from ${traded(context, kinds, asked)}) as sold
        join product on product.tenant_id = ${tenantId} and product.id = sold.product_id
        join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = product.id and barcode.is_default`;
    },
    { pages: 'whole', beside: ({ tenantId }) => goodsBeside(tenantId) },
  );

export const buyInRows = statistics(buyInTable, 'purchase');
export const saleOutRows = statistics(saleOutTable, 'sale');
export const retailOutRows = statistics(retailOutTable, 'retail');

const earned = ['cost', 'sale', 'retail'] as const;

export const tradeProfitRows = tradeReport(tradeProfitTable, {
  sides: ['sale', 'retail'],
  // The revenue and the cost follow from what is left of them: who may not see one of the sides sees none.
  guard: ({ scope }) => {
    if (!earned.every((mask) => seesAmounts(scope, mask))) refuse('access.denied');
  },
});
export const salesRankRows = tradeReport(salesRankTable, { sides: ['sale', 'retail'] });
export const salesRatioRows = tradeReport(salesRatioTable, { sides: ['sale', 'retail'] });

/** Added up in two seconds or so. */
const MOST_LINES = 300_000;
const soldOwnRows = tradeReport(soldOwnTable, {
  sides: ['sale', 'retail'],
  most: MOST_LINES,
});
const boughtOwnRows = tradeReport(boughtOwnTable, {
  sides: ['purchase'],
  most: MOST_LINES,
});

const ownRows: readonly Source[] = [
  soldOwnRows,
  boughtOwnRows,
  stockOwnRows,
  cashOwnRows(MOST_LINES),
  itemsOwnRows(MOST_LINES),
  // SAFETY: a source of one table answers as any does, by the filters of that table.
] as unknown as readonly Source[];

/** Own reports by their subject. */
export const pickOwn = ({ subject }: Readonly<Record<string, unknown>>): Source =>
  ownRows.find(({ table }) => table.fixed?.['subject'] === subject) ??
  refuse('request.field', { field: 'subject' }, { field: 'subject' });

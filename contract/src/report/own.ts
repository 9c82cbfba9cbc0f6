import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { PriceKind } from '@tradehouse/domain';
import { defineCustomReport } from './ownReport.ts';
import { boughtFigures, soldFigures } from './tradeFigures.ts';
import { salesFilters } from './tradeFilters.ts';

/** Filters of sales or purchase reports, in addition to the filter by partner. */
const ofSides = (...sides: readonly PriceKind[]) => ({
  ...salesFilters,
  kinds: {
    by: 'own',
    control: 'choices',
    choices: kindCodes.filter((kind) => {
      const { trade } = documentKinds[kind];
      return trade !== null && sides.includes(trade.side);
    }),
  } as const,
});
const places = ['institution', 'warehouse', 'kind', 'month', 'document'] as const;

/** `documents` is null by goods and by warehouses, because these share documents. */
export const soldOwnTable = defineCustomReport({
  subject: 'sold',
  figures: soldFigures,
  shown: ['quantity', 'amount', 'profit', 'margin'],
  levels: ['product', 'category', 'brand', 'customer', 'salesperson', ...places],
  ranksBy: ['amount', 'quantity'],
  filters: ofSides('sale', 'retail'),
  pages: ['/report/sale_out_report', '/report/retail_out_report'],
});

export const boughtOwnTable = defineCustomReport({
  subject: 'bought',
  figures: boughtFigures,
  shown: ['quantity', 'amount', 'price'],
  levels: ['product', 'category', 'brand', 'supplier', ...places],
  ranksBy: ['amount', 'quantity'],
  filters: { ...ofSides('purchase'), organId: { by: 'own', control: 'supplier' } },
  pages: ['/report/buy_in_report'],
});

import type { RowOf, buyInTable } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { PriceKind } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { tradeDocuments } from './ownDocuments.tsx';
import { reportPage } from './reportPage.tsx';
import type { Drill } from './reportPage.tsx';
import type { ListState } from '../useList.ts';

type TradePageTable = typeof buyInTable;

/** Document signs behind traded amounts, returns, and net. */
const signs = { out: [1], back: [-1], net: [1, -1] } as const;

/** Creates trade statistics: each figure opens matching documents with their product lines. */
export function tradePage(table: TradePageTable, side: PriceKind) {
  const drill = (which: keyof typeof signs) => {
    const kinds = kindCodes.filter((kind) => {
      const { trade } = documentKinds[kind];
      return trade?.side === side && signs[which].some((sign) => sign === trade.sign);
    });
    return ({ id, name }: RowOf<TradePageTable>, { applied }: ListState<TradePageTable>): Drill => {
      const { dates, organId, warehouses, institution } = applied;
      return {
        title: `${t('report.documents')} · ${name ?? ''}`,
        width: 1200,
        content: () =>
          tradeDocuments(side, which, {
            dates,
            organId,
            warehouses,
            institution,
            materialId: id,
            kinds,
          }),
      };
    };
  };
  const [out, back] = [drill('out'), drill('back')];
  return reportPage({
    table,
    drills: {
      quantity: out,
      amount: out,
      returnedQuantity: back,
      returnedAmount: back,
      netAmount: drill('net'),
    },
  });
}

import type { RowOf, buyInTable } from '@tradehouse/contract';
import type { KindCode, PriceKind } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { tradeDocuments } from './ownDocuments.tsx';
import { reportPage } from './reportPage.tsx';
import type { Drill } from './reportPage.tsx';
import type { ListState } from '../useList.ts';

type Statistics = typeof buyInTable;

/** The statistics of a side of trade: each figure opens the documents of its kinds, with what they say of the product. */
export function tradePage(table: Statistics, side: PriceKind, out: KindCode, back: KindCode) {
  const drill =
    (which: 'out' | 'back' | 'net', ...kinds: readonly KindCode[]) =>
    ({ id, name }: RowOf<Statistics>, { applied }: ListState<Statistics>): Drill => {
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
  const [sent, came, net] = [drill('out', out), drill('back', back), drill('net', out, back)];
  return reportPage({
    table,
    drills: {
      quantity: sent,
      amount: sent,
      returnedQuantity: came,
      returnedAmount: came,
      netAmount: net,
    },
  });
}

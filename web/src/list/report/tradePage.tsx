import type { RowOf, buyInTable } from '@tradehouse/contract';
import type { KindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { textsIn } from '../../record/textsIn.ts';
import { documentsOf } from './drills.tsx';
import { Report, reportPage } from './reportPage.tsx';
import type { Drill } from './reportPage.tsx';
import type { ListState } from '../useList.ts';

type Statistics = typeof buyInTable;

/**
 * The statistics of a side of trade: its figures open the documents of these kinds that hold the product. Lists of documents
 * know no institution and one warehouse alone: where more is asked for, a figure opens nothing rather than other documents.
 */
export function tradePage(table: Statistics, out: KindCode, back: KindCode) {
  const drill =
    (...kinds: readonly KindCode[]) =>
    ({ id, name }: RowOf<Statistics>, { applied }: ListState<Statistics>): Drill | null => {
      const { dates, organId, warehouses, institution } = applied;
      const [depotId, ...more] = textsIn(warehouses);
      if (institution !== undefined || more.length > 0) return null;
      return {
        title: `${t('report.documents')} · ${name ?? ''}`,
        width: 1200,
        content: () =>
          kinds.map((kind) => (
            <Report
              key={kind}
              {...documentsOf(kind)}
              fixed={{ kind }}
              given={{ materialId: id, time: dates, organId, depotId }}
            />
          )),
      };
    };
  return reportPage({
    table,
    drills: {
      quantity: drill(out),
      amount: drill(out),
      returnedQuantity: drill(back),
      returnedAmount: drill(back),
      netAmount: drill(out, back),
    },
  });
}

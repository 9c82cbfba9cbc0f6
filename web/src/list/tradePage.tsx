import type { RowOf, buyInTable } from '@tradehouse/contract';
import type { KindCode } from '@tradehouse/domain';
import { documentsOf } from './drills.tsx';
import { Report, reportPage } from './reportPage.tsx';
import type { Drill } from './reportPage.tsx';
import type { ListState } from './useList.ts';
import { t } from '../phrase/index.ts';

type Statistics = typeof buyInTable;

/** The statistics of a side of trade: its figures open the documents of these kinds that hold the product. */
export function tradePage(table: Statistics, out: KindCode, back: KindCode) {
  const drill =
    (...kinds: readonly KindCode[]) =>
    ({ barcode, name }: RowOf<Statistics>, { applied }: ListState<Statistics>): Drill => ({
      title: `${t('report.documents')} · ${name ?? ''}`,
      width: 1200,
      content: kinds.map((kind) => (
        <Report
          key={kind}
          {...documentsOf(kind)}
          fixed={{ kind }}
          given={{ materialParam: barcode, time: applied['dates'], organId: applied['organId'] }}
        />
      )),
    });
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

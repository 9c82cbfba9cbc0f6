import { allocationDetailTable } from '@tradehouse/contract';
import type { RowOf, inDetailTable, inMaterialCountTable } from '@tradehouse/contract';
import { t } from '../../phrase/index.ts';
import { Report, reportPage } from './reportPage.tsx';
import type { Drill } from './reportPage.tsx';
import type { ListState } from '../useList.ts';

type MovementCountTable = typeof inMaterialCountTable;

/** Creates a warehouse movement report by product: figures open the lines in the sum, transfers included. */
export function countPage(
  table: MovementCountTable,
  lines: typeof inDetailTable,
  side: 'warehouses' | 'targetWarehouses',
) {
  const drill = (
    { id, name }: RowOf<MovementCountTable>,
    { applied }: ListState<MovementCountTable>,
  ): Drill => {
    const { dates, organId, warehouses, institution } = applied;
    const given = { dates, institution, materialId: id };
    return {
      title: `${t('report.lines')} · ${name ?? ''}`,
      width: 1400,
      content: () => (
        <>
          <Report
            table={lines}
            fixed={{ ...lines.fixed }}
            given={{ ...given, organId, warehouses }}
          />
          {organId === undefined ? (
            <Report table={allocationDetailTable} given={{ ...given, [side]: warehouses }} />
          ) : null}
        </>
      ),
    };
  };
  return reportPage({ table, drills: { quantity: drill, amount: drill } });
}

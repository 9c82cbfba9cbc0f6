import { countTable } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { List } from '../../list/listPage.tsx';
import { countCells, approveCounts, reverseCounts } from '../../count/stockCheckActs.tsx';
import { StockCheckSheet } from '../../count/stockCheckSheet.tsx';

/** Counts whose first pass has ended: their differences are counted again here, and posted. */
export default function StockCheckReplayList(): ReactNode {
  const { rest } = useTab();
  const { open } = useTabs();
  if (rest !== '') return <StockCheckSheet key={rest} at={rest} />;
  return (
    <List
      table={countTable}
      fixed={{ state: ['recounting', 'posted'] }}
      nameColumn="number"
      facts={['warehouseName', 'differingLines', 'state']}
      cells={countCells}
      onOpen={({ id }) => open(`/bill/stock_check_replay/c${id ?? ''}`)}
      actions={[approveCounts, reverseCounts]}
    />
  );
}

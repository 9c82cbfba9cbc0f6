import { countTable } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useTab } from '../app/tabs/tabs.ts';
import { List } from '../list/listPage.tsx';
import { countCells, approveCounts, reverseCounts } from './stockCheckActs.tsx';
import { StockCheckSheet } from './stockCheckSheet.tsx';
import { t } from '../phrase/index.ts';

/** Lists counts whose first pass has ended; differences are recounted and posted. */
export default function StockCheckReplayList(): ReactNode {
  const { rest } = useTab();
  if (rest !== '') return <StockCheckSheet key={rest} at={rest} />;
  return (
    <List
      table={countTable}
      hint={t('emptyList.recount')}
      fixed={{ state: ['recounting', 'posted'] }}
      nameColumn="number"
      facts={['warehouseName', 'differingLines', 'state']}
      cells={countCells}
      urlOf={({ id }) => `/bill/stock_check_replay/c${id ?? ''}`}
      actions={[approveCounts, reverseCounts]}
    />
  );
}

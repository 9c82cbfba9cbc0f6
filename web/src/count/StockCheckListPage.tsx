import { countTable } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useAsking } from '../app/useAsking.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { List } from '../list/listPage.tsx';
import { newAction } from '../list/newAction.tsx';
import { t } from '../phrase/index.ts';
import { countCells, removeCounts } from './stockCheckActs.tsx';
import { StockCheckSheet } from './stockCheckSheet.tsx';
import { StockCheckStart } from './stockCheckStart.tsx';

const url = '/bill/stock_check';

/** Lists stock counts; each count's sheet opens in its own tab. */
export default function StockCheckList(): ReactNode {
  const { rest } = useTab();
  const { open, setDirty } = useTabActions();
  const [asked, begin] = useAsking();
  if (rest !== '') return <StockCheckSheet key={rest} at={rest} />;
  return (
    <>
      <List
        table={countTable}
        nameColumn="number"
        facts={['warehouseName', 'countedLines', 'state']}
        cells={countCells}
        sheets={['counts']}
        urlOf={({ id }) => `${url}/c${id ?? ''}`}
        actions={[newAction(begin, t('count.new')), removeCounts]}
      />
      {asked !== null && (
        <StockCheckStart
          onClose={(id) => {
            asked.answer(id !== null);
            setDirty(false);
            if (id !== null) open(`${url}/c${id}`);
          }}
        />
      )}
    </>
  );
}

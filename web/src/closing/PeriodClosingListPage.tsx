import { LockOutlined, UnlockOutlined } from '@ant-design/icons';
import { closingTable } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useSettings } from '../app/settings/settings.ts';
import { List } from '../list/listPage.tsx';
import { t } from '../phrase/index.ts';
import { CloseDialog } from './closePeriod.tsx';
import { ReopenDialog } from './reopenPeriod.tsx';

type PeriodClosingAction = 'close' | 'reopen';

/** Closing date of the books, with the history of changes. */
export default function PeriodClosingList(): ReactNode {
  const { closedUntil } = useSettings();
  const [act, setAct] = useState<PeriodClosingAction | null>(null);
  const begin = (next: PeriodClosingAction) => () => {
    setAct(next);
    return false;
  };
  const end = (changed: boolean): void => {
    setAct(null);
    if (!changed) return;
    invalidateQueryKeys(['settings']);
    invalidateQueryKeys(['list', closingTable.path]);
  };
  return (
    <>
      <List
        table={closingTable}
        notice={
          <span>
            {closedUntil === null ? t('closing.never') : t('closing.now', { date: closedUntil })}
          </span>
        }
        actions={[
          {
            key: 'close',
            label: t('closing.close'),
            icon: <LockOutlined aria-hidden />,
            button: '2',
            needs: 'none',
            primary: true,
            hint: t('closing.hint'),
            run: begin('close'),
          },
          ...(closedUntil === null
            ? []
            : [
                {
                  key: 'reopen',
                  label: t('closing.reopen'),
                  icon: <UnlockOutlined aria-hidden />,
                  button: '7' as const,
                  needs: 'none' as const,
                  run: begin('reopen'),
                },
              ]),
        ]}
      />
      {act === 'close' ? <CloseDialog onClose={end} /> : null}
      {act === 'reopen' ? <ReopenDialog onClose={end} /> : null}
    </>
  );
}

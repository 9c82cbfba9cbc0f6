import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';
import { FigureList } from './FigureList.tsx';
import { MovingStepList } from './MovingStepList.tsx';
import './moving.css';

/** Steps of moving in from another program, and the comparison of figures afterwards. */
export default function MovingIn(): ReactNode {
  const { page, query } = useTab();
  const { replace } = useTabActions();
  const part = query.get('part') === 'figures' ? 'figures' : 'steps';
  return (
    <div className="text-page">
      <Segmented
        aria-label={t('moving.parts')}
        className="moving-parts"
        value={part}
        options={(['steps', 'figures'] as const).map((value) => ({
          value,
          label: t(`moving.${value}`),
        }))}
        // Stored in the address, so that a reload restores the choice.
        onChange={(next) => replace(next === 'steps' ? page.url : `${page.url}?part=${next}`)}
      />
      {part === 'steps' ? <MovingStepList /> : <FigureList />}
    </div>
  );
}

import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useAway } from '../app/net/away.ts';
import { t } from '../phrase/index.ts';

/** Shows that loading waits for the network; nothing during normal loading. */
export const Away = (): ReactNode =>
  useAway() ? (
    <Alert banner type="warning" showIcon className="no-network" title={t('error.away')} />
  ) : null;

export const Splash = (): ReactNode => (
  <div className="splash" aria-busy="true">
    <div className="splash-side" />
    <div className="splash-main">
      <div className="splash-head" />
      <PageSkeleton />
    </div>
  </div>
);

export const PageSkeleton = (): ReactNode => (
  <div className="page-skeleton" aria-busy="true">
    <Away />
    <Skeleton active title={false} paragraph={{ rows: 1, width: '60%' }} />
    <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
  </div>
);

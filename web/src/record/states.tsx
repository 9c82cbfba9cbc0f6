import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '../app/net/envelope.ts';
import { FailureView } from '../control/FailureView.tsx';
import { t } from '../phrase/index.ts';

/** Placeholder of a list during the first read. */
export const RowsSkeleton = (): ReactNode => (
  <div className="list-box rows-skeleton" aria-busy="true">
    {Array.from({ length: 10 }, (_, index) => (
      <Skeleton key={index} active title={false} paragraph={{ rows: 1, width: '100%' }} />
    ))}
  </div>
);

/** Explains the event, the safe data, and the next step. Missing records have no retry button. */
export const Failed = ({
  error,
  onRetry,
  back,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
  /** Link leading on from a missing record. */
  readonly back?: ReactNode;
}): ReactNode => (
  <div className="list-box">
    {error instanceof CallError && error.status === 404 ? (
      <FailureView missing title={t('record.gone')} description={t('record.goneHint')}>
        {back}
      </FailureView>
    ) : (
      <FailureView title={t('list.failed')} description={error.message || t('error.request')}>
        <Button type="primary" onClick={onRetry}>
          {t('act.retry')}
        </Button>
      </FailureView>
    )}
  </div>
);

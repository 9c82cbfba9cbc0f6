import { Button, Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '../app/net/envelope.ts';
import { t } from '../phrase/index.ts';

/** The shape of a list while its first rows are on their way. */
export const RowsSkeleton = (): ReactNode => (
  <div className="list-box rows-skeleton" aria-busy="true">
    {Array.from({ length: 10 }, (_, index) => (
      <Skeleton key={index} active title={false} paragraph={{ rows: 1, width: '100%' }} />
    ))}
  </div>
);

/** What happened, what was not lost, what to do. What is not there does not come by trying again. */
export const Failed = ({
  error,
  onRetry,
  back,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
  /** The way on from what is gone. */
  readonly back?: ReactNode;
}): ReactNode => (
  <div className="list-box">
    {error instanceof CallError && error.status === 404 ? (
      <Result status="info" title={t('record.gone')} subTitle={t('record.goneHint')} extra={back} />
    ) : (
      <Result
        status="warning"
        title={t('list.failed')}
        subTitle={error.message || t('error.request')}
        extra={
          <Button type="primary" onClick={onRetry}>
            {t('act.retry')}
          </Button>
        }
      />
    )}
  </div>
);

import { ReloadOutlined } from '@ant-design/icons';
import { home } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { call } from '../../app/net/client.ts';
import { IconButton } from '../../control/IconButton.tsx';
import { t } from '../../phrase/index.ts';
import { Failed } from '../../record/states.tsx';
import './analysis.css';
import { FirstSteps } from './firstSteps.tsx';
import { AtHand } from './homeBeside.tsx';
import { StockRow, WaitingRow } from './homeTiles.tsx';
import { MoneyCards } from './moneyCards.tsx';
import { MonthChart } from './monthChart.tsx';
import { SamplePanel } from './samplePanel.tsx';

/** The home page: money of four stretches, what lies in stock, what waits, what is at hand, and six months as a chart. */
export default function Analysis(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['home'],
    queryFn: () => call(home, {}, { quiet: true }),
  });
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="home">
      <header className="home-head">
        <h2>{t('home.title')}</h2>
        <IconButton
          icon={<ReloadOutlined aria-hidden />}
          label={t('act.reload')}
          onClick={() => void refetch()}
        />
      </header>
      <SamplePanel />
      <FirstSteps />
      <MoneyCards money={data?.money} />
      {data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          {data.stock === null ? null : <StockRow stock={data.stock} />}
          <WaitingRow waiting={data.waiting} today={data.today} />
          {/* What the user chose comes later than the figures, and keeps none of them back. */}
          <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} />}>
            <AtHand notices={data.notices} />
          </Suspense>
          <MonthChart months={data.months} />
        </>
      )}
    </div>
  );
}

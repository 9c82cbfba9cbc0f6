import { AppstoreOutlined, ReloadOutlined } from '@ant-design/icons';
import { home, tenantPage } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { createChunkPartLoader } from '../app/net/chunks.ts';
import { useMay } from '../app/settings/permission.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { IconButton } from '../control/IconButton.tsx';
import { LazyDialog } from '../layouts/LazyDialog.tsx';
import { t } from '../phrase/index.ts';
import { useHomeReports } from '../list/report/homeReports.ts';
import { Failed } from '../record/states.tsx';
import './analysis.css';
import { CompanyFoot } from './companyFoot.tsx';
import { FirstSteps } from './firstSteps.tsx';
import { AtHand } from './homeBeside.tsx';
import type { HomeReply } from './homeFigures.ts';
import type { HomeLayout, Panel } from './homeLayout.ts';
import { homeParts, panels, selectVisibleHomeParts, startingLayout } from './homeLayout.ts';
import { StockRow, WaitingRow } from './homeTiles.tsx';
import { MoneyCards } from './moneyCards.tsx';
import { HomeCharts, MonthChart } from './monthChart.tsx';
import { SamplePanel } from './samplePanel.tsx';

// Loaded on demand, because only few users open the dialog.
const ArrangeHome = lazy(
  createChunkPartLoader(
    () => import('./arrangeHome.tsx'),
    (file) => file.ArrangeHome,
  ),
);

const OwnReports = lazy(
  createChunkPartLoader(
    () => import('./ownReports.tsx'),
    (file) => file.OwnReports,
  ),
);

/** Renders a panel in the user's arrangement. */
function renderHomePanel(panel: Panel, data: HomeReply, layout: HomeLayout): ReactNode {
  switch (panel) {
    case 'money':
      return (
        <MoneyCards
          money={data.money}
          today={data.today}
          shown={selectVisibleHomeParts(homeParts.money, layout.money)}
        />
      );
    case 'stock':
      return data.stock === null ? null : (
        <StockRow
          stock={data.stock}
          shown={selectVisibleHomeParts(homeParts.stock, layout.stock)}
        />
      );
    case 'waiting':
      return (
        <WaitingRow
          waiting={data.waiting}
          today={data.today}
          shown={selectVisibleHomeParts(homeParts.waiting, layout.waiting)}
        />
      );
    case 'atHand':
      // Arrangements load after the figures and delay none.
      return (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} />}>
          <AtHand
            notices={data.notices}
            shown={selectVisibleHomeParts(homeParts.atHand, layout.atHand)}
          />
        </Suspense>
      );
    case 'months':
      return <MonthChart months={data.months} />;
    case 'reports':
      return <Reports />;
    case 'company':
      return <CompanyFoot company={data.company} />;
  }
}

/** Renders the user's chosen reports; loads nothing for a user without reports. */
function Reports(): ReactNode {
  const [reports] = useHomeReports();
  return reports.length === 0 ? null : (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
        <OwnReports />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Renders the panels; omits empty panels. */
function Panels({
  data,
  layout,
}: {
  readonly data: HomeReply;
  readonly layout: HomeLayout;
}): ReactNode {
  if (layout.charts === true)
    return (
      <>
        <HomeCharts months={data.months} />
        <Reports />
      </>
    );
  return selectVisibleHomeParts(panels, layout.panels)
    .filter(
      (panel) =>
        homeParts[panel].length === 0 ||
        selectVisibleHomeParts<string>(homeParts[panel], layout[panel]).length > 0,
    )
    .map((panel) => (
      <div key={panel} className="home-part">
        {renderHomePanel(panel, data, layout)}
      </div>
    ));
}

/** The user looks after the companies of this platform. */
const useRunsPlatform = (): boolean => useMay()(tenantPage);

/** Renders the display switch and the arrange button. */
function Arranging(): ReactNode {
  const start = startingLayout(useRunsPlatform());
  const [layout, arrange] = usePreference('home:layout', start);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Segmented<'figures' | 'charts'>
        aria-label={t('home.view')}
        value={layout.charts === true ? 'charts' : 'figures'}
        options={(['figures', 'charts'] as const).map((view) => ({
          value: view,
          label: t(`home.view.${view}`),
        }))}
        onChange={(view) => arrange({ ...layout, charts: view === 'charts' })}
      />
      <IconButton
        icon={<AppstoreOutlined aria-hidden />}
        label={t('home.arrange')}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <LazyDialog title={t('home.arrange')} onClose={() => setOpen(false)}>
          <ArrangeHome
            start={start}
            layout={layout}
            onChange={arrange}
            onClose={() => setOpen(false)}
          />
        </LazyDialog>
      ) : null}
    </>
  );
}

function Arranged({ data }: { readonly data: HomeReply }): ReactNode {
  const [layout] = usePreference('home:layout', startingLayout(useRunsPlatform()));
  return <Panels data={data} layout={layout} />;
}

/** Home page: money of four date ranges, stock, waiting documents, shortcuts, and a chart of six months. */
export default function Analysis(): ReactNode {
  const runsPlatform = useRunsPlatform();
  const { data, error, refetch } = useQuery({
    queryKey: ['home'],
    queryFn: () => callEndpoint(home, {}, { quiet: true }),
  });
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="home">
      <header className="home-head">
        <h2>{t('home.title')}</h2>
        <Suspense fallback={null}>
          <Arranging />
        </Suspense>
        <IconButton
          icon={<ReloadOutlined aria-hidden />}
          label={t('act.reload')}
          onClick={() => void refetch()}
        />
      </header>
      <SamplePanel />
      {runsPlatform ? null : <FirstSteps />}
      {data === undefined ? (
        <>
          {runsPlatform ? null : <MoneyCards />}
          <Skeleton active paragraph={{ rows: 8 }} />
        </>
      ) : (
        // Arrangements load after the figures and delay none.
        <Suspense fallback={<Panels data={data} layout={startingLayout(runsPlatform)} />}>
          <Arranged data={data} />
        </Suspense>
      )}
    </div>
  );
}

import { AppstoreOutlined, ReloadOutlined } from '@ant-design/icons';
import { home } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../app/net/client.ts';
import { part } from '../../app/net/chunks.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { IconButton } from '../../control/IconButton.tsx';
import { t } from '../../phrase/index.ts';
import { useHomeReports } from '../../list/report/homeReports.ts';
import { Failed } from '../../record/states.tsx';
import './analysis.css';
import { CompanyFoot } from './companyFoot.tsx';
import { FirstSteps } from './firstSteps.tsx';
import { AtHand } from './homeBeside.tsx';
import type { Home } from './homeFigures.ts';
import type { HomeLayout, Panel } from './homeLayout.ts';
import { homeParts, NOT_ARRANGED, panels, shownOf } from './homeLayout.ts';
import { StockRow, WaitingRow } from './homeTiles.tsx';
import { MoneyCards } from './moneyCards.tsx';
import { HomeCharts, MonthChart } from './monthChart.tsx';
import { SamplePanel } from './samplePanel.tsx';

// What only few ask for is loaded when they do.
const ArrangeHome = lazy(
  part(
    () => import('./arrangeHome.tsx'),
    (file) => file.ArrangeHome,
  ),
);

const OwnReports = lazy(
  part(
    () => import('./ownReports.tsx'),
    (file) => file.OwnReports,
  ),
);

/** One panel, as the user arranged it. */
function drawn(panel: Panel, data: Home, layout: HomeLayout): ReactNode {
  switch (panel) {
    case 'money':
      return (
        <MoneyCards
          money={data.money}
          today={data.today}
          shown={shownOf(homeParts.money, layout.money)}
        />
      );
    case 'stock':
      return data.stock === null ? null : (
        <StockRow stock={data.stock} shown={shownOf(homeParts.stock, layout.stock)} />
      );
    case 'waiting':
      return (
        <WaitingRow
          waiting={data.waiting}
          today={data.today}
          shown={shownOf(homeParts.waiting, layout.waiting)}
        />
      );
    case 'atHand':
      // What the user chose comes later than the figures, and keeps none of them back.
      return (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} />}>
          <AtHand notices={data.notices} shown={shownOf(homeParts.atHand, layout.atHand)} />
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

/** The reports that the user put here; who has none loads nothing for them. */
function Reports(): ReactNode {
  const [reports] = useHomeReports();
  return reports.length === 0 ? null : (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
      <OwnReports />
    </Suspense>
  );
}

/** The panels, each left out where nothing of it is shown. */
function Panels({ data, layout }: { readonly data: Home; readonly layout: HomeLayout }): ReactNode {
  if (layout.charts === true)
    return (
      <>
        <HomeCharts months={data.months} />
        <Reports />
      </>
    );
  return shownOf(panels, layout.panels)
    .filter(
      (panel) =>
        homeParts[panel].length === 0 ||
        shownOf<string>(homeParts[panel], layout[panel]).length > 0,
    )
    .map((panel) => (
      <div key={panel} className="home-part">
        {drawn(panel, data, layout)}
      </div>
    ));
}

/** How the page is looked at, and what arranges it. */
function Arranging(): ReactNode {
  const [layout, arrange] = usePreference('home:layout', NOT_ARRANGED);
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
        <Suspense fallback={null}>
          <ArrangeHome layout={layout} onChange={arrange} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Arranged({ data }: { readonly data: Home }): ReactNode {
  const [layout] = usePreference('home:layout', NOT_ARRANGED);
  return <Panels data={data} layout={layout} />;
}

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
      <FirstSteps />
      {data === undefined ? (
        <>
          <MoneyCards />
          <Skeleton active paragraph={{ rows: 8 }} />
        </>
      ) : (
        // How the user arranged it comes later than the figures, and keeps none of them back.
        <Suspense fallback={<Panels data={data} layout={NOT_ARRANGED} />}>
          <Arranged data={data} />
        </Suspense>
      )}
    </div>
  );
}

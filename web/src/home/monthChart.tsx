import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { Chart } from '../control/chart/Chart.tsx';
import type { ChartProps } from '../control/chart/Chart.tsx';
import type { ChartPicture } from '../control/chart/picture.ts';
import { t } from '../phrase/index.ts';
import { moneyPages, moneyUrl, monthDays, sides } from './homeFigures.ts';
import type { HomeReply, HomeTradeSide } from './homeFigures.ts';

/** Returns the sides visible to the user. */
const seenIn = (months: HomeReply['months']): readonly HomeTradeSide[] =>
  sides.filter((side) => months.some((month) => month[side] !== null));

/** Opens the report of a month's total: of a side, or of profit for all sides. */
function usePick(months: HomeReply['months'], side: HomeTradeSide): Pick<ChartProps, 'onPick'> {
  const { open } = useTabActions();
  if (!useMay()(moneyPages[side])) return {};
  return {
    onPick(at) {
      const { month } = months[at] ?? {};
      if (month !== undefined) open(moneyUrl(side, monthDays(month)));
    },
  };
}

/** Six months of these sides. */
const buildMonthChartPicture = (
  months: HomeReply['months'],
  shown: readonly HomeTradeSide[],
  as: 'bars' | 'line',
  title: string,
): ChartPicture => ({
  as,
  title: `${title} · ${t('home.sixMonths')}`,
  labels: months.map(({ month }) => month),
  series: shown.map((side) => ({
    name: t(`home.${side}`),
    values: months.map((month) => month[side]),
  })),
  figure: 'money',
});

const Drawn = ({
  months,
  shown,
  as,
  title,
}: Pick<HomeReply, 'months'> & {
  readonly shown: readonly HomeTradeSide[];
  readonly as: 'bars' | 'line';
  readonly title: string;
}): ReactNode => {
  const pick = usePick(months, shown.length === 1 ? (shown[0] ?? 'profit') : 'profit');
  const picture = useMemo(
    () => buildMonthChartPicture(months, shown, as, title),
    // The sides are those of the same months, or one that the title names.
    // oxlint-disable-next-line react/exhaustive-deps
    [months, as, title],
  );
  return (
    <section className="chart-card">
      <Chart picture={picture} labelled={t('home.monthOf')} {...pick} />
    </section>
  );
};

/** Charts all sides together, then each side alone. */
export function HomeCharts({ months }: Pick<HomeReply, 'months'>): ReactNode {
  const seen = seenIn(months);
  if (seen.length === 0) return <p className="quiet">{t('home.hidden')}</p>;
  return (
    <div className="home-charts">
      <Drawn months={months} shown={seen} as="line" title={t('home.trade')} />
      {seen.map((side) => (
        <Drawn key={side} months={months} shown={[side]} as="bars" title={t(`home.${side}`)} />
      ))}
    </div>
  );
}

/** Renders six months of all sides together, or of one side. */
export function MonthChart({ months }: Pick<HomeReply, 'months'>): ReactNode {
  const [shown, show] = useState<HomeTradeSide | 'all'>('all');
  const seen = seenIn(months);
  const pick = usePick(months, shown === 'all' ? 'profit' : shown);
  const picture = useMemo(
    () =>
      buildMonthChartPicture(
        months,
        seen.filter((side) => shown === 'all' || side === shown),
        'bars',
        shown === 'all' ? t('home.trade') : t(`home.${shown}`),
      ),
    // What is seen follows from the months.
    // oxlint-disable-next-line react/exhaustive-deps
    [months, shown],
  );
  if (seen.length === 0) return <p className="quiet">{t('home.hidden')}</p>;
  return (
    <section className="chart-card">
      <Chart
        picture={picture}
        labelled={t('home.monthOf')}
        {...pick}
        extra={
          <Segmented<HomeTradeSide | 'all'>
            size="small"
            aria-label={t('home.shown')}
            value={shown}
            options={(['all', ...seen] as const).map((side) => ({
              value: side,
              label: side === 'all' ? t('home.all') : t(`home.${side}`),
            }))}
            onChange={show}
          />
        }
      />
    </section>
  );
}

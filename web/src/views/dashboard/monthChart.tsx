import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { Chart } from '../../control/chart/Chart.tsx';
import type { ChartProps } from '../../control/chart/Chart.tsx';
import type { Picture } from '../../control/chart/picture.ts';
import { t } from '../../phrase/index.ts';
import { moneyPages, moneyUrl, monthDays, sides } from './homeFigures.ts';
import type { Home, Side } from './homeFigures.ts';

/** The sides that the one who looks may see. */
const seenIn = (months: Home['months']): readonly Side[] =>
  sides.filter((side) => months.some((month) => month[side] !== null));

/** Opens what a month came to: of a side, or of all the profit that is left of them. */
function usePick(months: Home['months'], side: Side): Pick<ChartProps, 'onPick'> {
  const { open } = useTabs();
  if (!useMay()(moneyPages[side])) return {};
  return {
    onPick(at) {
      const { month } = months[at] ?? {};
      if (month !== undefined) open(moneyUrl(side, monthDays(month)));
    },
  };
}

/** Six months of these sides. */
const pictureOf = (
  months: Home['months'],
  shown: readonly Side[],
  as: 'bars' | 'line',
  title: string,
): Picture => ({
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
}: Pick<Home, 'months'> & {
  readonly shown: readonly Side[];
  readonly as: 'bars' | 'line';
  readonly title: string;
}): ReactNode => {
  const pick = usePick(months, shown.length === 1 ? (shown[0] ?? 'profit') : 'profit');
  const picture = useMemo(
    () => pictureOf(months, shown, as, title),
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

/** The home page as charts: all sides beside each other, and each by itself. */
export function HomeCharts({ months }: Pick<Home, 'months'>): ReactNode {
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

/** Six months of all sides beside each other, or of one. */
export function MonthChart({ months }: Pick<Home, 'months'>): ReactNode {
  const [shown, show] = useState<Side | 'all'>('all');
  const seen = seenIn(months);
  const pick = usePick(months, shown === 'all' ? 'profit' : shown);
  const picture = useMemo(
    () =>
      pictureOf(
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
          <Segmented<Side | 'all'>
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

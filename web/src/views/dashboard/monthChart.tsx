import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { Chart } from '../../control/chart/Chart.tsx';
import type { Picture } from '../../control/chart/picture.ts';
import { t } from '../../phrase/index.ts';
import { sides } from './homeFigures.ts';
import type { Home, Side } from './homeFigures.ts';

/** Six months of all sides beside each other, or of one. */
export function MonthChart({ months }: Pick<Home, 'months'>): ReactNode {
  const [shown, show] = useState<Side | 'all'>('all');
  const seen = sides.filter((side) => months.some((month) => month[side] !== null));
  const picture = useMemo<Picture>(
    () => ({
      as: 'bars',
      title: `${shown === 'all' ? t('home.trade') : t(`home.${shown}`)} · ${t('home.sixMonths')}`,
      labels: months.map(({ month }) => month),
      series: seen
        .filter((side) => shown === 'all' || side === shown)
        .map((side) => ({
          name: t(`home.${side}`),
          values: months.map((month) => month[side]),
        })),
      figure: 'money',
    }),
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

import {
  BarChartOutlined,
  InfoCircleOutlined,
  ReloadOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { ReplyOf } from '@tradehouse/contract';
import { monthlyFigures, statistics } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { BarChart } from '../../control/BarChart.tsx';
import { IconButton } from '../../control/IconButton.tsx';
import { amountText } from '../../control/currency.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { Failed } from '../../record/states.tsx';
import { t } from '../../phrase/index.ts';
import { SamplePanel } from './samplePanel.tsx';
import './analysis.css';

const sides = ['sale', 'retailSale', 'buy', 'profit'] as const;
const spans = ['today', 'yesterday', 'month', 'year'] as const;
type Side = (typeof sides)[number];
type Statistics = ReplyOf<typeof statistics>;
type Months = ReplyOf<typeof monthlyFigures>;

const compact = new Intl.NumberFormat(language === 'en' ? 'en' : 'zh-CN', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** One side of the trade over four spans: today stands out, the others are beside it. */
const SideCard = ({
  side,
  figures,
}: {
  readonly side: Side;
  readonly figures: Statistics | undefined;
}): ReactNode => (
  <section className={`side-card side-${side}`} aria-label={t(`home.${side}`)}>
    <h3>
      {t(`home.${side}`)}
      <Tooltip title={t(`home.${side}Hint`)}>
        <InfoCircleOutlined className="meant" aria-label={t(`home.${side}Hint`)} tabIndex={0} />
      </Tooltip>
    </h3>
    {figures === undefined ? (
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    ) : (
      <dl>
        {spans.map((span) => (
          <div key={span} className={span}>
            <dt>{t(`home.${span}`)}</dt>
            <dd>
              <NumberText value={figures[span][side]} as="money" currency />
            </dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

const MonthTable = ({
  side,
  months,
}: {
  readonly side: Side;
  readonly months: Months;
}): ReactNode => (
  <table className="month-table">
    <thead>
      <tr>
        <th>{t('home.monthOf')}</th>
        <th className="right">{t(`home.${side}`)}</th>
      </tr>
    </thead>
    <tbody>
      {months.map((one) => (
        <tr key={one.month}>
          <td className="number">{one.month}</td>
          <td className="right">
            <NumberText value={one[side]} as="money" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Six months of one side as bars, or as the table behind them. */
function MonthChart({
  side,
  months,
}: {
  readonly side: Side;
  readonly months: Months | undefined;
}): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const own = useSettings();
  const title = `${t(`home.${side}`)} (${own.currencySymbol})`;
  const hidden = months?.every((one) => one[side] === null) === true;
  return (
    <section className={`chart-card side-${side}`}>
      <header>
        <h3>{title}</h3>
        <IconButton
          size="small"
          aria-pressed={asTable}
          label={t(asTable ? 'home.asChart' : 'home.asTable')}
          icon={asTable ? <BarChartOutlined aria-hidden /> : <TableOutlined aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        />
      </header>
      {months === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : hidden ? (
        <p className="quiet">{t('home.hidden')}</p>
      ) : asTable ? (
        <MonthTable side={side} months={months} />
      ) : (
        <BarChart
          title={`${title}, ${t('home.sixMonths')}`}
          axis={(value) => compact.format(value)}
          bars={months.map((one) => ({
            label: one.month.slice(2),
            value: Number(one[side] ?? 0),
            text: amountText(one[side], null, own),
          }))}
        />
      )}
    </section>
  );
}

/** The home page: what was sold, retailed, bought and earned, and how the last six months went. */
export default function Analysis(): ReactNode {
  const figures = useQuery({
    queryKey: ['home', 'figures'],
    queryFn: () => call(statistics, {}, { quiet: true }),
  });
  const months = useQuery({
    queryKey: ['home', 'months'],
    queryFn: () => call(monthlyFigures, {}, { quiet: true }),
  });
  const failure = figures.error ?? months.error;
  const reload = (): void => {
    void figures.refetch();
    void months.refetch();
  };
  if (failure !== null && figures.data === undefined)
    return <Failed error={failure} onRetry={reload} />;
  return (
    <div className="home">
      <header className="home-head">
        <h2>{t('home.title')}</h2>
        <IconButton
          icon={<ReloadOutlined aria-hidden />}
          label={t('act.reload')}
          onClick={reload}
        />
      </header>
      <SamplePanel />
      <div className="home-cards">
        {sides.map((side) => (
          <SideCard key={side} side={side} figures={figures.data} />
        ))}
      </div>
      <h2 className="home-section">{t('home.sixMonths')}</h2>
      <div className="home-charts">
        {sides.map((side) => (
          <MonthChart key={side} side={side} months={months.data} />
        ))}
      </div>
    </div>
  );
}

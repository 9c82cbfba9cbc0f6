import { ArrowDownOutlined, ArrowUpOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { daysOfRange } from '@tradehouse/contract';
import { Skeleton, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PageLink } from '../control/PageLink.tsx';
import { t } from '../phrase/index.ts';
import { percentChangeBetween, moneyPages, moneyUrl, sides, spans } from './homeFigures.ts';
import type { HomeReply, HomeTradeSide } from './homeFigures.ts';

/** Shows the change against the previous date range by a word, an arrow and a colour. */
function Change({
  now,
  before,
}: {
  readonly now: string | null;
  readonly before: string | null;
}): ReactNode {
  const change = percentChangeBetween(now, before);
  // No arrow for an unchanged amount.
  if (change === null || change === '0') return null;
  const isLess = change.startsWith('-');
  const written = `${isLess ? '' : '+'}${change}%`;
  const said = t('home.change', { change: written });
  return (
    <Tooltip title={said}>
      <small className={isLess ? 'change below' : 'change above'}>
        {isLess ? <ArrowDownOutlined aria-hidden /> : <ArrowUpOutlined aria-hidden />}
        <span aria-hidden>{written.replace(/^[-+]/, '')}</span>
        <span className="unseen">{said}</span>
      </small>
    </Tooltip>
  );
}

interface CardsProps {
  /** Absent: not read yet. */
  readonly money?: HomeReply['money'];
  readonly today?: string;
}

/** Links a figure to its report, for users with access to the report. */
function Behind({
  side,
  days,
  children,
}: {
  readonly side: HomeTradeSide;
  readonly days: Parameters<typeof moneyUrl>[1];
  readonly children: ReactNode;
}): ReactNode {
  if (!useMay()(moneyPages[side])) return children;
  return (
    <PageLink url={moneyUrl(side, days)} title={t('home.behind')}>
      {children}
    </PageLink>
  );
}

/** Renders one side over four date ranges: today large, the rest beside. */
const SideCard = ({
  side,
  money,
  today = '',
}: { readonly side: HomeTradeSide } & CardsProps): ReactNode => (
  <section className="side-card" aria-label={t(`home.${side}`)}>
    <h3>
      {t(`home.${side}`)}
      <Tooltip title={t(`home.${side}Hint`)}>
        <InfoCircleOutlined className="meant" aria-label={t(`home.${side}Hint`)} tabIndex={0} />
      </Tooltip>
    </h3>
    {money === undefined ? (
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    ) : (
      <dl>
        {spans.map((span) => {
          const { now, before } = money[span];
          return (
            <div key={span} className={span}>
              <dt>{t(`home.${span}`)}</dt>
              <dd>
                {now[side] === null ? (
                  <span className="number">***</span>
                ) : (
                  <Behind side={side} days={daysOfRange(span, today)}>
                    <NumberText value={now[side]} as="money" currency />
                  </Behind>
                )}
                {/* A day that still runs is less than a whole one every morning. */}
                {span !== 'today' && <Change now={now[side]} before={before[side]} />}
              </dd>
            </div>
          );
        })}
      </dl>
    )}
  </section>
);

/** Renders cards for sales, retail, purchases and profit; `shown` limits the sides. */
export const MoneyCards = ({
  shown = sides,
  ...props
}: CardsProps & { readonly shown?: readonly HomeTradeSide[] }): ReactNode => (
  <div className="home-cards">
    {shown.map((side) => (
      <SideCard key={side} side={side} {...props} />
    ))}
  </div>
);

import { AreaChartOutlined, TableOutlined } from '@ant-design/icons';
import { isKeyOf } from '@tradehouse/domain';
import { Skeleton, theme } from 'antd';
import type { ReactNode } from 'react';
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { chunk } from '../../app/net/chunks.ts';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useDark } from '../../app/theme/look.ts';
import { seriesOf } from '../../app/theme/theme.ts';
import { t } from '../../phrase/index.ts';
import { IconButton } from '../IconButton.tsx';
import { ChartTable } from './ChartTable.tsx';
import './chart.css';
import { optionOf } from './option.ts';
import type { Paint } from './option.ts';
import type { Picture } from './picture.ts';

const DrawnChart = lazy(chunk(() => import('./DrawnChart.tsx')));

const compact = new Intl.NumberFormat(language === 'en' ? 'en' : 'zh-CN', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

export interface ChartProps {
  readonly picture: Picture;
  /** What its labels are called. */
  readonly labelled: string;
  /** A label was pressed, on the chart or in the table. */
  readonly onPick?: (at: number) => void;
  /** What stands beside its title. */
  readonly extra?: ReactNode;
}

/** What the theme and the company's settings say of charts. */
function usePaint(): Paint {
  const { token } = theme.useToken();
  const dark = useDark();
  const { currencyDigits: digits } = useSettings();
  return useMemo(
    () => ({
      parts: seriesOf(dark),
      below: token.colorError,
      words: token.colorText,
      quiet: token.colorTextSecondary,
      line: token.colorBorderSecondary,
      ground: token.colorBgContainer,
      font: token.fontFamily,
      size: token.fontSizeSM,
      digits,
      short: (value) => compact.format(value),
    }),
    [token, dark, digits],
  );
}

/** A title with what its figures are in. */
export function useTitle({ title, figure }: Picture): string {
  const { currencySymbol } = useSettings();
  const units = { money: currencySymbol, price: currencySymbol, percent: '%' };
  return isKeyOf(units, figure) ? `${title} (${units[figure]})` : title;
}

/** Whether something has come into sight once: what no one scrolls to loads nothing. */
function useSighted() {
  const place = useRef<HTMLDivElement>(null);
  const [sighted, setSighted] = useState(false);
  useEffect(() => {
    if (place.current === null || sighted) return undefined;
    const watch = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setSighted(true);
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [sighted]);
  return { place, sighted };
}

/**
 * A chart (look.md): it answers one question, carries its unit, and has the table behind it for the pointer, the keyboard and
 * screen readers. The library that draws it is loaded when the first one comes into sight.
 */
export function Chart({ picture, labelled, onPick, extra }: ChartProps): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const title = useTitle(picture);
  const paint = usePaint();
  const option = useMemo(() => optionOf(picture, paint), [picture, paint]);
  const { place, sighted } = useSighted();
  return (
    <figure className={`chart chart-${picture.as}`} aria-label={title}>
      <header>
        <h3>{title}</h3>
        {extra}
        <IconButton
          size="small"
          aria-pressed={asTable}
          label={t(asTable ? 'chart.asChart' : 'chart.asTable')}
          icon={asTable ? <AreaChartOutlined aria-hidden /> : <TableOutlined aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        />
      </header>
      {asTable ? (
        <ChartTable picture={picture} labelled={labelled} onPick={onPick} />
      ) : (
        <div
          ref={place}
          className={onPick === undefined ? 'chart-place' : 'chart-place picked'}
          role="img"
          aria-label={t('chart.told', { title })}
        >
          {sighted ? (
            <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 5 }} />}>
              <DrawnChart option={option} onPick={onPick} />
            </Suspense>
          ) : null}
        </div>
      )}
    </figure>
  );
}

/** As wide as a page of paper, in pixels. */
const PAPER = { width: 660, height: 300 };

/** A chart on paper: it was seen before, so all that draws it is there. */
export function PrintedChart({ picture }: { readonly picture: Picture }): ReactNode {
  const paint = usePaint();
  const option = useMemo(() => optionOf(picture, paint), [picture, paint]);
  const title = useTitle(picture);
  return (
    <figure className="chart-paper" aria-label={title}>
      <figcaption>{title}</figcaption>
      <Suspense fallback={null}>
        <DrawnChart option={option} size={PAPER} />
      </Suspense>
    </figure>
  );
}

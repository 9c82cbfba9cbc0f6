import { AreaChartOutlined, TableOutlined } from '@ant-design/icons';
import { isKeyOf } from '@tradehouse/domain';
import { Skeleton, theme } from 'antd';
import type { ReactNode } from 'react';
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { createChunkLoader } from '../../app/net/chunks.ts';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useDark } from '../../app/theme/look.ts';
import { chartColoursFor } from '../../app/theme/theme.ts';
import { t } from '../../phrase/index.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { IconButton } from '../IconButton.tsx';
import { ChartTable } from './ChartTable.tsx';
import './chart.css';
import { optionOf } from './option.ts';
import type { Paint } from './option.ts';
import type { ChartPicture } from './picture.ts';

const DrawnChart = lazy(createChunkLoader(() => import('./DrawnChart.tsx')));

const compact = new Intl.NumberFormat(language === 'en' ? 'en' : 'zh-CN', {
  notation: 'compact',
  useGrouping: 'always',
  maximumFractionDigits: 1,
});

export interface ChartProps {
  readonly picture: ChartPicture;
  /** Meaning of the labels. */
  readonly labelled: string;
  /** A label was pressed, on the chart or in the table. */
  readonly onPick?: (at: number) => void;
  /** Content beside the title. */
  readonly extra?: ReactNode;
}

/** Theme and company settings of charts. */
function usePaint(): Paint {
  const { token } = theme.useToken();
  const dark = useDark();
  const { currencyDigits: digits } = useSettings();
  return useMemo(
    () => ({
      parts: chartColoursFor(dark),
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

/** Title with the unit of the figures. */
export function useTitle({ title, figure }: ChartPicture): string {
  const { currencySymbol } = useSettings();
  const units = { money: currencySymbol, price: currencySymbol, percent: '%' };
  return isKeyOf(units, figure) ? `${title} (${units[figure]})` : title;
}

/** True once scrolled into view: an unseen chart loads nothing. */
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
 * Chart with its unit, and with its figures as a table for pointer, keyboard and screen readers. The drawing
 * library loads with the first visible chart.
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
          aria-label={t('chart.label', { title })}
        >
          {sighted ? (
            <ErrorBoundary>
              <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 5 }} />}>
                <DrawnChart option={option} onPick={onPick} />
              </Suspense>
            </ErrorBoundary>
          ) : null}
        </div>
      )}
    </figure>
  );
}

/** Width and height on paper, in pixels. */
const PAPER = { width: 660, height: 300 };

/** Printed chart: already seen on screen, so the library is loaded. */
export function PrintedChart({ picture }: { readonly picture: ChartPicture }): ReactNode {
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

import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { figureText } from '../format.ts';
import type { ChartPicture, Series } from './picture.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | AriaComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>;

/** Theme colours, fonts and figure formats that charts are drawn with. */
export interface Paint {
  readonly parts: readonly string[];
  /** Colour of values below zero. */
  readonly below: string;
  readonly words: string;
  readonly quiet: string;
  readonly line: string;
  readonly ground: string;
  readonly font: string;
  readonly size: number;
  /** The decimals of money. */
  readonly digits: number;
  /** How a figure of an axis is written. */
  readonly short: (value: number) => string;
}

/** Hovered data point; the tooltip shows the exact figure. */
interface Pointed {
  readonly seriesIndex?: number;
  readonly dataIndex?: number;
}

/** Checks if parts need patterns besides colours to be distinguished. */
const hasSeveralParts = ({ as, series }: ChartPicture): boolean =>
  as === 'donut' || series.length > 1;

const formatExactFigure = (
  { figure }: ChartPicture,
  value: string | null | undefined,
  paint: Paint,
): string => figureText(figure, value, paint.digits);

/** Number for drawing only; never used in calculations. */
const toDrawnLength = (value: string | null): number | null =>
  value === null ? null : Number(value);

/** Builds the chart option: axes from zero, at most five patterned colours, exact figures in tooltips. */
export function optionOf(picture: ChartPicture, paint: Paint): ChartOption {
  const { words, font, size, parts, ground, line } = paint;
  const said = (at: Pointed | readonly Pointed[]): string => formatPointTooltip(picture, paint, at);
  const shared: ChartOption = {
    animation: false,
    color: [...parts],
    textStyle: { color: words, fontFamily: font, fontSize: size },
    aria: { enabled: true, label: { enabled: false }, decal: { show: hasSeveralParts(picture) } },
    tooltip: {
      // Names are user input: drawn as text, never parsed as markup.
      renderMode: 'richText',
      trigger: picture.as === 'donut' ? 'item' : 'axis',
      axisPointer: { type: picture.as === 'line' ? 'line' : 'shadow' },
      confine: true,
      backgroundColor: ground,
      borderColor: line,
      textStyle: { color: words, fontFamily: font, fontSize: size },
      // SAFETY: the library passes one point or several, each with its position.
      formatter: (at: unknown) => said(at as Pointed | readonly Pointed[]),
    },
    ...(hasSeveralParts(picture) ? { legend: legendOf(picture, paint) } : {}),
  };
  return picture.as === 'donut'
    ? { ...shared, series: [donutOf(picture, paint)] }
    : { ...shared, ...axesOf(picture, paint), series: seriesOptionsOf(picture, paint) };
}

function formatPointTooltip(
  picture: ChartPicture,
  paint: Paint,
  at: Pointed | readonly Pointed[],
): string {
  const { as, labels, series } = picture;
  const points = 'length' in at ? at : [at];
  const label = labels[points[0]?.dataIndex ?? -1] ?? '';
  const figures = points.map(({ seriesIndex = 0, dataIndex = -1 }) => {
    const one = series[seriesIndex];
    const figure = formatExactFigure(picture, one?.values[dataIndex], paint);
    return series.length > 1 ? `${one?.name ?? ''}  ${figure}` : figure;
  });
  const share = as === 'donut' ? [formatPartShare(series[0], points[0]?.dataIndex ?? -1)] : [];
  return [label, ...figures, ...share].join('\n');
}

/** Returns a part's percentage of all drawn values. */
function formatPartShare(series: Series | undefined, at: number): string {
  const values = (series?.values ?? []).map((value) => Number(value ?? 0));
  const whole = values.reduce((sum, value) => sum + value, 0);
  return whole === 0 ? '' : `${(((values[at] ?? 0) * 100) / whole).toFixed(1)}%`;
}

const legendOf = ({ as }: ChartPicture, { words, font, size }: Paint): LegendComponentOption => ({
  bottom: 0,
  icon: as === 'line' ? 'circle' : 'roundRect',
  itemWidth: 18,
  itemHeight: 12,
  itemGap: 8,
  textStyle: { color: words, fontFamily: font, fontSize: size, width: 120, overflow: 'truncate' },
  // Selection of shown data stands beside the chart, within keyboard reach.
  selectedMode: false,
});

/** Upper end of a percentage axis: 100, unless a value exceeds 100. */
const axisMaximumOf = ({ max }: { readonly max: number }): number | null =>
  max <= 100 ? 100 : null;

function axesOf(picture: ChartPicture, paint: Paint) {
  const { as, labels, figure } = picture;
  const { quiet, line, short } = paint;
  const lying = as === 'rows';
  const named = {
    type: 'category' as const,
    data: [...labels],
    inverse: lying,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: line } },
    axisLabel: lying
      ? { color: quiet, width: 108, overflow: 'truncate' as const }
      : { color: quiet, hideOverlap: true },
  };
  const measured = {
    type: 'value' as const,
    splitNumber: lying ? 3 : 4,
    ...(figure === 'percent' ? { max: axisMaximumOf, splitNumber: 5 } : {}),
    splitLine: { lineStyle: { color: line } },
    axisLabel: { color: quiet, formatter: short, hideOverlap: true },
  };
  return {
    grid: {
      left: 4,
      right: lying ? 24 : 8,
      top: 12,
      bottom: hasSeveralParts(picture) ? 32 : 4,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    },
    xAxis: lying ? measured : named,
    yAxis: lying ? named : measured,
  };
}

function seriesOptionsOf(
  { as, series }: ChartPicture,
  { below }: Paint,
): (BarSeriesOption | LineSeriesOption)[] {
  const alone = series.length === 1;
  return series.map(({ name, values }) =>
    as === 'line'
      ? { type: 'line', name, symbolSize: 7, data: values.map(toDrawnLength) }
      : {
          type: 'bar',
          name,
          barMaxWidth: as === 'rows' ? 18 : 40,
          data: values.map((value) => ({
            value: toDrawnLength(value) ?? '-',
            ...(alone && (value ?? '').startsWith('-') ? { itemStyle: { color: below } } : {}),
          })),
        },
  );
}

const donutOf = ({ labels, series }: ChartPicture, { ground }: Paint): PieSeriesOption => ({
  type: 'pie',
  radius: ['34%', '60%'],
  center: ['50%', '32%'],
  label: { show: false },
  itemStyle: { borderColor: ground, borderWidth: 2 },
  data: labels.map((name, at) => ({
    name,
    value: toDrawnLength(series[0]?.values[at] ?? null) ?? 0,
  })),
});

import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { figureText } from '../format.ts';
import type { Picture, Series } from './picture.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | AriaComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>;

/** What charts are drawn with: the theme's colours and letters, and how the company writes figures. */
export interface Paint {
  readonly parts: readonly string[];
  /** What lies below zero. */
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

/** What can be pointed at says its exact figure. */
interface Pointed {
  readonly seriesIndex?: number;
  readonly dataIndex?: number;
}

/** Whether several parts have to be told from each other, by more than their colour. */
const several = ({ as, series }: Picture): boolean => as === 'donut' || series.length > 1;

const exact = ({ figure }: Picture, value: string | null | undefined, paint: Paint): string =>
  figureText(figure, value, paint.digits);

/** A length to draw: nothing is counted with it. */
const drawn = (value: string | null): number | null => (value === null ? null : Number(value));

/** What a chart is drawn from: amounts from zero, at most five colours with patterns, every figure exact where it is pointed at. */
export function optionOf(picture: Picture, paint: Paint): ChartOption {
  const { words, font, size, parts, ground, line } = paint;
  const said = (at: Pointed | readonly Pointed[]): string => pointed(picture, paint, at);
  const shared: ChartOption = {
    animation: false,
    color: [...parts],
    textStyle: { color: words, fontFamily: font, fontSize: size },
    aria: { enabled: true, label: { enabled: false }, decal: { show: several(picture) } },
    tooltip: {
      // Names are texts of users: they are drawn as text, and never read as markup.
      renderMode: 'richText',
      trigger: picture.as === 'donut' ? 'item' : 'axis',
      axisPointer: { type: picture.as === 'line' ? 'line' : 'shadow' },
      confine: true,
      backgroundColor: ground,
      borderColor: line,
      textStyle: { color: words, fontFamily: font, fontSize: size },
      // SAFETY: the library tells of one point or of several, each with where it stands.
      formatter: (at: unknown) => said(at as Pointed | readonly Pointed[]),
    },
    ...(several(picture) ? { legend: legendOf(picture, paint) } : {}),
  };
  return picture.as === 'donut'
    ? { ...shared, series: [donutOf(picture, paint)] }
    : { ...shared, ...axesOf(picture, paint), series: seriesOf(picture, paint) };
}

function pointed(picture: Picture, paint: Paint, at: Pointed | readonly Pointed[]): string {
  const { as, labels, series } = picture;
  const points = 'length' in at ? at : [at];
  const label = labels[points[0]?.dataIndex ?? -1] ?? '';
  const figures = points.map(({ seriesIndex = 0, dataIndex = -1 }) => {
    const one = series[seriesIndex];
    const figure = exact(picture, one?.values[dataIndex], paint);
    return series.length > 1 ? `${one?.name ?? ''}  ${figure}` : figure;
  });
  const share = as === 'donut' ? [shareText(series[0], points[0]?.dataIndex ?? -1)] : [];
  return [label, ...figures, ...share].join('\n');
}

/** What a part is of all that are drawn, in per cent. */
function shareText(series: Series | undefined, at: number): string {
  const values = (series?.values ?? []).map((value) => Number(value ?? 0));
  const whole = values.reduce((sum, value) => sum + value, 0);
  return whole === 0 ? '' : `${(((values[at] ?? 0) * 100) / whole).toFixed(1)}%`;
}

const legendOf = ({ as }: Picture, { words, font, size }: Paint): LegendComponentOption => ({
  bottom: 0,
  icon: as === 'line' ? 'circle' : 'roundRect',
  itemWidth: 18,
  itemHeight: 12,
  itemGap: 8,
  textStyle: { color: words, fontFamily: font, fontSize: size, width: 120, overflow: 'truncate' },
  // Whose data is shown is chosen beside the chart, where the keyboard reaches it.
  selectedMode: false,
});

/** Where an axis of parts ends: with the whole, unless one is more. */
const wholeOf = ({ max }: { readonly max: number }): number | null => (max <= 100 ? 100 : null);

function axesOf(picture: Picture, paint: Paint) {
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
    ...(figure === 'percent' ? { max: wholeOf, splitNumber: 5 } : {}),
    splitLine: { lineStyle: { color: line } },
    axisLabel: { color: quiet, formatter: short, hideOverlap: true },
  };
  return {
    grid: {
      left: 4,
      right: lying ? 24 : 8,
      top: 12,
      bottom: several(picture) ? 32 : 4,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    },
    xAxis: lying ? measured : named,
    yAxis: lying ? named : measured,
  };
}

function seriesOf(
  { as, series }: Picture,
  { below }: Paint,
): (BarSeriesOption | LineSeriesOption)[] {
  const alone = series.length === 1;
  return series.map(({ name, values }) =>
    as === 'line'
      ? { type: 'line', name, symbolSize: 7, data: values.map(drawn) }
      : {
          type: 'bar',
          name,
          barMaxWidth: as === 'rows' ? 18 : 40,
          data: values.map((value) => ({
            value: drawn(value) ?? '-',
            ...(alone && (value ?? '').startsWith('-') ? { itemStyle: { color: below } } : {}),
          })),
        },
  );
}

const donutOf = ({ labels, series }: Picture, { ground }: Paint): PieSeriesOption => ({
  type: 'pie',
  radius: ['34%', '60%'],
  center: ['50%', '32%'],
  label: { show: false },
  itemStyle: { borderColor: ground, borderWidth: 2 },
  data: labels.map((name, at) => ({ name, value: drawn(series[0]?.values[at] ?? null) ?? 0 })),
});

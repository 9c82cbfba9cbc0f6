import { BarChart, LineChart, PieChart } from 'echarts/charts';
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import type { ECharts } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ChartOption } from './option.ts';

use([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  SVGRenderer,
]);

export interface DrawnChartProps {
  readonly option: ChartOption;
  /** In pixels; absent: as large as its place, and again when that changes. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** What is pointed at was pressed, by its place among the labels. */
  readonly onPick?: ((at: number) => void) | undefined;
}

/** The drawing itself: it comes with the library, in a file of its own. */
export default function DrawnChart({ option, size, onPick }: DrawnChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts | null>(null);
  // Before anything is painted: paper is printed as soon as it stands there.
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const made = init(place.current, null, { renderer: 'svg', ...size });
    setChart(made);
    const watch = new ResizeObserver(() => made.resize(size ?? {}));
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      made.dispose();
    };
  }, [size]);
  useLayoutEffect(() => {
    chart?.setOption(option, true);
  }, [chart, option]);
  useLayoutEffect(() => {
    if (chart === null || onPick === undefined) return undefined;
    const pick = ({ dataIndex }: { readonly dataIndex: number }): void => onPick(dataIndex);
    chart.on('click', pick);
    return () => {
      if (!chart.isDisposed()) chart.off('click', pick);
    };
  }, [chart, onPick]);
  return <div ref={place} className="chart-drawing" style={size} />;
}

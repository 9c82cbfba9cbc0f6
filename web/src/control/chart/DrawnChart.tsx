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
  /** Size in pixels; absent: the container's, followed on resize. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** Called on a press, with the position among the labels. */
  readonly onPick?: ((at: number) => void) | undefined;
}

/** Drawing of a chart, in a separate file with the library. */
export default function DrawnChart({ option, size, onPick }: DrawnChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts | null>(null);
  // Before painting: paper is printed at once.
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

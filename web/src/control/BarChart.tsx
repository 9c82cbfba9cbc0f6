import type { ReactNode } from 'react';

export interface Bar {
  readonly label: string;
  /** What the bar is as high as. */
  readonly value: number;
  /** What is written at it: the exact figure. */
  readonly text: string;
}

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** How a figure on the axis is written. */
  readonly axis: (value: number) => string;
}

const WIDTH = 540;
const HEIGHT = 180;
const LEFT = 56;
const BOTTOM = 22;
const TOP = 10;

/** A round figure not below the highest: 1, 2 or 5 times a power of ten. */
export function roundAbove(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}

/** Bars from zero; what falls below zero hangs under the line. Each bar says its figure to the pointer and to a screen reader. */
export function BarChart({ title, bars, axis }: BarChartProps): ReactNode {
  const top = roundAbove(Math.max(0, ...bars.map(({ value }) => value)));
  const lowest = Math.min(0, ...bars.map(({ value }) => value));
  const bottom = lowest === 0 ? 0 : -roundAbove(-lowest);
  const scale = (HEIGHT - TOP - BOTTOM) / (top - bottom);
  const y = (value: number): number => TOP + (top - value) * scale;
  const slot = (WIDTH - LEFT) / Math.max(1, bars.length);
  const marks = [top, (top + bottom) / 2, bottom];
  return (
    <svg className="bar-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {marks.map((mark) => (
        <g key={mark}>
          <line x1={LEFT} x2={WIDTH} y1={y(mark)} y2={y(mark)} className="grid-line" />
          <text x={LEFT - 6} y={y(mark) + 4} textAnchor="end">
            {axis(mark)}
          </text>
        </g>
      ))}
      {bars.map(({ label, value, text }, index) => (
        <g key={label}>
          <title>{`${label}: ${text}`}</title>
          <rect
            x={LEFT + slot * index + slot * 0.2}
            width={slot * 0.6}
            y={Math.min(y(value), y(0))}
            height={Math.abs(y(value) - y(0))}
            rx={2}
            className={value < 0 ? 'bar below-zero' : 'bar'}
          />
          <text x={LEFT + slot * (index + 0.5)} y={HEIGHT - 6} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
      <line x1={LEFT} x2={WIDTH} y1={y(0)} y2={y(0)} className="zero-line" />
    </svg>
  );
}

interface MonthFigure {
  readonly month: string;
  readonly value: string;
}

/** Parses figures by month from their transport form: `2026-01=12.5 2026-02=3`. */
export const parseMonthFigures = (figures: string): readonly MonthFigure[] =>
  figures.split(' ').flatMap((part) => {
    const [month = '', value = ''] = part.split('=');
    return value === '' ? [] : [{ month, value }];
  });

interface TrendSize {
  readonly width: number;
  readonly height: number;
}

/** Returns a trend line's path inside a box. Zero always shows, so small values look small. */
export function trendPath(values: readonly string[], { width, height }: TrendSize) {
  const numbers = values.map(Number);
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const rim = 3;
  const tenth = (pixels: number): number => Math.round(pixels * 10) / 10;
  const y = (value: number): number =>
    tenth(height - rim - ((value - low) / (high - low || 1)) * (height - 2 * rim));
  const x = (at: number): number =>
    tenth(rim + (at / Math.max(1, numbers.length - 1)) * (width - 2 * rim));
  return {
    line: numbers.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join(''),
    zero: y(0),
    last: { x: x(numbers.length - 1), y: y(numbers.at(-1) ?? 0) },
  };
}

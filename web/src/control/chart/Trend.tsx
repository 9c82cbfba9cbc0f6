import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { figureText } from '../format.ts';
import type { FigureType } from '../format.ts';
import { NumberText } from '../NumberText.tsx';
import { parseMonthFigures, trendPath } from './trendPath.ts';
import './trend.css';

/** Width of the line in pixels. */
const WIDTH = 96;
const HEIGHT = 22;

interface Props {
  readonly figures: string;
  /** Type of the figures, which determines their format. */
  readonly as: FigureType;
}

/** Figures by month in a tiny line chart: read by screen readers, shown on hover and keyboard focus. */
export function Trend({ figures, as }: Props): ReactNode {
  const { currencyDigits } = useSettings();
  const points = parseMonthFigures(figures);
  if (points.length < 2) return <span className="none">{t('empty.none')}</span>;
  const { line, zero, last } = trendPath(
    points.map(({ value }) => value),
    { width: WIDTH, height: HEIGHT },
  );
  const spoken = points
    .map(({ month, value }) => `${month} ${figureText(as, value, currencyDigits)}`)
    .join(', ');
  return (
    <Popover
      trigger={['hover', 'focus', 'click']}
      content={<TrendFigures points={points} as={as} />}
    >
      <button type="button" className="trend" aria-label={t('chart.trend', { figures: spoken })}>
        <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
          <path className="trend-zero" d={`M0 ${zero}H${WIDTH}`} />
          <path className="trend-line" d={line} />
          <circle className="trend-last" cx={last.x} cy={last.y} r={2} />
        </svg>
      </button>
    </Popover>
  );
}

interface FiguresProps {
  readonly points: ReturnType<typeof parseMonthFigures>;
  readonly as: FigureType;
}

const TrendFigures = ({ points, as }: FiguresProps): ReactNode => (
  <table className="trend-figures">
    <tbody>
      {points.map(({ month, value }) => (
        <tr key={month}>
          <th scope="row">{month}</th>
          <td>
            <NumberText value={value} as={as} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { figureText } from '../format.ts';
import type { FigureType } from '../format.ts';
import { NumberText } from '../NumberText.tsx';
import { pointsOf, trendPath } from './trendPath.ts';
import './trend.css';

/** Pixels that the line takes. */
const WIDTH = 96;
const HEIGHT = 22;

interface Props {
  readonly figures: string;
  /** What they are, which says how they are written. */
  readonly as: FigureType;
}

/** Figures by month as a tiny line; its figures are told to who can't see it, and shown where it is pointed at or reached by keys. */
export function Trend({ figures, as }: Props): ReactNode {
  const { currencyDigits } = useSettings();
  const points = pointsOf(figures);
  if (points.length < 2) return <span className="none">{t('empty.none')}</span>;
  const { line, zero, last } = trendPath(
    points.map(({ value }) => value),
    { width: WIDTH, height: HEIGHT },
  );
  const spoken = points
    .map(({ month, value }) => `${month} ${figureText(as, value, currencyDigits)}`)
    .join(', ');
  return (
    <Popover trigger={['hover', 'focus', 'click']} content={<Figures points={points} as={as} />}>
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
  readonly points: ReturnType<typeof pointsOf>;
  readonly as: FigureType;
}

const Figures = ({ points, as }: FiguresProps): ReactNode => (
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

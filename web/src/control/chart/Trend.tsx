import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import { quantityText } from '../format.ts';
import { NumberText } from '../NumberText.tsx';
import { pointsOf, trendPath } from './trendPath.ts';
import './trend.css';

/** Pixels that the line takes. */
const WIDTH = 96;
const HEIGHT = 22;

/** Figures by month as a tiny line; its figures are told to who can't see it, and shown where it is pointed at or reached by keys. */
export function Trend({ figures }: { readonly figures: string }): ReactNode {
  const points = pointsOf(figures);
  if (points.length < 2) return <span className="none">{t('empty.none')}</span>;
  const { line, zero, last } = trendPath(
    points.map(({ value }) => value),
    { width: WIDTH, height: HEIGHT },
  );
  const spoken = points.map(({ month, value }) => `${month} ${quantityText(value)}`).join(', ');
  return (
    <Popover trigger={['hover', 'focus', 'click']} content={<Figures points={points} />}>
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

const Figures = ({ points }: { readonly points: ReturnType<typeof pointsOf> }): ReactNode => (
  <table className="trend-figures">
    <tbody>
      {points.map(({ month, value }) => (
        <tr key={month}>
          <th scope="row">{month}</th>
          <td>
            <NumberText value={value} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

import type { LabelTemplate } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { DrawCode } from '../codes.ts';
import { fonts } from '../sheetStyle.ts';
import type { LabelMark, ProblemMark, TextMark } from './drawing.ts';

const anchors = { left: 'start', center: 'middle', right: 'end' } as const;

const Letters = ({ lines, x, y, letters, step, bold, align }: TextMark): ReactNode => (
  <text fontSize={letters} fontWeight={bold ? 600 : 400} textAnchor={anchors[align]}>
    {lines.map((line, at) => (
      // Lines have no name but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <tspan key={at} x={x} y={y + at * step}>
        {line}
      </tspan>
    ))}
  </text>
);

/** Draws a frame with the problem inside. */
const Problem = ({ left, top, width, height, text }: ProblemMark): ReactNode => (
  <>
    <rect
      x={left + 0.1}
      y={top + 0.1}
      width={width - 0.2}
      height={height - 0.2}
      fill="none"
      stroke="#000"
      strokeWidth={0.2}
      strokeDasharray="0.8 0.6"
    />
    <Letters {...text} />
  </>
);

interface Props {
  readonly size: Pick<LabelTemplate, 'width' | 'height'>;
  readonly marks: readonly LabelMark[];
  readonly draw: DrawCode;
}

/** Draws one label in millimetres, identical on screen, on paper and in a file. */
export const Label = ({ size: { width, height }, marks, draw }: Props): ReactNode => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    width={`${width}mm`}
    height={`${height}mm`}
    viewBox={`0 0 ${width} ${height}`}
    fontFamily={fonts}
    fill="#000"
  >
    {marks.map((mark, at) => {
      // Marks have no name but their place.
      const key = `${mark.is} ${at}`;
      if (mark.is === 'text') return <Letters key={key} {...mark} />;
      if (mark.is === 'problem') return <Problem key={key} {...mark} />;
      const { code, text, left, top, width: across, height: down } = mark;
      const href = draw(code, text);
      return (
        <image
          key={key}
          href={href}
          x={left}
          y={top}
          width={across}
          height={down}
          role="img"
          aria-label={text}
        />
      );
    })}
  </svg>
);

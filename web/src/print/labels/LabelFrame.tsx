import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { DrawCode } from '../codes.ts';
import { PaperFrame } from '../PaperFrame.tsx';
import type { LabelMark } from './drawing.ts';
import { Label } from './Label.tsx';
import { pageSize, pagesOfSets } from './pages.ts';
import type { LabelSet } from './pages.ts';

/** Millimetres left free, because a printer's page is never exactly the stated length. */
const SPARE = 0.2;

/** Returns the CSS page size of a set. */
const setRules = ({ template }: LabelSet, at: number): string => {
  const { width, height } = pageSize(template);
  return `@page set${at} { size: ${width}mm ${height}mm; margin: 0; }
.set${at} { page: set${at}; width: ${width}mm; height: ${height - SPARE}mm; }`;
};

const buildLabelCss = (sets: readonly LabelSet[]): string => `${sets.map(setRules).join('\n')}
* { box-sizing: border-box; }
html { background: #e8e8ea; }
body { margin: 0; color: #000; -webkit-print-color-adjust: exact; }
.page { position: relative; overflow: clip; background: #fff; break-after: page; }
.page:last-child { break-after: auto; }
.page svg { position: absolute; }
@media print { html { background: none; } }
@media screen { .page { margin: 4mm auto; box-shadow: 0 0.3mm 1.5mm rgb(0 0 0 / 25%); } }`;

interface Props {
  readonly sets: readonly LabelSet[];
  /** The drawing of each row. */
  readonly marks: readonly (readonly LabelMark[])[];
  readonly draw: DrawCode;
  readonly title: string;
  /** Receives the frame's window after the labels are drawn, null before. */
  readonly onReady: (window: Window | null) => void;
}

/** Renders labels on pages in print form. */
export function LabelFrame({ sets, marks, draw, title, onReady }: Props): ReactNode {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const pages = useMemo(() => pagesOfSets(sets), [sets]);
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    ready(pages.length > 0 ? (body?.ownerDocument.defaultView ?? null) : null);
  }, [body, pages]);
  return (
    <PaperFrame
      width={Math.max(...sets.map(({ template }) => pageSize(template).width))}
      title={title}
      css={buildLabelCss(sets)}
      body={body}
      onBody={setBody}
    >
      {pages.map(({ template, set, labels }, page) => (
        // Pages have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={page} className={`page set${set}`}>
          {labels.map(({ row, left, top }) => (
            <div
              key={`${left} ${top}`}
              style={{ position: 'absolute', left: `${left}mm`, top: `${top}mm` }}
            >
              <Label size={template} marks={marks[row] ?? []} draw={draw} />
            </div>
          ))}
        </div>
      ))}
    </PaperFrame>
  );
}

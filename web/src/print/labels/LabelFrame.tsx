import type { LabelTemplate } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { DrawCode } from '../codes.ts';
import { PaperFrame } from '../PaperFrame.tsx';
import type { Mark } from './drawing.ts';
import { Label } from './Label.tsx';
import { labelPages, pageSize } from './pages.ts';

/** A printer's page is never quite as long as it says; this much of it stays free, in millimetres. */
const SPARE = 0.2;

function css(template: LabelTemplate): string {
  const { width, height } = pageSize(template);
  return `@page { size: ${width}mm ${height}mm; margin: 0; }
* { box-sizing: border-box; }
html { background: #e8e8ea; }
body { margin: 0; color: #000; -webkit-print-color-adjust: exact; }
.page { position: relative; width: ${width}mm; height: ${height - SPARE}mm; overflow: clip; background: #fff; break-after: page; }
.page:last-child { break-after: auto; }
.page svg { position: absolute; }
@media print { html { background: none; } }
@media screen { .page { margin: 4mm auto; box-shadow: 0 0.3mm 1.5mm rgb(0 0 0 / 25%); } }`;
}

interface Props {
  readonly template: LabelTemplate;
  /** The drawing of each row, and how often it is wanted. */
  readonly marks: readonly (readonly Mark[])[];
  readonly copies: readonly number[];
  readonly draw: DrawCode;
  readonly title: string;
  /** The frame's window once the labels stand in it, null while they do not. */
  readonly onReady: (window: Window | null) => void;
}

/** Labels on their pages, as they will be printed. */
export function LabelFrame({ template, marks, copies, draw, title, onReady }: Props): ReactNode {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const pages = useMemo(() => labelPages(template, copies), [template, copies]);
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    ready(pages.length > 0 ? (body?.ownerDocument.defaultView ?? null) : null);
  }, [body, pages]);
  return (
    <PaperFrame
      width={pageSize(template).width}
      title={title}
      css={css(template)}
      body={body}
      onBody={setBody}
    >
      {pages.map((labels, page) => (
        // Pages have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={page} className="page">
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

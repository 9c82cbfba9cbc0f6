import type { PrintTemplate } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { language } from '../app/language.ts';
import { laidOut, lengthOf } from './measure.ts';
import type { Piece } from './parts.tsx';
import type { Laid } from './Sheets.tsx';
import { Measured, Pages, Roll } from './Sheets.tsx';
import { sheetStyle } from './sheetStyle.ts';

// Nothing of the product's own looks reaches into the frame, and what is printed is what it holds.
const empty = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title></title></head><body></body></html>`;

interface Layout {
  /** What was laid out: anything else is laid out anew. */
  readonly pieces: readonly Piece[];
  readonly laid: readonly Laid[];
  readonly lengths: readonly number[];
}

const pixels = (millimetres: number): number => (millimetres * 96) / 25.4;

interface Props {
  /** All with one template. */
  readonly pieces: readonly Piece[];
  readonly template: PrintTemplate;
  /** What the print is called: the name of the file where it becomes one. */
  readonly title: string;
  /** The frame's window once everything stands on its pages, null while it does not. */
  readonly onReady: (window: Window | null, pages: number) => void;
}

/** Documents on their pages in a frame of their own: seen on screen, and printed as they are seen. */
export function PrintFrame({ pieces, template, title, onReady }: Props): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [layout, setLayout] = useState<Layout | null>(null);
  const [scale, setScale] = useState(1);
  const ready = useEffectEvent(onReady);
  const roll = template.height === null;
  const current = layout?.pieces === pieces ? layout : null;
  const pages = roll
    ? pieces.length
    : (current?.laid ?? []).reduce((n, one) => n + one.cuts.length, 0);
  const complete = current !== null && (!roll || current.lengths.length === pieces.length);

  useEffect(() => {
    const called = body?.ownerDocument.querySelector('title');
    called?.replaceChildren(title);
  }, [body, title]);

  useLayoutEffect(() => {
    if (body === null || complete) return;
    if (roll) {
      const sheets = [...body.querySelectorAll('.sheet')];
      setLayout({ pieces, laid: [], lengths: sheets.map(lengthOf) });
    } else {
      const measured = [...body.querySelectorAll('.measure')];
      setLayout({ pieces, laid: measured.map((one) => laidOut(one, template)), lengths: [] });
    }
  }, [body, complete, pieces, roll, template]);

  useEffect(() => {
    ready(complete ? (body?.ownerDocument.defaultView ?? null) : null, pages);
  }, [body, complete, pages]);

  // The paper is as wide as there is room for it, never wider than it is.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const fit = (): void =>
      setScale(Math.min(1.4, element.clientWidth / (pixels(template.width) + 24)));
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    return () => observer.disconnect();
  }, [template.width]);

  const content = roll
    ? pieces.map((piece, at) => <Roll key={piece.content.id} piece={piece} at={at} />)
    : current === null
      ? pieces.map((piece) => <Measured key={piece.content.id} piece={piece} />)
      : pieces.map((piece, at) => {
          const laid = current.laid[at];
          return laid === undefined ? null : (
            <Pages key={piece.content.id} piece={piece} laid={laid} />
          );
        });
  return (
    <div ref={box} className="print-preview">
      <iframe
        ref={frame}
        className="print-frame"
        title={title}
        srcDoc={empty}
        // No program runs in it; the print is asked for from outside.
        sandbox="allow-same-origin allow-modals"
        style={{
          width: `${100 / scale}%`,
          height: `${100 / scale}%`,
          transform: `scale(${scale})`,
        }}
        onLoad={() => setBody(frame.current?.contentDocument?.body ?? null)}
      />
      {body === null
        ? null
        : createPortal(
            <>
              <style>{sheetStyle(template, current?.lengths ?? [])}</style>
              {content}
            </>,
            body,
          )}
    </div>
  );
}

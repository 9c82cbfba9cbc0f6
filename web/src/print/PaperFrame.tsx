import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { language } from '../app/session/language.ts';
import './print.css';

// Nothing of the product's own looks reaches into the frame, and what is printed is what it holds.
const empty = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title></title></head><body></body></html>`;

const pixels = (millimetres: number): number => (millimetres * 96) / 25.4;

/** How much larger or smaller a paper is shown, so that it is as wide as its place: never much larger than it is. */
function useScale(place: HTMLElement | null, width: number): number {
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    if (place === null) return undefined;
    const fit = (): void => setScale(Math.min(1.25, place.clientWidth / (pixels(width) + 40)));
    const observer = new ResizeObserver(fit);
    observer.observe(place);
    fit();
    return () => observer.disconnect();
  }, [place, width]);
  return scale;
}

interface Props {
  /** Of the paper, in millimetres. */
  readonly width: number;
  /** What the print is called: the name of the file where it becomes one. */
  readonly title: string;
  readonly css: string;
  /** The frame's own, once it is there. */
  readonly body: HTMLElement | null;
  readonly onBody: (body: HTMLElement | null) => void;
  readonly children: ReactNode;
}

/** A document of its own: seen on screen, and printed as it is seen. */
export function PaperFrame({ width, title, css, body, onBody, children }: Props): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const scale = useScale(place, width);
  useEffect(() => {
    body?.ownerDocument.querySelector('title')?.replaceChildren(title);
  }, [body, title]);
  const size = `${100 / scale}%`;
  return (
    <div ref={setPlace} className="print-preview">
      <iframe
        ref={frame}
        className="print-frame"
        title={title}
        srcDoc={empty}
        // No program runs in it; the print is asked for from outside.
        sandbox="allow-same-origin allow-modals"
        style={{ width: size, height: size, transform: `scale(${scale})` }}
        onLoad={() => onBody(frame.current?.contentDocument?.body ?? null)}
      />
      {body === null
        ? null
        : createPortal(
            <>
              <style>{css}</style>
              {children}
            </>,
            body,
          )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { language } from '../app/session/language.ts';
import './print.css';

// Product styles do not reach into the frame, and only the frame's content prints.
const empty = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title></title></head><body></body></html>`;

const pixelsFromMillimetres = (millimetres: number): number => (millimetres * 96) / 25.4;

/** Returns the scale that fills the available width, at most slightly enlarged. */
function useScale(place: HTMLElement | null, width: number): number {
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    if (place === null) return undefined;
    const fit = (): void =>
      setScale(Math.min(1.25, place.clientWidth / (pixelsFromMillimetres(width) + 40)));
    const observer = new ResizeObserver(fit);
    observer.observe(place);
    fit();
    return () => observer.disconnect();
  }, [place, width]);
  return scale;
}

interface Props {
  /** Width of the paper in millimetres. */
  readonly width: number;
  /** Title of the print, and the file name if saved. */
  readonly title: string;
  readonly css: string;
  /** Body of the loaded frame. */
  readonly body: HTMLElement | null;
  readonly onBody: (body: HTMLElement | null) => void;
  readonly children: ReactNode;
}

/** Renders a separate document, printed in its form on screen. */
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
        // No script runs in the frame; printing starts outside.
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

import type { PrintTemplate } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { Fragment, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { laidOut, lengthOf, widthsOf } from './measure.ts';
import { PaperFrame } from './PaperFrame.tsx';
import type { Piece } from './parts.tsx';
import type { Laid } from './Pages.tsx';
import { Measured, Pages, Roll } from './Pages.tsx';
import { sheetStyle } from './sheetStyle.ts';

/** What is known of how documents lie on paper: first their columns, then their pages, or the lengths of a roll. */
interface Layout {
  /** What was laid out: anything else is laid out again. */
  readonly pieces: readonly Piece[];
  readonly widths: readonly (readonly number[])[];
  readonly laid: readonly Laid[] | null;
  readonly lengths: readonly number[] | null;
}

/** Lays documents out in a frame, step by step: each is drawn, measured, and drawn again. */
function useLayout(
  body: HTMLElement | null,
  pieces: readonly Piece[],
  template: PrintTemplate,
): Layout | null {
  const [layout, setLayout] = useState<Layout | null>(null);
  const current = layout?.pieces === pieces ? layout : null;
  useLayoutEffect(() => {
    if (body === null || isComplete(current)) return;
    const measured = [...body.querySelectorAll('.measure')];
    if (current === null) {
      const widths = pieces.map((piece, at) => widthsOf(measured[at] ?? body, piece));
      setLayout({ pieces, widths, laid: null, lengths: null });
    } else if (template.height === null) {
      const sheets = [...body.querySelectorAll('.sheet')];
      setLayout({ ...current, lengths: sheets.map(lengthOf) });
    } else {
      const cut = measured.map((one, at) => laidOut(one, template, current.widths[at] ?? []));
      setLayout({ ...current, laid: cut });
    }
  }, [body, current, pieces, template]);
  return current;
}

const isComplete = (layout: Layout | null): boolean =>
  layout !== null && (layout.laid ?? layout.lengths) !== null;

interface Props {
  /** All with one template. */
  readonly pieces: readonly Piece[];
  readonly template: PrintTemplate;
  /** What the print is called: the name of the file where it becomes one. */
  readonly title: string;
  /** The frame's window once everything stands on its pages, null while it does not. */
  readonly onReady?: (window: Window | null, pages: number) => void;
}

/** Documents on their pages in a frame of their own: seen on screen, and printed as they are seen. */
export function PrintFrame({ pieces, template, title, onReady }: Props): ReactNode {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const layout = useLayout(body, pieces, template);
  const complete = isComplete(layout);
  const pages = (layout?.laid ?? []).reduce((sum, { cuts }) => sum + cuts.length, 0);
  const ready = useEffectEvent(onReady ?? (() => undefined));
  useEffect(() => {
    const window = complete ? (body?.ownerDocument.defaultView ?? null) : null;
    ready(window, template.height === null ? pieces.length : pages);
  }, [body, complete, pages, pieces, template]);

  const drawn = (piece: Piece, at: number): ReactNode => {
    const widths = layout?.widths[at] ?? null;
    const laid = layout?.laid?.[at];
    if (laid !== undefined) return <Pages piece={piece} laid={laid} />;
    if (template.height === null && widths !== null)
      return <Roll piece={piece} widths={widths} at={at} />;
    return <Measured piece={piece} widths={widths} />;
  };
  return (
    <PaperFrame
      width={template.width}
      title={title}
      css={sheetStyle(template, layout?.lengths ?? [])}
      body={body}
      onBody={setBody}
    >
      {pieces.map((piece, at) => (
        <Fragment key={piece.content.id}>{drawn(piece, at)}</Fragment>
      ))}
    </PaperFrame>
  );
}

import type { PrintTemplate } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { Fragment, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { laidOut, lengthOf, widthsOf } from './measure.ts';
import { PaperFrame } from './PaperFrame.tsx';
import type { PrintPiece } from './parts.tsx';
import type { Laid } from './Pages.tsx';
import { Measured, PrintPages, Roll } from './Pages.tsx';
import { sheetStyle } from './sheetStyle.ts';

/** Layout on paper: first columns, then pages, or the lengths of a roll. */
interface Layout {
  /** Documents in the layout: other documents need a new layout. */
  readonly pieces: readonly PrintPiece[];
  readonly widths: readonly (readonly number[])[];
  readonly laid: readonly Laid[] | null;
  readonly lengths: readonly number[] | null;
}

/** Lays documents out in a frame, step by step: each is drawn, measured, and drawn again. */
function useLayout(
  body: HTMLElement | null,
  pieces: readonly PrintPiece[],
  template: PrintTemplate,
): Layout | null {
  const [layout, setLayout] = useState<Layout | null>(null);
  const current = layout?.pieces === pieces ? layout : null;
  useLayoutEffect(() => {
    if (body === null || isLayoutComplete(current)) return;
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

const isLayoutComplete = (layout: Layout | null): boolean =>
  layout !== null && (layout.laid ?? layout.lengths) !== null;

interface Props {
  /** Documents that share one template. */
  readonly pieces: readonly PrintPiece[];
  readonly template: PrintTemplate;
  /** Title of the print, and the file name if saved. */
  readonly title: string;
  /** Receives the frame's window after layout, null before. */
  readonly onReady?: (window: Window | null, pages: number) => void;
}

/** Renders documents on pages in a frame, printed in their form on screen. */
export function PrintFrame({ pieces, template, title, onReady }: Props): ReactNode {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const layout = useLayout(body, pieces, template);
  const complete = isLayoutComplete(layout);
  const pages = (layout?.laid ?? []).reduce((sum, { cuts }) => sum + cuts.length, 0);
  const ready = useEffectEvent(onReady ?? (() => undefined));
  useEffect(() => {
    const window = complete ? (body?.ownerDocument.defaultView ?? null) : null;
    ready(window, template.height === null ? pieces.length : pages);
  }, [body, complete, pages, pieces, template]);

  const drawn = (piece: PrintPiece, at: number): ReactNode => {
    const widths = layout?.widths[at] ?? null;
    const laid = layout?.laid?.[at];
    if (laid !== undefined) return <PrintPages piece={piece} laid={laid} />;
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

import type { ReactNode } from 'react';
import { StackedItems } from './Items.tsx';
import { LinesTable } from './LinesTable.tsx';
import type { Cut } from './paging.ts';
import { PaperCode, PaperHead, Running, PaperSignatures, Tail } from './parts.tsx';
import type { PrintPiece } from './parts.tsx';

/** Document divided into pages: cuts, and column widths common to all. */
export interface Laid {
  readonly cuts: readonly Cut[];
  /** In CSS pixels. */
  readonly widths: readonly number[];
}

const wholeCutOf = ({ content }: PrintPiece): Cut => ({
  from: 0,
  to: content.rows.length,
  tail: true,
});

interface PageLinesProps {
  readonly piece: PrintPiece;
  readonly cut: Cut;
  /** Null during measuring. */
  readonly widths: readonly number[] | null;
  readonly pageSum: boolean;
}

function PageLines({ piece, cut, widths, pageSum }: PageLinesProps): ReactNode {
  if (piece.template.lines.layout === 'stacked') return <StackedItems {...piece} />;
  const { pageSums, totals } = piece.template.lines;
  return (
    <LinesTable
      piece={piece}
      from={cut.from}
      to={cut.to}
      widths={widths}
      pageSum={pageSum && pageSums}
      totals={totals && cut.tail}
    />
  );
}

interface PageProps {
  readonly piece: PrintPiece;
  readonly cut: Cut;
  readonly laid: Laid;
  readonly at: number;
}

function Page({ piece, cut, laid, at }: PageProps): ReactNode {
  const { content, template } = piece;
  const { repeat, pageNumbers } = template.footer;
  return (
    <section className="sheet">
      {at === 0 || template.header.repeat ? <PaperHead {...piece} /> : <Running {...piece} />}
      <PageLines piece={piece} cut={cut} widths={laid.widths} pageSum={laid.cuts.length > 1} />
      {cut.tail ? <Tail {...piece} /> : null}
      <div className="spring" />
      {repeat ? <PaperSignatures {...piece} /> : null}
      <footer className="foot">
        <span>{content.printTime}</span>
        <span>{pageNumbers ? content.pageWord(at + 1, laid.cuts.length) : ''}</span>
      </footer>
    </section>
  );
}

/** A document on paper of pages. */
export const PrintPages = ({
  piece,
  laid,
}: {
  readonly piece: PrintPiece;
  readonly laid: Laid;
}): ReactNode =>
  laid.cuts.map((cut, at) => <Page key={cut.from} piece={piece} cut={cut} laid={laid} at={at} />);

interface MeasuredProps {
  readonly piece: PrintPiece;
  /** Null during measuring. */
  readonly widths: readonly number[] | null;
}

/** Renders a document on a roll, in one piece. */
export const Roll = ({ piece, widths, at }: MeasuredProps & { readonly at: number }): ReactNode => (
  <section className={`sheet roll roll${at}`}>
    <PaperHead {...piece} />
    <PageLines piece={piece} cut={wholeCutOf(piece)} widths={widths} pageSum={false} />
    <Tail {...piece} />
    {piece.template.footer.repeat ? <PaperSignatures {...piece} /> : null}
    <PaperCode {...piece} />
    <footer className="foot">{piece.content.printTime}</footer>
  </section>
);

/** Renders a document's parts one below another for measuring. */
export const Measured = ({ piece, widths }: MeasuredProps): ReactNode => (
  <div className="measure">
    <div className="part" data-part="head">
      <PaperHead {...piece} />
    </div>
    <div className="part" data-part="running">
      <Running {...piece} />
    </div>
    <div className="part" data-part="lines">
      <PageLines piece={piece} cut={wholeCutOf(piece)} widths={widths} pageSum />
    </div>
    <div className="part" data-part="tail">
      <Tail {...piece} />
    </div>
    <div className="part" data-part="each">
      {piece.template.footer.repeat ? <PaperSignatures {...piece} /> : null}
    </div>
    <div className="part" data-part="foot">
      <footer className="foot">
        <span>{piece.content.printTime}</span>
        <span>{piece.content.pageWord(1, 1)}</span>
      </footer>
    </div>
  </div>
);

import type { ReactNode } from 'react';
import { Items } from './Items.tsx';
import { LinesTable } from './LinesTable.tsx';
import type { Cut } from './paging.ts';
import { Code, Head, Running, Signs, Tail } from './parts.tsx';
import type { Piece } from './parts.tsx';

/** A document cut into pages: where, and how wide its columns are on all of them. */
export interface Laid {
  readonly cuts: readonly Cut[];
  /** In CSS pixels. */
  readonly widths: readonly number[];
}

const whole = ({ content }: Piece): Cut => ({ from: 0, to: content.rows.length, tail: true });

interface LinesProps {
  readonly piece: Piece;
  readonly cut: Cut;
  /** Null while they are measured. */
  readonly widths: readonly number[] | null;
  readonly pageSum: boolean;
}

function Lines({ piece, cut, widths, pageSum }: LinesProps): ReactNode {
  if (piece.template.lines.layout === 'stacked') return <Items {...piece} />;
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
  readonly piece: Piece;
  readonly cut: Cut;
  readonly laid: Laid;
  readonly at: number;
}

function Page({ piece, cut, laid, at }: PageProps): ReactNode {
  const { content, template } = piece;
  const { repeat, pageNumbers } = template.footer;
  return (
    <section className="sheet">
      {at === 0 || template.header.repeat ? <Head {...piece} /> : <Running {...piece} />}
      <Lines piece={piece} cut={cut} widths={laid.widths} pageSum={laid.cuts.length > 1} />
      {cut.tail ? <Tail {...piece} /> : null}
      <div className="spring" />
      {repeat ? <Signs {...piece} /> : null}
      <footer className="foot">
        <span>{content.printTime}</span>
        <span>{pageNumbers ? content.pageWord(at + 1, laid.cuts.length) : ''}</span>
      </footer>
    </section>
  );
}

/** A document on paper of pages. */
export const Pages = ({ piece, laid }: { readonly piece: Piece; readonly laid: Laid }): ReactNode =>
  laid.cuts.map((cut, at) => <Page key={cut.from} piece={piece} cut={cut} laid={laid} at={at} />);

interface MeasuredProps {
  readonly piece: Piece;
  /** Null while they are measured. */
  readonly widths: readonly number[] | null;
}

/** A document on a roll, in one piece. */
export const Roll = ({ piece, widths, at }: MeasuredProps & { readonly at: number }): ReactNode => (
  <section className={`sheet roll roll${at}`}>
    <Head {...piece} />
    <Lines piece={piece} cut={whole(piece)} widths={widths} pageSum={false} />
    <Tail {...piece} />
    {piece.template.footer.repeat ? <Signs {...piece} /> : null}
    <Code {...piece} />
    <footer className="foot">{piece.content.printTime}</footer>
  </section>
);

/** The parts of a document one below the other, to be measured. */
export const Measured = ({ piece, widths }: MeasuredProps): ReactNode => (
  <div className="measure">
    <div className="part" data-part="head">
      <Head {...piece} />
    </div>
    <div className="part" data-part="running">
      <Running {...piece} />
    </div>
    <div className="part" data-part="lines">
      <Lines piece={piece} cut={whole(piece)} widths={widths} pageSum />
    </div>
    <div className="part" data-part="tail">
      <Tail {...piece} />
    </div>
    <div className="part" data-part="each">
      {piece.template.footer.repeat ? <Signs {...piece} /> : null}
    </div>
    <div className="part" data-part="foot">
      <footer className="foot">
        <span>{piece.content.printTime}</span>
        <span>{piece.content.pageWord(1, 1)}</span>
      </footer>
    </div>
  </div>
);

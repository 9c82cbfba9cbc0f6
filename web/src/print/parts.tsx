import type { PrintTemplate } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { PrintContent, Labelled } from './content.ts';

/** Document with the pictures printed next to the text. */
export interface PrintPiece {
  readonly content: PrintContent;
  readonly template: PrintTemplate;
  /** Pictures in `data:` URLs; '' without a picture. */
  readonly logo: string;
  readonly code: string;
}

const Fact = ({ label, value, wide }: Labelled): ReactNode => (
  <span className={wide ? 'wide' : ''}>
    <span className="label">{label}</span>
    {value}
  </span>
);

/** The number to be scanned. */
export const PaperCode = ({ content, template, code }: PrintPiece): ReactNode =>
  code === '' ? (
    <span />
  ) : (
    <div className="code">
      <img className={template.header.code} src={code} alt={content.number} />
      {content.number}
    </div>
  );

const PaperName = ({ company, title }: PrintPiece['content']): ReactNode => (
  <div className="name">
    {company.map(({ name, text }) => (
      <div key={text} className={name ? 'company' : 'company-line'}>
        {text}
      </div>
    ))}
    <h1 className="title">{title}</h1>
  </div>
);

/** Renders the head: issuer, document and recipient. */
export function PaperHead(piece: PrintPiece): ReactNode {
  const { content, template, logo } = piece;
  const { across } = template.facts;
  return (
    <>
      <header className="head">
        {template.header.logo && logo !== '' ? (
          <img className="logo" src={logo} alt="" />
        ) : (
          <span />
        )}
        <PaperName {...content} />
        {template.height === null ? null : <PaperCode {...piece} />}
      </header>
      {content.facts.length === 0 ? null : (
        <div className="facts">
          {content.facts.map((fact) => (
            <Fact key={fact.field} {...fact} wide={fact.wide && across > 1} />
          ))}
        </div>
      )}
    </>
  );
}

/** Renders the start of every page after the first. */
export const Running = ({ content }: PrintPiece): ReactNode => (
  <div className="running">
    <span>{content.title}</span>
    <span>{content.number}</span>
  </div>
);

const Sums = ({ content }: PrintPiece): ReactNode =>
  content.sums.length === 0 ? null : (
    <div className="sums">
      {content.sums.map(({ field, label, value, wide }) => (
        <span key={field} className={wide ? 'wide' : field === 'payable' ? 'main' : ''}>
          <span className="label">{label}</span>
          <b>{value}</b>
        </span>
      ))}
    </div>
  );

export const PaperSignatures = ({ content }: PrintPiece): ReactNode =>
  content.signs.length === 0 ? null : (
    <div className="signs">
      {content.signs.map(({ field, label, value }) => (
        <span key={field}>
          <span className="label">{label}</span>
          {value}
        </span>
      ))}
    </div>
  );

/** Renders a document's end: sums, notes and signatures, unless repeated on every page. */
export function Tail(piece: PrintPiece): ReactNode {
  const { content, template } = piece;
  return (
    <>
      <Sums {...piece} />
      {content.notes.map((note) => (
        <p key={note} className="notes">
          {note}
        </p>
      ))}
      {template.footer.repeat ? null : <PaperSignatures {...piece} />}
    </>
  );
}

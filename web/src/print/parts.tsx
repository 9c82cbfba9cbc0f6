import type { PrintTemplate } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { Content, Labelled } from './content.ts';

/** A document with what is drawn beside its words. */
export interface Piece {
  readonly content: Content;
  readonly template: PrintTemplate;
  /** Pictures as addresses of the `data:` scheme; '' where there are none. */
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
export const Code = ({ content, template, code }: Piece): ReactNode =>
  code === '' ? (
    <span />
  ) : (
    <div className="code">
      <img className={template.header.code} src={code} alt={content.number} />
      {content.number}
    </div>
  );

const Name = ({ company, title }: Piece['content']): ReactNode => (
  <div className="name">
    {company.map(({ name, text }) => (
      <div key={text} className={name ? 'company' : 'company-line'}>
        {text}
      </div>
    ))}
    <h1 className="title">{title}</h1>
  </div>
);

/** Who prints, what it is, for whom. */
export function Head(piece: Piece): ReactNode {
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
        <Name {...content} />
        {template.height === null ? null : <Code {...piece} />}
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

/** What a page after the first begins with. */
export const Running = ({ content }: Piece): ReactNode => (
  <div className="running">
    <span>{content.title}</span>
    <span>{content.number}</span>
  </div>
);

const Sums = ({ content }: Piece): ReactNode =>
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

export const Signs = ({ content }: Piece): ReactNode =>
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

/** What a document ends with: sums, notes and signatures, where these do not stand on every page. */
export function Tail(piece: Piece): ReactNode {
  const { content, template } = piece;
  return (
    <>
      <Sums {...piece} />
      {content.notes.map((note) => (
        <p key={note} className="notes">
          {note}
        </p>
      ))}
      {template.footer.repeat ? null : <Signs {...piece} />}
    </>
  );
}

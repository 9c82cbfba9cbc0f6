import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { language } from '../../app/language.ts';

type Related = DocumentReply['sources'][number];

interface Props {
  readonly reply: DocumentReply;
  readonly onOpen: (url: string) => void;
}

const kindOf = (code: string) => documentKinds[code as AnyKindCode];

function Link({ kind, id, number, onOpen }: Related & { readonly onOpen: (url: string) => void }) {
  const { name, url } = kindOf(kind);
  const text = `${name[language]} ${number}`;
  if (url === null) return <span>{text}</span>;
  return (
    <button type="button" onClick={() => onOpen(`${url}/${id}`)}>
      {text}
    </button>
  );
}

/** Where a document comes from and what came of it: order → receipt → return, and what settled it. */
export function Trail({ reply, onOpen }: Props) {
  const { sources, children, settlingDocuments, kind, number } = reply;
  const after = [...children, ...settlingDocuments];
  if (sources.length + after.length === 0) return null;
  return (
    <nav className="trail no-print">
      {sources.map((one) => (
        <Link key={one.id} {...one} onOpen={onOpen} />
      ))}
      {sources.length > 0 && <span aria-hidden>→</span>}
      <span className="here">
        {kindOf(kind).name[language]} {number}
      </span>
      {after.length > 0 && <span aria-hidden>→</span>}
      {after.map((one) => (
        <Link key={one.id} {...one} onOpen={onOpen} />
      ))}
    </nav>
  );
}

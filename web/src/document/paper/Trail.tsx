import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { useState } from 'react';
import { language } from '../../app/session/language.ts';
import { PageLink } from '../../control/PageLink.tsx';
import { t } from '../../phrase/index.ts';
import { TrailTree } from './TrailTree.tsx';

type Related = DocumentReply['sources'][number];

interface Props {
  readonly reply: DocumentReply;
  readonly onOpen: (url: string) => void;
}

/** Number of related documents named in a trail; the tree shows the rest. */
const NAMED = 6;

// SAFETY: related documents are of known kinds, typed as plain text in the reply.
const kindOfRelatedDocument = (code: string) => documentKinds[code as AnyKindCode];

function Link({ kind, id, number, onOpen }: Related & { readonly onOpen: (url: string) => void }) {
  const { name, url } = kindOfRelatedDocument(kind);
  const text = `${name[language]} ${number}`;
  if (url === null) return <span>{text}</span>;
  return (
    <PageLink url={`${url}/${id}`} onOpen={onOpen}>
      {text}
    </PageLink>
  );
}

/** Shows a document's origin and results: order → receipt → return, and settlements; the full tree behind. */
export function DocumentTrail({ reply, onOpen }: Props) {
  const { sources, children, settlingDocuments, kind, number, id } = reply;
  const [tree, setTree] = useState(false);
  const after = [...children, ...settlingDocuments];
  if (sources.length + after.length === 0) return null;
  return (
    <nav aria-label={t('bill.trail')} className="trail no-print">
      {sources.slice(0, NAMED).map((one) => (
        <Link key={one.id} {...one} onOpen={onOpen} />
      ))}
      {sources.length > 0 && <span aria-hidden>→</span>}
      <span className="here">
        {kindOfRelatedDocument(kind).name[language]} {number}
      </span>
      {after.length > 0 && <span aria-hidden>→</span>}
      {after.slice(0, NAMED).map((one) => (
        <Link key={one.id} {...one} onOpen={onOpen} />
      ))}
      <button type="button" onClick={() => setTree(true)}>
        {t('bill.tree')}
      </button>
      {tree && <TrailTree id={id} onOpen={onOpen} onClose={() => setTree(false)} />}
    </nav>
  );
}

import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode, KindCode } from '@tradehouse/domain';
import { Result } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTab } from '../app/tabs/tabs.ts';
import type { Purpose } from './form/start.ts';
import { DocumentDetail } from './paper/documentDetail.tsx';
import { DocumentEditor } from './editor/documentEditor.tsx';
import { DocumentList } from './list/documentList.tsx';
import { t } from '../phrase/index.ts';
import { WithQuickForms } from '../record/quickForms.tsx';

/**
 * Parses the address below a kind's page: empty is the list, `new` a form (`?copy=id`, `?from=ids`,
 * `?lines=goods`, `?partner=id`), an id the document, `id/edit` its form.
 */
export function purposeOf(rest: string, query: URLSearchParams): Purpose | null {
  const [id = '', act] = rest.split('/');
  const copy = query.get('copy');
  const from = query.get('from');
  if (id !== 'new') return act === 'edit' ? { open: 'edit', id } : null;
  if (copy !== null) return { open: 'copy', id: copy };
  if (from !== null) return { open: 'convert', ids: from };
  const lines = query.get('lines');
  if (lines !== null) return { open: 'begin', lines };
  const partnerId = query.get('partner');
  return partnerId === null ? { open: 'new' } : { open: 'new', partnerId };
}

/** Returns a kind's page: its list, and documents in tabs; `write` renders the editor. */
export function createDocumentPage(
  code: KindCode,
  write: (purpose: Purpose) => ReactNode,
): ComponentType {
  const DocumentPage = () => {
    const { rest, query } = useTab();
    const may = useMay();
    if (rest === '') return <DocumentList key={query.toString()} code={code} />;
    const purpose = purposeOf(rest, query);
    if (purpose === null) return <DocumentDetail code={code} id={rest} />;
    return may(documentKinds[code].url ?? '', '1') ? (
      <WithQuickForms>{write(purpose)}</WithQuickForms>
    ) : (
      <Result status="403" title={t('document.mayNotWrite')} />
    );
  };
  DocumentPage.displayName = documentKinds[code].name.en;
  return DocumentPage;
}

/** The view of a goods kind. */
export const documentPage = (code: GoodsKindCode): ComponentType =>
  createDocumentPage(code, (purpose) => <DocumentEditor code={code} purpose={purpose} />);

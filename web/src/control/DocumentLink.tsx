import type { ReactNode } from 'react';
import { documentUrl, pageOfKind } from '../app/tabs/openDocument.ts';
import { useMay } from '../app/settings/permission.ts';
import { PageLink } from './PageLink.tsx';

export interface DocumentLinkProps {
  readonly kind: string;
  readonly id: string | null;
  readonly children: ReactNode;
}

/** Document number linked to its document; plain text without the right or a page. */
export function DocumentLink({ kind, id, children }: DocumentLinkProps): ReactNode {
  const may = useMay();
  const page = pageOfKind(kind);
  const url = id === null ? null : documentUrl(kind, id);
  if (page === null || url === null || !may(page)) return children;
  return <PageLink url={url}>{children}</PageLink>;
}

import { documentKinds, isKeyOf } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { documentUrl } from '../app/tabs/openDocument.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTabs } from '../app/tabs/tabs.ts';

/** Opens documents by kind and id, each in a tab of its own. */
export function useOpenDocument(): (kind: string, id: string) => void {
  const { open } = useTabs();
  return (kind, id) => {
    const url = documentUrl(kind, id);
    if (url !== null) open(url);
  };
}

export interface DocumentLinkProps {
  readonly kind: string;
  readonly id: string | null;
  readonly children: ReactNode;
}

/** A document's number as a link to it; plain text where the user may not open that kind or it has no page. */
export function DocumentLink({ kind, id, children }: DocumentLinkProps): ReactNode {
  const open = useOpenDocument();
  const may = useMay();
  const url = isKeyOf(documentKinds, kind) ? documentKinds[kind].url : null;
  if (id === null || url === null || !may(url)) return children;
  return (
    <button type="button" className="link" onClick={() => open(kind, id)}>
      {children}
    </button>
  );
}

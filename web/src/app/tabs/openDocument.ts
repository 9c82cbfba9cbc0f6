import { openingDebtPage } from '@tradehouse/contract';
import { billOf, documentKinds, isKeyOf } from '@tradehouse/domain';

/** Page of a kind's documents, with the right to open them; null without a page. */
export function pageOfKind(kind: string): string | null {
  if (!isKeyOf(documentKinds, kind)) return null;
  const { url } = documentKinds[kind];
  // Opening debts are rows of a page of their own.
  return url ?? (billOf(kind) === null ? null : openingDebtPage);
}

/** Address of a document; null for internal kinds without a page. */
export function documentUrl(kind: string, id: string): string | null {
  const page = pageOfKind(kind);
  return page === openingDebtPage ? `${page}?documentId=${id}` : page && `${page}/${id}`;
}

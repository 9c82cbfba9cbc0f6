import { documentKinds, isKeyOf } from '@tradehouse/domain';

/** Address of a document; null for internal kinds, which have no page. */
export function documentUrl(kind: string, id: string): string | null {
  const url = isKeyOf(documentKinds, kind) ? documentKinds[kind].url : null;
  return url === null ? null : `${url}/${id}`;
}

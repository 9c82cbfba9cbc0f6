import type { AnyKindCode } from '@tradehouse/domain';
import { documentKinds } from '@tradehouse/domain';

/** The address of a document of a kind, null for internal kinds, which have no page. */
export function documentUrl(kind: string, id: string): string | null {
  const known = (documentKinds as Partial<typeof documentKinds>)[kind as AnyKindCode];
  const url = known?.url ?? null;
  return url === null ? null : `${url}/${id}`;
}

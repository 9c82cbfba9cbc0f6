import type { Mask } from '@tradehouse/contract';
import type { Scope } from '../../kernel/access/index.ts';

/** Rights of a reader at the time a file was written. */
export interface Reach {
  readonly hidden: readonly Mask[];
  readonly documents: Scope['documents'];
  readonly warehouseIds: readonly string[] | null;
  readonly customerIds: readonly string[] | null;
}

export const reachFromScope = ({ hidden, documents, warehouseIds, customerIds }: Scope): Reach => ({
  hidden: [...hidden],
  documents,
  warehouseIds,
  customerIds,
});

/** Returns true if the rights `now` include all rights `then`. */
export function stillReaches(now: Reach, then: Reach): boolean {
  return (
    now.hidden.every((mask) => then.hidden.includes(mask)) &&
    isAsWide(now.warehouseIds, then.warehouseIds) &&
    isAsWide(now.customerIds, then.customerIds) &&
    seesDocuments(now.documents, then.documents)
  );
}

/** Null: all ids. */
const isAsWide = (now: readonly string[] | null, then: readonly string[] | null): boolean =>
  now === null || (then !== null && then.every((id) => now.includes(id)));

function seesDocuments(now: Scope['documents'], then: Scope['documents']): boolean {
  if (now.of === 'all' || then.of === 'own') return true;
  return now.of === 'institutions' && then.of === 'institutions' && isAsWide(now.ids, then.ids);
}

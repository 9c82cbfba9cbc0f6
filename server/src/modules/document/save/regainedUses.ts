// Uses of promotions counted again after a change of documents (decision 0090).
import { ZERO, documentKinds, isDocumentInForce, isReturningKind } from '@tradehouse/domain';
import type { Decimal, Document } from '@tradehouse/domain';
import type { RegainedUses } from '../../promotion/index.ts';

interface DocumentChange {
  readonly before: Document | null;
  readonly after: Document;
}

/** Returns documents with possibly more uses after changes: returns decrease, or deliveries increase. */
export function regainedUses(changes: readonly DocumentChange[]): RegainedUses {
  const reopened = changes.flatMap(({ before, after }) =>
    before !== null && isCountedAgain(before, after) ? [after.id] : [],
  );
  const shrunk = changes.flatMap(({ before, after }) =>
    isReturningKind(after.kind) ? sourcesWithMore(after, before) : [],
  );
  const deliveredIds = changes.flatMap(({ before, after }) =>
    isReturningKind(after.kind) || documentKinds[after.kind].trade === null
      ? []
      : sourcesWithMore(before, after),
  );
  return { documentIds: [...reopened, ...shrunk], deliveredIds };
}

const isCountedAgain = (before: Document, after: Document): boolean =>
  !after.deleted &&
  ((before.closed && !after.closed) ||
    (before.partnerId !== after.partnerId &&
      after.goodsLines.some(({ promotions = '' }) => promotions !== '')));

/** Returns the sources with a larger quantity in force in `more` than in `less`, by any line. */
function sourcesWithMore(less: Document | null, more: Document | null): readonly string[] {
  const taken = quantitiesInForce(less);
  const ids = [...quantitiesInForce(more)].flatMap(([key, quantity]) =>
    quantity.gt(taken.get(key) ?? ZERO) ? [key.split(' ')[0] ?? ''] : [],
  );
  return [...new Set(ids)];
}

/** Returns the quantities taken from sources, by id and line. */
function quantitiesInForce(document: Document | null): ReadonlyMap<string, Decimal> {
  const taken = new Map<string, Decimal>();
  if (document === null || !isDocumentInForce(document)) return taken;
  for (const { source, baseQuantity } of document.goodsLines) {
    if (source === null) continue;
    const key = `${source.documentId} ${source.line}`;
    taken.set(key, (taken.get(key) ?? ZERO).plus(baseQuantity));
  }
  return taken;
}

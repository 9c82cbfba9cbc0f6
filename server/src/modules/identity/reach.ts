import type { Mask } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { scopeOfUser } from '../../kernel/http/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';

export { rightsMoved } from '../../kernel/tx/index.ts';

type Ids = readonly string[] | null;

/** Returns true if `mine` includes `theirs`; null includes everything. */
const listWithin = (mine: Ids, theirs: Ids): boolean =>
  mine === null || (theirs !== null && theirs.every((id) => mine.includes(id)));

const documentsWithin = (mine: Scope['documents'], theirs: Scope['documents']): boolean => {
  if (mine.of === 'all' || theirs.of === 'own') return true;
  return mine.of === 'institutions' && theirs.of === 'institutions'
    ? listWithin(mine.ids, theirs.ids)
    : false;
};

type ScopePages = Scope['pages'];

/** Are all these pages and buttons among mine? */
export const pagesWithin = (mine: ScopePages, theirs: ScopePages): boolean =>
  [...theirs].every(([url, buttons]) => {
    const held = mine.get(url);
    return held !== undefined && [...buttons].every((button) => held.has(button));
  });

/** True if amounts hidden from the caller stay hidden; 'kind' follows from the rest. */
export const amountsWithin = (mine: ReadonlySet<Mask>, hidden: ReadonlySet<string>): boolean =>
  [...mine].every((mask) => mask === 'kind' || hidden.has(mask));

/** A limit gives no more than another; null is none at all. */
export const limitWithin = (own: string | null, asked: string | null): boolean =>
  own === null || (asked !== null && decimal(asked).lte(own));

/**
 * Returns true if `theirs` never exceeds `mine`. No one grants rights they lack, nor administers users with
 * more; the owner lacks nothing.
 */
export const isWithinScope = (mine: Scope, theirs: Scope): boolean =>
  mine.owner ||
  (!theirs.owner &&
    pagesWithin(mine.pages, theirs.pages) &&
    documentsWithin(mine.documents, theirs.documents) &&
    listWithin(mine.warehouseIds, theirs.warehouseIds) &&
    listWithin(mine.customerIds, theirs.customerIds) &&
    // A user without pages approves nothing, so a missing limit grants nothing.
    (theirs.pages.size === 0 || limitWithin(mine.approvalLimit, theirs.approvalLimit)) &&
    amountsWithin(mine.hidden, theirs.hidden));

/**
 * Returns a user's rights, if the caller has all the user may gain: by a disabled role, or in another
 * institution. (For oneself, only the current institution counts.)
 */
export async function requireScopeWithinOwn(context: Context, userId: string): Promise<Scope> {
  const { scope } = context;
  const prospects = { roleOn: true, everywhere: userId !== scope.userId };
  const most = orRefuseMissing(await scopeOfUser(context, userId, prospects));
  if (!isWithinScope(scope, most)) refuseWith('rights.exceeded');
  return orRefuseMissing(await scopeOfUser(context, userId));
}

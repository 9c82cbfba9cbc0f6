import type { Mask } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { found, refuse, scopeOfUser } from '../../kernel/index.ts';
import type { Context, Scope } from '../../kernel/index.ts';

export { rightsMoved } from '../../kernel/index.ts';

type Ids = readonly string[] | null;

/** null is every one; a list lies within another when that holds all of it. */
const listWithin = (mine: Ids, theirs: Ids): boolean =>
  mine === null || (theirs !== null && theirs.every((id) => mine.includes(id)));

const documentsWithin = (mine: Scope['documents'], theirs: Scope['documents']): boolean => {
  if (mine.of === 'all' || theirs.of === 'own') return true;
  return mine.of === 'institutions' && theirs.of === 'institutions'
    ? listWithin(mine.ids, theirs.ids)
    : false;
};

type Pages = Scope['pages'];

/** Are all these pages and buttons among mine? */
export const pagesWithin = (mine: Pages, theirs: Pages): boolean =>
  [...theirs].every(([url, buttons]) => {
    const held = mine.get(url);
    return held !== undefined && [...buttons].every((button) => held.has(button));
  });

/** Anyone who may not see an amount shows it to no one. 'kind' follows from the others. */
export const amountsWithin = (mine: ReadonlySet<Mask>, hidden: ReadonlySet<string>): boolean =>
  [...mine].every((mask) => mask === 'kind' || hidden.has(mask));

/** A limit gives no more than another; null is none at all. */
export const limitWithin = (own: string | null, asked: string | null): boolean =>
  own === null || (asked !== null && decimal(asked).lte(own));

/**
 * Does one reach nothing that the other does not? No one gives what they lack, nor administers somebody who has more; the
 * owner lacks nothing.
 */
export const within = (mine: Scope, theirs: Scope): boolean =>
  mine.owner ||
  (!theirs.owner &&
    pagesWithin(mine.pages, theirs.pages) &&
    documentsWithin(mine.documents, theirs.documents) &&
    listWithin(mine.warehouseIds, theirs.warehouseIds) &&
    listWithin(mine.customerIds, theirs.customerIds) &&
    // Anyone who opens no page approves nothing, so no limit is no right.
    (theirs.pages.size === 0 || limitWithin(mine.approvalLimit, theirs.approvalLimit)) &&
    amountsWithin(mine.hidden, theirs.hidden));

/**
 * What a user reaches, once it is sure that the caller reaches as much as they may come to: by a role that is off, or
 * in another of their institutions. (Of oneself only the institution counts that one works for.)
 */
export async function reached(context: Context, userId: string): Promise<Scope> {
  const { scope } = context;
  const prospects = { roleOn: true, everywhere: userId !== scope.userId };
  const most = found(await scopeOfUser(context, userId, prospects));
  if (!within(scope, most)) refuse('rights.exceeded');
  return found(await scopeOfUser(context, userId));
}

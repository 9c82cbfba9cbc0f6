// Wishes fitted to the master data that is left, and which of it is deleted.
import type { Act } from './acts.ts';
import type { State } from './books.ts';
import { masters, namedBy, partnerOf, productName } from './masters.ts';
import type { MasterName } from './masters.ts';
import { accounts, itemsOf, otherSpot, products } from './papers.ts';
import type { ModelKind, Terms } from './papers.ts';
import { pick } from './pick.ts';
import type { LineWish, Wish } from './wishes.ts';

/** The same terms, naming what was not deleted, and items that lines of the kind may name. */
export function present(terms: Terms, kind: ModelKind, { gone }: State): Terms {
  const left = <Name extends MasterName>(wished: Name, all: readonly Name[]): Name =>
    gone.has(wished) || !all.includes(wished)
      ? (all.find((name) => !gone.has(name)) ?? wished)
      : wished;
  const partner = partnerOf({ ...terms, kind });
  return {
    ...terms,
    other: partner !== null && gone.has(partner) ? !terms.other : terms.other,
    spot: gone.has(terms.spot) ? otherSpot(terms.spot) : terms.spot,
    account: left(terms.account, accounts),
    item: left(terms.item, itemsOf(kind)),
    person: terms.person !== null && gone.has(terms.person) ? null : terms.person,
  };
}

/** The same lines, of products that were not deleted. */
export function goodsLeft({ lines, wild }: Wish, { gone }: State): readonly LineWish[] {
  const left = products.filter((product) => !gone.has(productName(product)));
  return lines.map((line) =>
    wild || left.includes(line.product) ? line : { ...line, product: left[0] ?? line.product },
  );
}

/** Most of what is wished away is what no paper names any more, but papers or books once did. */
export function fittedRemoval({ pick: turn, on, wild }: Wish, state: State): Act | null {
  const { papers, booked, gone } = state;
  const there = masters.filter((name) => wild || !gone.has(name));
  const live = new Set(papers.filter(({ deleted }) => !deleted).flatMap(namedBy));
  const dead = new Set(papers.filter(({ deleted }) => deleted).flatMap(namedBy));
  const loose = there.filter((name) => !live.has(name));
  const once = loose.filter((name) => booked.has(name) || dead.has(name));
  const wished = wild ? there : on && once.length > 0 ? once : loose;
  const master = pick(wished.length > 0 ? wished : there, turn);
  return master === undefined ? null : { act: 'remove', master };
}

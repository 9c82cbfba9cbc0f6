// Replaces deleted master data in wishes, and selects master data for deletion.
import type { Act } from './acts.ts';
import type { State } from './books.ts';
import { masters, namedBy, partnerOf, productName } from './masters.ts';
import type { MasterName } from './masters.ts';
import { accounts, itemsOf, otherSpot, products } from './papers.ts';
import type { ModelKind, Terms } from './papers.ts';
import { pick } from './pick.ts';
import type { LineWish, Wish } from './wishes.ts';

/** Replaces deleted master data in the terms, and items of the wrong type. */
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

/** Replaces deleted products in the wished lines. */
export function goodsLeft({ lines, wild }: Wish, { gone }: State): readonly LineWish[] {
  const left = products.filter((product) => !gone.has(productName(product)));
  return lines.map((line) =>
    wild || left.includes(line.product) ? line : { ...line, product: left[0] ?? line.product },
  );
}

/** Selects master data for deletion, mostly data formerly but no longer used. */
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

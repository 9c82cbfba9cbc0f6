// Turns random wishes into stock counts.
import type { State } from './books.ts';
import { earlierSerials, earlierStock } from './counts.ts';
import type { Sheet } from './counts.ts';
import type { Spot } from './papers.ts';
import { pick } from './pick.ts';
import { stockOf } from './stock.ts';
import type { LineWish, Wish } from './wishes.ts';

/** Counts goods in stock, or for a wild wish any goods. */
export function counting(wish: Wish, state: State): Sheet {
  const { turn, wild } = wish;
  const lying = [...stockOf(state.papers).keys()].map((key) => key.split('|'));
  const [spot = wish.terms.spot, product, lot, stockType] = (wild ? null : pick(lying, turn)) ?? [];
  const [line] = wish.lines;
  const own = line as LineWish;
  if (product === undefined) return countedAt(wish.terms.spot, own, state);
  const found = { product: Number(product), lot, stockType } as Pick<LineWish, 'product'>;
  return countedAt(spot as Spot, { ...own, ...found }, state);
}

function countedAt(spot: Spot, line: LineWish, { papers, serials, clock }: State): Sheet {
  const { product, lot, stockType, portion, serials: named } = line;
  const pieces = portion === 'over' ? 0 : line.pieces;
  const key = { spot, product, lot: product === 1 ? lot : '', stockType };
  const book = stockOf(papers).get([spot, product, key.lot, stockType].join('|')) ?? 0;
  const bookSerials = [...serials]
    .filter(([, at]) => product === 2 && at.place === spot && at.stockType === stockType)
    .map(([serial]) => serial)
    .toSorted();
  return {
    ...key,
    stage: 'counting',
    book,
    bookBefore: earlierStock(papers, key),
    serialsBefore: earlierSerials(papers, key),
    bookSerials,
    counted: product === 2 ? named.length : pieces,
    serials: product === 2 ? named : [],
    paper: null,
    countedAt: clock,
    postedAt: 0,
  };
}

/** Counts the stock key of a sheet again. */
export const countedAgain = (
  { lines: [line] }: Wish,
  state: State,
  { spot, product, lot, stockType }: Sheet,
): Sheet => countedAt(spot, { ...(line as LineWish), product, lot, stockType }, state);

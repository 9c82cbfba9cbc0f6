// Turns random wishes into commands on existing activities.
import type { ActivityLine } from './activities.ts';
import type { Act } from './acts.ts';
import type { State } from './books.ts';
import type { ProductNumber, Spot } from './papers.ts';
import { pick } from './pick.ts';
import { stockOf } from './stock.ts';
import type { Wish } from './wishes.ts';

export function fittedActivity(wish: Wish, state: State): Act | null {
  const { act, pick: turn, wild } = wish;
  const { activities } = state;
  const all = [...activities.keys()].filter((at) => activities[at]?.deleted === false);
  const running = all.filter((at) => activities[at]?.ended === false);
  const at = pick(wild ? all : running, turn);
  if (act === 'activity' || at === undefined) {
    const lines = linesOf(wish, state);
    return lines.length === 0 ? null : { act: 'activity', lines };
  }
  if (act === 'endActivity' || act === 'dropActivity') return { act, at };
  const lines = (activities[at]?.lines ?? []).map((line, index) => ({
    ...line,
    target: wantedOf(wish, index, line.product),
  }));
  return { act: 'retarget', at, lines };
}

/** Returns activity lines for goods in stock, each stock key once. */
function linesOf(wish: Wish, { papers }: State): ActivityLine[] {
  const lying = [...stockOf(papers)].filter(([key, has]) => has > 0 && key.endsWith('|formal'));
  const first = wish.turn % Math.max(lying.length, 1);
  const found = [...lying.slice(first), ...lying.slice(0, first)].slice(0, wish.keeps ? 1 : 2);
  const lines = found.map(([key], index): ActivityLine => {
    const [spot, number] = key.split('|');
    const product = Number(number) as ProductNumber;
    return { spot: spot as Spot, product, target: wantedOf(wish, index, product), sold: 0 };
  });
  return lines.filter(
    ({ spot, product }, index) =>
      lines.findIndex((one) => one.spot === spot && one.product === product) === index,
  );
}

/** Returns the wished pieces of a product, sometimes none. */
function wantedOf({ lines }: Wish, index: number, product: ProductNumber): number {
  const line = pick(lines, index);
  if (line === undefined || line.portion === 'over') return 0;
  return product === 2 ? Math.ceil(line.pieces) : line.pieces;
}

// Turns random wishes into papers made from other papers.
import { targetsOf } from '@tradehouse/domain';
import type { Act } from './acts.ts';
import type { State } from './books.ts';
import { paperOf } from './fitPapers.ts';
import { progressFor, takenOf } from './links.ts';
import { BOX } from './papers.ts';
import type { ModelKind, Paper, PaperLine } from './papers.ts';
import { pick } from './pick.ts';
import type { LineWish, Wish } from './wishes.ts';

export const goodsTargets = ({ kind }: Paper): ModelKind[] =>
  targetsOf(kind).filter((target) => target !== 'itemIn') as ModelKind[];

/** Converts a part of the lines of an approved paper to another kind. */
export function converted(wish: Wish, state: State, at: number): Act | null {
  const { papers } = state;
  const source = papers[at];
  const kind = source === undefined ? undefined : pick(goodsTargets(source), wish.turn);
  if (source === undefined || kind === undefined) return null;
  const samePartnerType = source.kind.startsWith('purchase') === kind.startsWith('purchase');
  const child = { ...source, kind };
  const side = progressFor(source, child) === 'purchased' ? 'purchased' : 'other';
  const lines = source.lines.map((line, index) => {
    const left = line.pieces - takenOf(papers, at, line.line, side);
    return partOf(line, pick(wish.lines, index), left, index, { paper: at, line: line.line }, kind);
  });
  const some = lines.filter(({ pieces }, index) => pieces > 0 && (index === 0 || !wish.keeps));
  if (some.length === 0) return null;
  const paper = paperOf({ ...wish, kind }, state, {
    lines: some.map((line, index) => ({ ...line, line: index + 1 })),
    ...(samePartnerType && !wish.wild
      ? {
          other: source.other,
          currency: source.currency,
          prepaid: source.prepaid,
          discountRate: source.discountRate,
        }
      : { other: wish.terms.other }),
    spot: wish.on ? source.spot : wish.terms.spot,
  });
  return { act: 'add', paper, twice: wish.twice, converts: true };
}

function partOf(
  line: PaperLine,
  wish: LineWish | undefined,
  left: number,
  at: number,
  from: { readonly paper: number; readonly line: number },
  kind: ModelKind,
): PaperLine {
  const {
    portion,
    price,
    lot,
    serials: wished,
  } = wish ?? { portion: 'all', price: '1', lot: 'A', serials: [] };
  const wanted = { one: Math.min(1, left), all: left, over: left + 1 }[portion];
  const back = kind.endsWith('Back');
  const pool = back ? line.serials : [...new Set([...line.serials, ...wished])];
  const serials = line.product === 2 ? pool.slice(0, Math.max(Math.ceil(wanted), 0)) : [];
  return {
    ...line,
    line: at + 1,
    role: 'item',
    pieces: line.product === 2 ? serials.length : wanted,
    boxed: line.boxed && wanted % BOX === 0,
    lot: line.product === 1 && portion === 'one' && !back ? lot : line.lot,
    serials,
    price,
    from,
  };
}

// Turns random wishes into changes of existing papers.
import type { State } from './books.ts';
import { paperOf } from './fitPapers.ts';
import { BOX, isMoney, sourcesOf } from './papers.ts';
import type { Paper, PaperLine } from './papers.ts';
import { pick } from './pick.ts';
import type { LineWish, Wish } from './wishes.ts';

/** Changes the quantities of a paper's lines, or all lines of a paper without source. */
export function edited(wish: Wish, state: State, paper: Paper): Paper {
  const linked = sourcesOf(paper).length > 0;
  const { kind, settles, other, spot, travels, currency } = paper;
  const fresh = paperOf({ ...wish, kind }, state, {});
  const numbered = fresh.lines.map((line, at) => ({ ...line, line: paper.nextLine + at }));
  const lines =
    linked || wish.keeps
      ? paper.lines.map((line, at) => changed(line, pick(wish.lines, at)))
      : numbered;
  const last = Math.max(paper.nextLine - 1, ...lines.map(({ line }) => line));
  const tied = linked || settles !== null;
  const stays = tied || wish.keeps;
  const money = tied && !wish.wild ? currency : fresh.currency;
  return {
    ...paper,
    ...fresh,
    ...(stays ? { spot, travels, day: wish.on ? fresh.day : paper.day } : {}),
    other: tied && !wish.wild ? other : fresh.other,
    currency: money,
    rate: money === 'own' ? 1 : wish.terms.rate,
    settles,
    lines: isMoney(paper) ? [] : lines,
    depositUsed: linked || wish.wild ? wish.terms.depositUsed : 0,
    typed: fresh.typed ?? paper.typed,
    approved: paper.approved,
    closed: paper.closed,
    nextLine: last + 1,
  };
}

function changed(line: PaperLine, wish: LineWish | undefined): PaperLine {
  if (wish === undefined || wish.portion === 'all') return line;
  if (line.product === 2) {
    const serials = wish.serials.slice(0, Math.max(1, line.serials.length));
    return { ...line, serials, pieces: Math.sign(line.pieces) * serials.length };
  }
  const pieces = line.boxed ? BOX * Math.ceil(wish.pieces / 3) : wish.pieces;
  const expiry = line.product === 1 ? wish.expiry : null;
  return { ...line, pieces: Math.sign(line.pieces) * pieces, price: wish.price, expiry };
}

// Wishes fitted to the papers that are there: commands that have a chance.
import { ZERO, makesProgress, targetsOf } from '@tradehouse/domain';
import type { Act, AtPaper } from './acts.ts';
import type { State } from './books.ts';
import type { Sheet } from './counts.ts';
import { fittedActivity } from './fitActivities.ts';
import { fittedRemoval, goodsLeft, present } from './fitMasters.ts';
import { progressFor, settledOf, stateOf, takenOf } from './links.ts';
import { pick } from './pick.ts';
import { BOX, amountsOf, inForce, isMoney, isOrder, isPrepaid, sourcesOf } from './papers.ts';
import type { ModelKind, Paper, PaperLine } from './papers.ts';
import { counting, countedAgain } from './fitCounts.ts';
import { linesOf, sellsFor } from './fitLines.ts';
import { receipt } from './fitReceipts.ts';
import type { LineWish, Wish } from './wishes.ts';

function paperOf(wish: Wish, state: State, change: Partial<Paper>): Paper {
  const { kind, amount, audits, wild } = wish;
  const { switches, activities } = state;
  const terms = wild ? wish.terms : present(wish.terms, kind, state);
  const own =
    isMoney({ kind }) || change.lines !== undefined
      ? []
      : linesOf({ ...wish, terms, lines: goodsLeft(wish, state) }, state);
  const all = { ...terms, kind, lines: own, amount, settles: null, ...change };
  // Only what is made of an order uses its deposit, and only members prepay.
  const tamed = wild
    ? {}
    : {
        depositUsed: all.lines.some(({ from }) => from !== null) ? all.depositUsed : 0,
        prepaid: all.prepaid && all.other,
      };
  const currency = !wild && isPrepaid({ ...all, ...tamed }) ? 'own' : all.currency;
  return {
    ...all,
    ...tamed,
    currency,
    rate: currency === 'own' ? 1 : all.rate,
    activity:
      sellsFor(kind) && activities[all.activity ?? -1]?.deleted === false ? all.activity : null,
    needsAudit: switches.forceApproval,
    audited: audits,
    closed: false,
    deleted: false,
    counted: false,
    booked: ZERO,
    nextLine: all.lines.length + 1,
  };
}

const indexes = (papers: readonly Paper[], fits: (paper: Paper, at: number) => boolean): number[] =>
  papers.flatMap((paper, at) => (!paper.deleted && fits(paper, at) ? [at] : []));

/** A wish as a command on the papers that are there; null where nothing fits it. */
export function fitted(wish: Wish, state: State): Act | null {
  const { papers, sheets } = state;
  const { act, on, twice } = wish;
  const chosen = (
    fits: (paper: Paper, at: number) => boolean,
    likes: (paper: Paper, at: number) => boolean = () => true,
  ) => {
    const all = indexes(papers, fits);
    const liked = all.filter((at) => likes(papers[at] as Paper, at));
    return pick(liked.length > 0 && !wish.wild ? liked : all, wish.pick);
  };
  const sheetAt = (stage: Sheet['stage']): number | undefined => {
    const liked = [...sheets.keys()].filter((at) => sheets[at]?.stage === stage);
    return pick(wish.wild ? [...sheets.keys()] : liked, wish.pick);
  };
  switch (act) {
    case 'add':
      return { act, paper: paperOf(wish, state, {}), twice, converts: false };
    case 'convert': {
      const at = chosen(
        (paper) => paper.audited && goodsTargets(paper).length > 0,
        (paper, index) => (makesProgress(paper.kind) ? stateOf(papers, index) !== 'complete' : !on),
      );
      return at === undefined ? null : converted(wish, state, at);
    }
    case 'settle': {
      const at = chosen(
        (paper) => ['saleOut', 'purchaseIn'].includes(paper.kind),
        (paper, index) => inForce(paper) && amountsOf(paper).debt.gt(settledOf(papers, index)),
      );
      const bill = papers[at ?? -1];
      if (at === undefined || bill === undefined) return null;
      const kind = bill.kind === 'saleOut' ? 'moneyIn' : 'moneyOut';
      const { other, currency } = bill;
      const paper = paperOf({ ...wish, kind }, state, { settles: at, other, currency });
      return { act: 'add', paper, twice, converts: false };
    }
    case 'edit': {
      const at = chosen(
        (paper) => paper.kind !== 'transferIn' && !paper.counted,
        ({ audited }) => !audited,
      );
      const paper = papers[at ?? -1];
      return at === undefined || paper === undefined
        ? null
        : { act, at, paper: edited(wish, state, paper), stale: wish.wild };
    }
    case 'batch':
      return fittedBatch(wish, papers);
    case 'receive': {
      const at = chosen(
        ({ kind, travels }, index) =>
          kind === 'transfer' &&
          (wish.wild || (travels && ['audited', 'partial'].includes(stateOf(papers, index)))),
      );
      if (at === undefined) return fitted(travelling(wish), state);
      const paper = receipt(wish, papers, at);
      return paper.lines.length === 0 ? null : { act, at, paper };
    }
    case 'takeBack': {
      const at = chosen(({ kind }) => kind === 'transferIn');
      return at === undefined ? fitted({ ...wish, act: 'receive' }, state) : { act, at };
    }
    case 'count':
      return { act, sheet: counting(wish, state) };
    case 'recount': {
      const at = sheetAt('counting');
      const sheet = sheets[at ?? -1];
      if (at === undefined || sheet === undefined) return fitted({ ...wish, act: 'count' }, state);
      const { counted, book } = sheet;
      const again = counted === book || !on ? null : countedAgain(wish, state, sheet);
      return { act, at, again };
    }
    case 'postCount':
    case 'unpostCount': {
      const at = sheetAt(act === 'postCount' ? 'recounting' : 'posted');
      return at === undefined ? fitted({ ...wish, act: 'recount' }, state) : { act, at };
    }
    case 'activity':
    case 'retarget':
    case 'endActivity':
    case 'dropActivity':
      return fittedActivity({ ...wish, act }, state);
    case 'remove':
      return fittedRemoval(wish, state);
    case 'switch': {
      const names = ['negativeStock', 'overLink', 'reserveOnOrder', 'forceApproval'] as const;
      return { act, name: pick(names, wish.turn) ?? 'overLink', on };
    }
    default: {
      const lives = act === 'complete' || act === 'unfreeze';
      const at = chosen(
        (paper) =>
          paper.kind !== 'transferIn' &&
          !paper.counted &&
          (!lives || isOrder(paper)) &&
          (act !== 'forceClose' || makesProgress(paper.kind)),
        (_, index) => states[act](papers, index),
      );
      if (act === 'forceClose' && !wish.wild && (at === undefined || !states[act](papers, at)))
        return fitted({ ...wish, act: 'convert' }, state);
      return at === undefined ? null : { act, at };
    }
  }
}

const travelling = (wish: Wish): Wish => ({
  ...wish,
  act: 'add',
  kind: 'transfer',
  terms: { ...wish.terms, travels: true },
  audits: true,
});

/** Where an act is at home. */
const states: Readonly<Record<AtPaper, (papers: readonly Paper[], at: number) => boolean>> = {
  delete: (papers, at) => stateOf(papers, at) === 'unreviewed',
  takeBack: () => true,
  audit: (papers, at) => stateOf(papers, at) === 'unreviewed',
  reverse: (papers, at) => stateOf(papers, at) === 'audited',
  forceClose: (papers, at) => stateOf(papers, at) === 'partial',
  complete: (papers, at) => papers[at]?.audited === true && !papers[at].closed,
  unfreeze: (papers, at) => papers[at]?.closed === true,
};

/** Some papers of one sort that a step is at home at, one after the other or the other way round. */
function fittedBatch({ turn, wild, pick: first, lines, on }: Wish, papers: readonly Paper[]) {
  const step = pick(['audit', 'reverse', 'delete'] as const, turn) ?? 'audit';
  const fits = indexes(
    papers,
    (paper, at) =>
      paper.kind !== 'transferIn' && !paper.counted && (wild || states[step](papers, at)),
  );
  const from = first % Math.max(fits.length, 1);
  const around = [...fits.slice(from), ...fits.slice(0, from)];
  const same = around.filter((at) => moneyAt(papers, at) === moneyAt(papers, around[0] ?? -1));
  const all = same.slice(0, lines.length + 1);
  return all.length === 0
    ? null
    : ({ act: 'batch', step, all: on ? all : all.toReversed() } as const);
}

const moneyAt = (papers: readonly Paper[], at: number): boolean =>
  papers[at] !== undefined && isMoney(papers[at]);

const goodsTargets = ({ kind }: Paper): ModelKind[] =>
  targetsOf(kind).filter((target) => target !== 'itemIn') as ModelKind[];

/** The same lines with other quantities, or (of papers that come from nowhere) other lines altogether. */
function edited(wish: Wish, state: State, paper: Paper): Paper {
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
    audited: paper.audited,
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

/** A part of an audited paper's lines, as another kind. */
function converted(wish: Wish, state: State, at: number): Act | null {
  const { papers } = state;
  const source = papers[at];
  const kind = source === undefined ? undefined : pick(goodsTargets(source), wish.turn);
  if (source === undefined || kind === undefined) return null;
  const sameParty = source.kind.startsWith('purchase') === kind.startsWith('purchase');
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
    ...(sameParty && !wish.wild
      ? { other: source.other, currency: source.currency }
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

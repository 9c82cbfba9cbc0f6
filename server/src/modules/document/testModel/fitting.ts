// Wishes fitted to the papers that are there: commands that have a chance.
import { makesProgress, targetsOf } from '@tradehouse/domain';
import type { Act, AtPaper } from './acts.ts';
import { progressFor, settledOf, sourcesOf, stateOf, stockOf, takenOf } from './books.ts';
import type { Sheet, State } from './books.ts';
import {
  BOX,
  TODAY,
  amountsOf,
  assemblies,
  inForce,
  isMoney,
  isOrder,
  otherSpot,
} from './papers.ts';
import type { LineStockType, ModelKind, Paper, PaperLine, ProductNumber, Spot } from './papers.ts';
import type { LineWish, Wish } from './wishes.ts';

function lineOf({ kind }: Wish, wish: LineWish, at: number): PaperLine {
  const { product, serials, price, taxRate, stockType, portion, lot } = wish;
  const boxed = product === 3 && wish.boxed;
  const plainPieces = boxed ? BOX * Math.ceil(wish.pieces / 3) : wish.pieces;
  const pieces = product === 2 ? serials.length : plainPieces;
  return {
    line: at + 1,
    role: !assemblies.includes(kind) ? 'item' : at === 0 ? 'composite' : 'part',
    product,
    pieces: kind === 'stockRecount' && portion === 'one' ? -pieces : pieces,
    boxed,
    lot: product === 1 ? lot : '',
    stockType,
    serials: product === 2 ? serials : [],
    price,
    taxRate,
    from: null,
  };
}

const takers: readonly ModelKind[] = [
  'purchaseBack',
  'saleOut',
  'retailOut',
  'transfer',
  'otherOut',
];
const takes = ({ kind }: Wish, { role, pieces }: PaperLine): boolean =>
  takers.includes(kind) ||
  pieces < 0 ||
  (kind === 'assemble' && role === 'part') ||
  (kind === 'disassemble' && role === 'composite');

/** Lines as wished, each serial once; what takes goods takes some that lie there. */
function linesOf(wish: Wish, { papers, serials }: State): PaperLine[] {
  const { kind, lines, wild, terms, turn } = wish;
  const enough =
    assemblies.includes(kind) && lines.length < 2 && !wild ? [...lines, ...lines] : lines;
  const read = enough.map((line, at) => lineOf(wish, line, at));
  if (wild) return read;
  const lying = [...stockOf(papers)].filter(
    ([key, pieces]) => pieces > 0 && key.startsWith(`${terms.spot}|`),
  );
  const named = new Set<string>();
  return read.map((line, at) => {
    const fit = takes(wish, line) ? pick(lying, turn + at) : undefined;
    const own = fit === undefined ? line : lyingLine(line, fit, { serials, spot: terms.spot });
    const once = own.serials.filter((serial) => !named.has(serial));
    for (const serial of once) named.add(serial);
    const several = once.length > 0 && once.length < own.serials.length;
    return several ? { ...own, serials: once, pieces: Math.sign(own.pieces) * once.length } : own;
  });
}

function lyingLine(
  line: PaperLine,
  [key, held]: readonly [string, number],
  { serials, spot }: Pick<State, 'serials'> & { readonly spot: Spot },
): PaperLine {
  const [, product, lot = '', stockType] = key.split('|');
  const found = {
    product: Number(product) as ProductNumber,
    lot,
    stockType: stockType as LineStockType,
  };
  const there = [...serials].filter(([, at]) => at.spot === spot && at.stockType === stockType);
  const own = found.product === 2 ? there.slice(0, 2).map(([serial]) => serial) : [];
  const boxed = found.product === 3 && line.boxed && held >= BOX;
  const pieces = boxed ? BOX : Math.min(Math.abs(line.pieces), held);
  return {
    ...line,
    ...found,
    boxed,
    serials: own,
    pieces: Math.sign(line.pieces) * (found.product === 2 ? own.length : pieces),
  };
}

function paperOf(wish: Wish, state: State, change: Partial<Paper>): Paper {
  const { kind, terms, amount, audits, wild } = wish;
  const { switches } = state;
  const own = isMoney({ kind }) || change.lines !== undefined ? [] : linesOf(wish, state);
  const all = { ...terms, kind, lines: own, amount, settles: null, ...change };
  // Only what is made of an order uses its deposit, and only members prepay.
  const tamed = wild
    ? {}
    : {
        depositUsed: all.lines.some(({ from }) => from !== null) ? all.depositUsed : 0,
        prepaid: all.prepaid && all.other,
      };
  return {
    ...all,
    ...tamed,
    needsAudit: switches.forceApproval,
    audited: audits,
    closed: false,
    deleted: false,
    counted: false,
    nextLine: all.lines.length + 1,
  };
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(all.length, 1)];
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
      const paper = paperOf({ ...wish, kind }, state, { settles: at, other: bill.other });
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

const goodsTargets = ({ kind }: Paper): ModelKind[] =>
  targetsOf(kind).filter((target) => target !== 'itemIn') as ModelKind[];

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
    other: sameParty ? source.other : wish.terms.other,
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

/** The same lines with other quantities, or (of papers that come from nowhere) other lines altogether. */
function edited(wish: Wish, state: State, paper: Paper): Paper {
  const linked = sourcesOf(paper).length > 0;
  const { kind, settles, other, spot, travels } = paper;
  const fresh = paperOf({ ...wish, kind }, state, {});
  const numbered = fresh.lines.map((line, at) => ({ ...line, line: paper.nextLine + at }));
  const lines =
    linked || wish.keeps
      ? paper.lines.map((line, at) => changed(line, pick(wish.lines, at)))
      : numbered;
  const last = Math.max(paper.nextLine - 1, ...lines.map(({ line }) => line));
  const stays = linked || settles !== null || wish.keeps;
  return {
    ...paper,
    ...wish.terms,
    ...(stays ? { spot, travels, day: wish.on ? wish.terms.day : paper.day } : {}),
    other: isMoney(paper) || linked || stays ? other : wish.terms.other,
    lines: isMoney(paper) ? [] : lines,
    amount: wish.amount,
    depositUsed: linked || wish.wild ? wish.terms.depositUsed : 0,
    prepaid: fresh.prepaid && (wish.wild || paper.other),
    needsAudit: fresh.needsAudit,
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
  return { ...line, pieces: Math.sign(line.pieces) * pieces, price: wish.price };
}

/** What arrives of one line of a transfer, and what is written off, or came beyond what was sent. */
function receipt(wish: Wish, papers: readonly Paper[], at: number): Paper {
  const transfer = papers[at] as Paper;
  const line = pick(transfer.lines, wish.turn) as PaperLine;
  const left = Math.max(0, line.pieces - takenOf(papers, at, line.line, 'other'));
  const gone = papers
    .filter(({ deleted, kind }) => !deleted && kind === 'transferIn')
    .flatMap(({ lines }) => lines)
    .filter(({ from }) => from?.paper === at && from.line === line.line)
    .flatMap(({ serials }) => serials);
  const open = line.serials.filter((serial) => !gone.includes(serial));
  const surplus = wish.on && wish.wild && line.product !== 2 && left > 0 ? 1 : 0;
  const arrived = surplus > 0 ? left + surplus : Math.min(wish.lines[0]?.serials.length ?? 1, left);
  const missing = surplus === 0 && wish.on ? left - arrived : 0;
  const from = { paper: at, line: line.line };
  const rows = [
    { role: 'item' as const, pieces: arrived, serials: open.slice(0, arrived) },
    {
      role: 'part' as const,
      pieces: missing - surplus,
      serials: open.slice(arrived, arrived + missing),
    },
  ].filter(({ pieces }) => pieces !== 0);
  return {
    ...transfer,
    kind: 'transferIn',
    spot: otherSpot(transfer.spot),
    day: TODAY,
    lines: rows.map((row, index) => ({ ...line, boxed: false, ...row, line: index + 1, from })),
    needsAudit: false,
    audited: false,
    closed: false,
    deleted: false,
    nextLine: 3,
  };
}

/** A count of something that lies there, or (of a wild wish) of what may not. */
function counting(wish: Wish, state: State): Sheet {
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
  const { product, lot, stockType, pieces, serials: named } = line;
  const key = { spot, product, lot: product === 1 ? lot : '', stockType };
  const book = stockOf(papers).get([spot, product, key.lot, stockType].join('|')) ?? 0;
  const bookSerials = [...serials]
    .filter(([, at]) => product === 2 && at.spot === spot && at.stockType === stockType)
    .map(([serial]) => serial)
    .toSorted();
  return {
    ...key,
    stage: 'counting',
    book,
    bookSerials,
    counted: product === 2 ? named.length : pieces,
    serials: product === 2 ? named : [],
    paper: null,
    countedAt: clock,
    postedAt: 0,
  };
}

/** The same place counted once more. */
const countedAgain = (
  { lines: [line] }: Wish,
  state: State,
  { spot, product, lot, stockType }: Sheet,
): Sheet => countedAt(spot, { ...(line as LineWish), product, lot, stockType }, state);

// What may be done in the model test: random wishes, fitted to the papers that are there, and what the reference makes of them.
import { makesProgress, plain, rounded, targetsOf } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import fc from 'fast-check';
import {
  childrenOf,
  progressFor,
  progressOf,
  put,
  settledOf,
  settling,
  sourcesOf,
  stateOf,
  stockOf,
  takenOf,
} from './books.ts';
import type { Outcome, Sheet, State, Switches } from './books.ts';
import type { Worth } from './worth.ts';
import {
  BOX,
  TODAY,
  amountsOf,
  assemblies,
  inForce,
  isMoney,
  isOrder,
  isRetail,
  isTraded,
  otherSpot,
  usesDeposit,
} from './papers.ts';
import type {
  LineStockType,
  ModelKind,
  Paper,
  PaperLine,
  ProductNumber,
  Spot,
  Terms,
} from './papers.ts';

interface LineWish extends Pick<
  PaperLine,
  'product' | 'pieces' | 'boxed' | 'lot' | 'stockType' | 'serials' | 'price' | 'taxRate'
> {
  readonly portion: 'one' | 'all' | 'over';
}
/** How often each act is wished for. */
const weights = {
  add: 16,
  convert: 14,
  settle: 3,
  edit: 6,
  delete: 3,
  audit: 7,
  reverse: 4,
  forceClose: 2,
  complete: 2,
  unfreeze: 2,
  receive: 6,
  takeBack: 2,
  count: 3,
  recount: 3,
  postCount: 4,
  unpostCount: 1,
  switch: 3,
} as const;
export interface Wish {
  readonly act: keyof typeof weights;
  readonly kind: ModelKind;
  readonly lines: readonly LineWish[];
  readonly terms: Terms;
  readonly amount: number;
  readonly pick: number;
  readonly turn: number;
  readonly audits: boolean;
  readonly keeps: boolean;
  readonly twice: boolean;
  /** Fits nothing to what is there, so that it is likely to be refused. */
  readonly wild: boolean;
  readonly on: boolean;
}

type AtPaper = 'delete' | 'audit' | 'reverse' | 'forceClose' | 'complete' | 'unfreeze' | 'takeBack';
/** A command as it is sent. `at` is a paper or a sheet. */
export type Act =
  | {
      readonly act: 'add';
      readonly paper: Paper;
      readonly twice: boolean;
      readonly converts: boolean;
    }
  | { readonly act: 'edit'; readonly at: number; readonly paper: Paper; readonly stale: boolean }
  | { readonly act: AtPaper; readonly at: number }
  | { readonly act: 'receive'; readonly at: number; readonly paper: Paper }
  | { readonly act: 'count'; readonly sheet: Sheet }
  | { readonly act: 'recount'; readonly at: number; readonly again: Sheet | null }
  | { readonly act: 'postCount' | 'unpostCount'; readonly at: number }
  | { readonly act: 'switch'; readonly name: keyof Switches; readonly on: boolean };

// ------------------------------------------------------------------------------------------------ wishes

const added: readonly ModelKind[] = [
  'purchaseRequest',
  'purchaseOrder',
  'purchaseIn',
  'purchaseIn',
  'purchaseIn',
  'purchaseBack',
  'saleOrder',
  'saleOrder',
  'saleOut',
  'saleOut',
  'saleBack',
  'retailOut',
  'retailBack',
  'transfer',
  'transfer',
  'assemble',
  'disassemble',
  'otherIn',
  'otherIn',
  'otherOut',
  'stockCount',
  'stockRecount',
  'advanceIn',
];

const aLine: fc.Arbitrary<LineWish> = fc.record({
  product: fc.constantFrom<ProductNumber>(0, 0, 1, 2, 3),
  pieces: fc.constantFrom(1, 2, 3, 6, 0.5, 2.25),
  boxed: fc.boolean(),
  lot: fc.constantFrom('A', 'B'),
  stockType: fc.constantFrom<LineStockType>(
    'formal',
    'formal',
    'formal',
    'formal',
    'defective',
    'gift',
  ),
  serials: fc.subarray(['s1', 's2', 's3', 's4', 's5'], { minLength: 1, maxLength: 3 }),
  price: fc.constantFrom('10', '20', '12.34', '7.77', '0.03', '0'),
  taxRate: fc.constantFrom(0, 0, 13),
  portion: fc.constantFrom('one', 'one', 'all', 'all', 'over'),
});
const someTerms: fc.Arbitrary<Terms> = fc.record({
  spot: fc.constantFrom<Spot>('main', 'main', 'branch'),
  day: fc.constantFrom(0, 1, 2, 3, TODAY, TODAY, TODAY),
  other: fc.constantFrom(false, false, true),
  travels: fc.boolean(),
  discountRate: fc.constantFrom(0, 0, 5, 20),
  serviceRate: fc.constantFrom(0, 0, 3),
  fees: fc.constantFrom(0, 0, 1.5),
  freight: fc.constantFrom(0, 0, 7),
  allocateBy: fc.constantFrom('amount', 'quantity'),
  depositUsed: fc.constantFrom(0, 0, 0, 5, 20),
  paid: fc.constantFrom('all', 'half', 'none'),
  prepaid: fc.boolean(),
});
export const aWish: fc.Arbitrary<Wish> = fc.noBias(
  fc.record({
    act: fc.oneof(
      ...Object.entries(weights).map(([act, weight]) => ({
        weight,
        arbitrary: fc.constant(act as keyof typeof weights),
      })),
    ),
    kind: fc.constantFrom(...added),
    lines: fc.array(aLine, { minLength: 1, maxLength: 3 }),
    terms: someTerms,
    amount: fc.constantFrom(1, 5, 30, 100),
    pick: fc.nat(9999),
    turn: fc.nat(9999),
    audits: fc.constantFrom(true, true, false),
    keeps: fc.boolean(),
    twice: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    wild: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    on: fc.boolean(),
  }),
);

/** A history begins with goods that come. */
export const asFirst = (wish: Wish, at: number): Wish => ({
  ...wish,
  act: 'add',
  kind: at % 2 === 0 ? 'purchaseIn' : 'otherIn',
  terms: { ...wish.terms, day: 0 },
});

// ------------------------------------------------------------------------------------------------ fitting

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

// ------------------------------------------------------------------------------------------------ outcomes

const refusedFor = (state: State, ...reasons: ErrorKey[]): Outcome => ({ state, reasons });

/** What the reference makes of a command, and why it must be refused; no reason: it must be done. */
export function outcome(state: State, act: Act): Outcome {
  const { state: next, reasons } = done(state, act);
  return { state: { ...next, clock: state.clock + 1 }, reasons };
}

function done(state: State, act: Act): Outcome {
  switch (act.act) {
    case 'add':
      return saved(state, state.papers.length, act.paper, []);
    case 'edit': {
      const before = state.papers[act.at];
      const own = (before?.audited ?? true) ? (['document.notEditable'] as const) : [];
      return saved(state, act.at, act.paper, [
        ...own,
        ...(act.stale ? (['record.stale'] as const) : []),
      ]);
    }
    case 'receive':
      return received(state, act.at, act.paper);
    case 'count': {
      const { spot, product } = act.sheet;
      const lies = [...stockOf(state.papers).keys()].some((key) =>
        key.startsWith(`${spot}|${product}|`),
      );
      const next = { ...state, sheets: [...state.sheets, act.sheet] };
      return lies ? { state: next, reasons: [] } : refusedFor(state, 'count.nothing');
    }
    case 'recount':
    case 'postCount':
    case 'unpostCount':
      return countStep(state, act);
    case 'switch':
      return {
        state: { ...state, switches: { ...state.switches, [act.name]: act.on } },
        reasons: [],
      };
    default:
      return stepped(state, act.act, act.at);
  }
}

function saved(state: State, at: number, paper: Paper, first: readonly ErrorKey[]): Outcome {
  const before = state.papers[at];
  const reasons: ErrorKey[] = [...first, ...shapeReasons(paper)];
  const known = before === undefined ? [] : sourcesOf(before);
  for (const source of sourcesOf(paper))
    reasons.push(...sourceReasons(state, paper, source, known.includes(source)));
  if (before !== undefined && billShort(state, at, paper)) reasons.push('document.isSettled');
  const bill = paper.settles === null ? undefined : state.papers[paper.settles];
  if (bill !== undefined && !inForce(bill)) reasons.push('settlement.kind');
  const { state: next, reasons: more } = put(state, at, paper);
  return { state: next, reasons: [...reasons, ...more] };
}

function shapeReasons(paper: Paper): ErrorKey[] {
  const { kind, lines, prepaid, other } = paper;
  const reasons: ErrorKey[] = [];
  if (assemblies.includes(kind) && lines.length < 2) reasons.push('document.assembly');
  const serials = lines.flatMap((line) => line.serials.map((serial) => `${line.role} ${serial}`));
  if (new Set(serials).size < serials.length) reasons.push('serial.repeated');
  if (isRetail(paper) && prepaid && !other) reasons.push('prepayment.member');
  if (isTraded(paper) && amountsOf(paper).debt.isNegative()) reasons.push('document.overpaid');
  if (usesDeposit(paper) && paper.depositUsed > 0 && sourcesOf(paper).length !== 1)
    reasons.push('deposit.oneOrder');
  return reasons;
}

function sourceReasons({ papers }: State, paper: Paper, at: number, was: boolean): ErrorKey[] {
  const source = papers[at];
  const open = ['audited', 'partial'].includes(stateOf(papers, at));
  const fulfils = progressFor(source, paper) === 'fulfilled';
  return source?.audited !== true || source.deleted || (fulfils && !was && !open)
    ? ['document.sourceState']
    : [];
}

/** A bill keeps owing what was settled of it. */
const billShort = ({ papers }: State, at: number, after: Paper): boolean =>
  settling(papers, at).length > 0 &&
  (settledOf(papers, at).gt(amountsOf(after).debt) ||
    !inForce(after) ||
    after.other !== papers[at]?.other);

function received(state: State, at: number, paper: Paper): Outcome {
  const transfer = state.papers[at];
  const reasons: ErrorKey[] = [];
  if (transfer?.travels !== true || !inForce(transfer)) reasons.push('transfer.notTravelling');
  return saved(state, state.papers.length, paper, reasons);
}

/** The state table (domain.md 3.2), told once more. */
function stepped(state: State, act: AtPaper, at: number): Outcome {
  const { papers } = state;
  const paper = papers[at];
  if (paper === undefined) return refusedFor(state, 'record.missing');
  const [now, reasons] = [stateOf(papers, at), [] as ErrorKey[]];
  const change: Partial<Paper> = {
    delete: { deleted: true },
    takeBack: { deleted: true },
    audit: { audited: true },
    reverse: { audited: false },
    forceClose: { closed: true },
    complete: { closed: true },
    unfreeze: { closed: false },
  }[act];
  const after = { ...paper, ...change };
  if (act === 'delete' && now !== 'unreviewed') reasons.push('document.deleteAudited');
  if (act === 'audit' && now !== 'unreviewed') reasons.push('document.notUnreviewed');
  if (act === 'reverse' && now !== 'audited') reasons.push('document.notAudited');
  if (act === 'reverse' && progressOf(papers, at, 'purchased') === 'partial')
    reasons.push('document.purchasePartial');
  if (act === 'reverse' && progressOf(papers, at, 'purchased') === 'complete')
    reasons.push('document.purchaseComplete');
  if (act === 'forceClose' && now !== 'partial') reasons.push('document.notClosable');
  if (act === 'forceClose' && paper.kind === 'transfer') reasons.push('transfer.onItsWay');
  if (act === 'complete' && (!paper.audited || paper.closed)) reasons.push('order.notOpen');
  if (act === 'unfreeze' && !paper.closed) reasons.push('order.notCompleted');
  if (act === 'delete' || act === 'reverse') {
    if (childrenOf(papers, at).length > 0) reasons.push('document.hasChildren');
    if (settling(papers, at).length > 0 && !inForce(after)) reasons.push('document.isSettled');
  }
  const { state: next, reasons: more } = put(state, at, after);
  return { state: next, reasons: [...reasons, ...more] };
}

function countStep(
  state: State,
  act: Extract<Act, { act: 'recount' | 'postCount' | 'unpostCount' }>,
): Outcome {
  const sheet = state.sheets[act.at];
  const from = { recount: 'counting', postCount: 'recounting', unpostCount: 'posted' }[act.act];
  if (sheet === undefined || sheet.stage !== from) return refusedFor(state, 'count.state');
  const keep = (books: State, change: Partial<Sheet>): State => ({
    ...books,
    sheets: books.sheets.with(act.at, { ...sheet, ...change }),
  });
  if (act.act === 'recount')
    return { state: keep(state, { ...act.again, stage: 'recounting' }), reasons: [] };
  if (act.act === 'unpostCount') {
    const paper = sheet.paper === null ? undefined : state.papers[sheet.paper];
    if (sheet.paper === null || paper === undefined)
      return { state: keep(state, { stage: 'recounting' }), reasons: [] };
    const { state: next, reasons } = put(state, sheet.paper, { ...paper, deleted: true });
    return { state: keep(next, { stage: 'recounting', paper: null }), reasons };
  }
  const lines = differences(sheet, state);
  if (lines.length === 0) return { state: keep(state, { stage: 'posted' }), reasons: [] };
  const at = state.papers.length;
  const { state: next, reasons } = put(state, at, countPaper(sheet, state, lines));
  const posted = { stage: 'posted', paper: at, postedAt: state.clock } as const;
  const first: ErrorKey[] = overtaken(sheet, state) ? ['count.overtaken'] : [];
  return { state: keep(next, posted), reasons: [...first, ...reasons] };
}

/** Another count corrected the same place after it was counted here; serials are settled one by one. */
const overtaken = (sheet: Sheet, { sheets }: State): boolean =>
  sheet.product !== 2 &&
  sheets.some(
    (other) =>
      other !== sheet &&
      other.paper !== null &&
      other.postedAt > sheet.countedAt &&
      (['spot', 'product', 'lot', 'stockType'] as const).every((of) => other[of] === sheet[of]),
  );

/** What was counted less the books of then; of serials, those that still lie as they did. */
function differences(sheet: Sheet, { serials }: State): Pick<PaperLine, 'pieces' | 'serials'>[] {
  const { product, counted, book, spot, stockType } = sheet;
  if (product !== 2) return counted === book ? [] : [{ pieces: counted - book, serials: [] }];
  const here = (serial: string): boolean => {
    const at = serials.get(serial);
    return at?.spot === spot && at.stockType === stockType;
  };
  const lost = sheet.bookSerials.filter((one) => !sheet.serials.includes(one) && here(one));
  const come = sheet.serials.filter((one) => !sheet.bookSerials.includes(one) && !here(one));
  return [
    { pieces: -lost.length, serials: lost },
    { pieces: come.length, serials: come },
  ].filter(({ pieces }) => pieces !== 0);
}

/** A count's lines are told at the average of the moment. */
const priceOf = (worth: Worth | undefined): string =>
  worth === undefined || worth.quantity.isZero()
    ? '0'
    : plain(rounded(worth.value.dividedBy(worth.quantity), 6).abs());

const plainTerms: Terms = {
  spot: 'main',
  day: TODAY,
  other: false,
  travels: false,
  discountRate: 0,
  serviceRate: 0,
  fees: 0,
  freight: 0,
  allocateBy: 'amount',
  depositUsed: 0,
  paid: 'none',
  prepaid: false,
};

const countPaper = (
  { spot, product, lot, stockType }: Sheet,
  { switches, worth }: State,
  lines: readonly Pick<PaperLine, 'pieces' | 'serials'>[],
): Paper => ({
  ...plainTerms,
  spot,
  kind: 'stockRecount',
  lines: lines.map((line, at) => ({
    line: at + 1,
    role: 'item',
    product,
    boxed: false,
    lot,
    stockType,
    price: priceOf(worth.get(product)),
    taxRate: 0,
    from: null,
    ...line,
  })),
  amount: 0,
  settles: null,
  needsAudit: switches.forceApproval,
  audited: true,
  closed: false,
  deleted: false,
  counted: true,
  nextLine: lines.length + 1,
});

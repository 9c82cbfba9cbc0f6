// What may be done in the model test, and what the reference makes of it.
import { plain, rounded } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
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
} from './books.ts';
import type { Outcome, Sheet, State, Switches } from './books.ts';
import {
  TODAY,
  amountsOf,
  assemblies,
  inForce,
  isRetail,
  isTraded,
  usesDeposit,
} from './papers.ts';
import type { Paper, PaperLine, Terms } from './papers.ts';
import type { Worth } from './worth.ts';

export type AtPaper =
  | 'delete'
  | 'audit'
  | 'reverse'
  | 'forceClose'
  | 'complete'
  | 'unfreeze'
  | 'takeBack';
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

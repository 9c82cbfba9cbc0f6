// Stock counts in the reference: counted and book quantities, and the correcting paper (S12).
import { ZERO, toPlainDecimal, rounded } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import { put } from './books.ts';
import type { Outcome, State } from './books.ts';
import { TODAY } from './papers.ts';
import type { LineStockType, Paper, PaperLine, ProductNumber, Spot, Terms } from './papers.ts';
import { dayChanges, serialDays, stockOf } from './stock.ts';
import type { Worth } from './posting.ts';

/** Count of a product at one stock key: book quantity at the time of counting, and counted quantity. */
export interface Sheet {
  readonly spot: Spot;
  readonly product: ProductNumber;
  readonly lot: string;
  readonly stockType: LineStockType;
  readonly stage: 'counting' | 'recounting' | 'posted';
  readonly book: number;
  /** Part of `book` from papers dated on earlier days. */
  readonly bookBefore: number;
  /** Serials in the warehouse by papers dated on earlier days. */
  readonly serialsBefore: readonly string[];
  readonly bookSerials: readonly string[];
  readonly counted: number;
  readonly serials: readonly string[];
  readonly paper: number | null;
  /** Number of commands executed before. */
  readonly countedAt: number;
  readonly postedAt: number;
}

export type CountAct =
  | { readonly act: 'count'; readonly sheet: Sheet }
  | { readonly act: 'recount'; readonly at: number; readonly again: Sheet | null }
  | { readonly act: 'postCount' | 'unpostCount'; readonly at: number };

export function countStarted(state: State, sheet: Sheet): Outcome {
  const lies = [...stockOf(state.papers).keys()].some((key) =>
    key.startsWith(`${sheet.spot}|${sheet.product}|`),
  );
  const reasons: ErrorKey[] = lies ? [] : ['count.nothing'];
  if (state.gone.has(sheet.spot)) reasons.push('count.nothing', 'record.missing');
  return { state: { ...state, sheets: [...state.sheets, sheet] }, reasons };
}

export function countStep(state: State, act: Exclude<CountAct, { act: 'count' }>): Outcome {
  const sheet = state.sheets[act.at];
  const from = { recount: 'counting', postCount: 'recounting', unpostCount: 'posted' }[act.act];
  if (sheet === undefined || sheet.stage !== from) return { state, reasons: ['count.state'] };
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

/** Returns true if another count corrected the stock key after this count; serials are exempt. */
const overtaken = (sheet: Sheet, { sheets }: State): boolean =>
  sheet.product !== 2 &&
  sheets.some(
    (other) =>
      other !== sheet &&
      other.paper !== null &&
      other.postedAt > sheet.countedAt &&
      (['spot', 'product', 'lot', 'stockType'] as const).every((of) => other[of] === sheet[of]),
  );

/** Returns counted less book quantities; for serials, only those not moved since. */
function differences(
  sheet: Sheet,
  { papers, serials }: State,
): Pick<PaperLine, 'pieces' | 'serials'>[] {
  const { product, counted, spot, stockType } = sheet;
  const book = bookWithLate(sheet, papers);
  if (product !== 2) return counted === book ? [] : [{ pieces: counted - book, serials: [] }];
  const here = (serial: string): boolean => {
    const at = serials.get(serial);
    return at?.place === spot && at.stockType === stockType;
  };
  const late = earlierSerials(papers, sheet).filter(
    (one) => !sheet.serialsBefore.includes(one) && !sheet.bookSerials.includes(one),
  );
  const lost = [...sheet.bookSerials, ...late].filter(
    (one) => !sheet.serials.includes(one) && here(one),
  );
  const come = sheet.serials.filter((one) => !sheet.bookSerials.includes(one) && !here(one));
  return [
    { pieces: -lost.length, serials: lost },
    { pieces: come.length, serials: come },
  ].filter(({ pieces }) => pieces !== 0);
}

type Key = Pick<Sheet, 'spot' | 'product' | 'lot' | 'stockType'>;

const beforeToday = (days: ReadonlyMap<number, number> = new Map()): number =>
  [...days].filter(([day]) => day < TODAY).reduce((all, [, pieces]) => all + pieces, 0);

/** Sums the moves of earlier days at a stock key. */
export const earlierStock = (papers: readonly Paper[], key: Key): number =>
  beforeToday(dayChanges(papers).get([key.spot, key.product, key.lot, key.stockType].join('|')));

/** Returns the book quantity at the time of counting, plus papers of earlier days entered later. */
export const bookWithLate = (sheet: Sheet, papers: readonly Paper[]): number =>
  sheet.book - sheet.bookBefore + earlierStock(papers, sheet);

/** Returns the serials at a stock key by papers of earlier days. */
export const earlierSerials = (papers: readonly Paper[], key: Key): string[] =>
  key.product !== 2
    ? []
    : [...serialDays(papers)].flatMap(([of, days]) => {
        const [spot, product, , serial, stockType] = of.split('|');
        const isOf =
          spot === key.spot && product === String(key.product) && stockType === key.stockType;
        return isOf && serial !== undefined && beforeToday(days) > 0 ? [serial] : [];
      });

/** Returns the current average cost, the price of a count's lines. */
const priceOf = (worth: Worth | undefined): string =>
  worth === undefined || worth.quantity.isZero()
    ? '0'
    : toPlainDecimal(rounded(worth.value.dividedBy(worth.quantity), 6).abs());

export const plainTerms: Terms = {
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
  bonus: 0,
  currency: 'own',
  rate: 1,
  account: 'till',
  parts: 'one',
  item: 'rent',
  person: null,
  typed: null,
  activity: null,
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
    expiry: null,
    stockType,
    price: priceOf(worth.get(product)),
    taxRate: 0,
    away: false,
    from: null,
    ...line,
  })),
  amount: 0,
  settles: null,
  booked: ZERO,
  bonusUsed: ZERO,
  needsApproval: switches.forceApproval,
  approved: true,
  closed: false,
  deleted: false,
  counted: true,
  nextLine: lines.length + 1,
});

// Random wishes: intended commands, independent of the existing papers.
import fc from 'fast-check';
import { TODAY, accounts, items, people } from './papers.ts';
import type {
  Currency,
  LineStockType,
  ModelKind,
  PaperLine,
  ProductNumber,
  Spot,
  Terms,
  Typed,
} from './papers.ts';

export interface LineWish extends Pick<
  PaperLine,
  | 'product'
  | 'pieces'
  | 'boxed'
  | 'lot'
  | 'expiry'
  | 'stockType'
  | 'serials'
  | 'price'
  | 'taxRate'
  | 'away'
> {
  readonly portion: 'one' | 'all' | 'over';
}
/** Relative frequency of each command. */
const weights = {
  add: 16,
  convert: 14,
  settle: 6,
  edit: 6,
  delete: 3,
  approve: 7,
  reverse: 4,
  batch: 4,
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
  close: 2,
  remove: 4,
  activity: 3,
  retarget: 2,
  endActivity: 1,
  dropActivity: 1,
} as const;
export interface Wish {
  readonly act: keyof typeof weights;
  readonly kind: ModelKind;
  readonly lines: readonly LineWish[];
  readonly terms: Terms;
  readonly amount: number;
  readonly pick: number;
  readonly turn: number;
  readonly approves: boolean;
  readonly keeps: boolean;
  readonly twice: boolean;
  /** True for a wish not fitted to existing papers, hence likely to be refused. */
  readonly wild: boolean;
  readonly on: boolean;
}

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
  'advanceOut',
  'itemIn',
  'itemOut',
  'giro',
];

const aLine: fc.Arbitrary<LineWish> = fc.record({
  product: fc.constantFrom<ProductNumber>(0, 0, 1, 2, 3),
  pieces: fc.constantFrom(1, 2, 3, 6, 0.5, 2.25),
  boxed: fc.boolean(),
  lot: fc.constantFrom('A', 'B'),
  expiry: fc.constantFrom(null, null, '2027-06-30', '2028-06-30'),
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
  away: fc.constantFrom(false, false, false, true),
  portion: fc.constantFrom('one', 'one', 'all', 'all', 'over'),
});
const someNumbers: readonly Typed[] = [
  { as: 'own', nth: 1 },
  { as: 'own', nth: 2 },
  { as: 'other', nth: 1 },
  { as: 'other', nth: 2 },
];
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
  bonus: fc.constantFrom(0, 0, 5, 12.34, 50),
  currency: fc.constantFrom<Currency>('own', 'own', 'EUR', 'CNY', 'JPY'),
  rate: fc.constantFrom(1, 2, 8, 7.13, 0.0497),
  account: fc.constantFrom(...accounts),
  parts: fc.constantFrom('one', 'one', 'one', 'one', 'two', 'two', 'crumbs'),
  item: fc.constantFrom(...items),
  person: fc.constantFrom(null, ...people),
  typed: fc.constantFrom<Typed | null>(...Array<null>(20).fill(null), ...someNumbers),
  activity: fc.constantFrom(null, 0, 1),
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
    approves: fc.constantFrom(true, true, false),
    keeps: fc.boolean(),
    twice: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    wild: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    on: fc.boolean(),
  }),
);

/** Turns the first wishes of a history into receipts of goods on the first day. */
export const asFirst = (wish: Wish, at: number): Wish => ({
  ...wish,
  act: 'add',
  kind: at % 2 === 0 ? 'purchaseIn' : 'otherIn',
  terms: { ...wish.terms, day: 0 },
});

/** Replaced commands in a narrow history, with frequent reservations, sales and returns of the same goods. */
const instead: Partial<Readonly<Record<Wish['act'], Wish['act']>>> = {
  settle: 'delete',
  count: 'add',
  recount: 'activity',
  postCount: 'reverse',
  receive: 'delete',
};
const sold: Partial<Readonly<Record<ModelKind, ModelKind>>> = {
  transfer: 'saleOut',
  assemble: 'retailOut',
  disassemble: 'saleOut',
  purchaseRequest: 'saleOut',
  purchaseOrder: 'saleOut',
  stockCount: 'saleOut',
  stockRecount: 'saleOut',
  itemIn: 'retailOut',
  itemOut: 'retailOut',
  giro: 'retailOut',
};

/** Replaced kinds in a history about a member. */
const served: Partial<Readonly<Record<ModelKind, ModelKind>>> = {
  purchaseRequest: 'advanceIn',
  purchaseOrder: 'advanceIn',
  itemIn: 'advanceIn',
  saleOrder: 'advanceOut',
  purchaseBack: 'retailOut',
  saleOut: 'retailOut',
  assemble: 'retailOut',
  disassemble: 'retailOut',
  transfer: 'retailOut',
  saleBack: 'retailBack',
};
const serving: Partial<Readonly<Record<Wish['act'], Wish['act']>>> = {
  settle: 'add',
  receive: 'add',
  takeBack: 'convert',
  count: 'add',
  recount: 'convert',
  postCount: 'convert',
  activity: 'switch',
  remove: 'add',
};

/** Turns a wish into retail for a member, mostly paid from prepayment and bonus. */
export const ofMember = (wish: Wish): Wish => ({
  ...wish,
  act: serving[wish.act] ?? wish.act,
  kind: served[wish.kind] ?? wish.kind,
  lines: wish.lines.slice(0, 1).map((line) => ({ ...line, stockType: 'formal', away: false })),
  terms: {
    ...wish.terms,
    spot: 'main',
    other: true,
    bonus: wish.on ? 50 : wish.terms.bonus,
    prepaid: wish.turn % 5 !== 0,
    currency: wish.turn % 7 === 0 ? wish.terms.currency : 'own',
    parts: 'one',
    activity: null,
  },
});

/** Limits a wish to one product, one warehouse and one activity. */
export const narrowed = (wish: Wish): Wish => ({
  ...wish,
  act: instead[wish.act] ?? wish.act,
  kind: sold[wish.kind] ?? wish.kind,
  lines: wish.lines
    .slice(0, 1)
    .map((line) => ({ ...line, product: 0, stockType: 'formal', away: false })),
  terms: { ...wish.terms, spot: 'main', activity: wish.terms.activity === null ? null : 0 },
});

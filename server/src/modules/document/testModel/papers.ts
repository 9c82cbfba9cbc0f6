// The reference of the model test: what a company's papers are, told without a database and without the product's rules.
import { ZERO, decimal, rounded, sum } from '@tradehouse/domain';
import type { AnyKindCode, Decimal, LineRole } from '@tradehouse/domain';

export type Spot = 'main' | 'branch';
/** 0 and 3 are plain, 1 is kept by lots, 2 by serials; 3 comes in boxes of twelve, too. */
export type ProductNumber = 0 | 1 | 2 | 3;
export type LineStockType = 'formal' | 'defective' | 'gift';
export type ModelKind = Exclude<
  AnyKindCode,
  'openingStock' | 'openingBalance' | 'regrade' | 'valueAdjustment'
>;
/** A history's own accounts, items and people; what comes in is of income, what goes out an expense. */
export const accounts = ['till', 'bank', 'safe', 'card'] as const;
export type AccountName = (typeof accounts)[number];
const incomes = ['interest', 'scrap'] as const;
const expenses = ['rent', 'fuel'] as const;
export const items = [...incomes, ...expenses] as const;
export type ItemName = (typeof items)[number];
export const itemType = (item: ItemName): 'income' | 'expense' =>
  incomes.some((name) => name === item) ? 'income' : 'expense';
/** The items that lines of a kind may name. */
export const itemsOf = (kind: AnyKindCode): readonly ItemName[] =>
  kind === 'itemIn' ? incomes : expenses;
export const people = ['ann', 'ben', 'cleo'] as const;
export type PersonName = (typeof people)[number];
export const spots: readonly Spot[] = ['main', 'branch'];
export const products: readonly ProductNumber[] = [0, 1, 2, 3];
export type Currency = 'own' | 'EUR' | 'CNY' | 'JPY';

/** A line of goods; `pieces` are base units, below zero where a recount misses some. */
export interface PaperLine {
  readonly line: number;
  readonly role: LineRole;
  readonly product: ProductNumber;
  readonly pieces: number;
  readonly boxed: boolean;
  readonly lot: string;
  /** Of its lot; null: nothing is said, or known. */
  readonly expiry: string | null;
  readonly stockType: LineStockType;
  readonly serials: readonly string[];
  readonly price: string;
  readonly taxRate: number;
  /** Lies in the other warehouse than its paper says. */
  readonly away: boolean;
  /** The paper and line that it is made from. */
  readonly from: { readonly paper: number; readonly line: number } | null;
}

/** What is typed into the head. Days are numbered; TODAY comes after all of them. */
export interface Terms {
  readonly spot: Spot;
  readonly day: number;
  /** The other supplier or customer; of retail: a member. */
  readonly other: boolean;
  readonly travels: boolean;
  readonly discountRate: number;
  readonly serviceRate: number;
  readonly fees: number;
  readonly freight: number;
  readonly allocateBy: 'amount' | 'quantity';
  readonly depositUsed: number;
  readonly paid: 'all' | 'half' | 'none';
  readonly prepaid: boolean;
  /** Of prepayments: given on top, or taken back when they are paid back. */
  readonly bonus: number;
  readonly currency: Currency;
  /** What one of its currency is worth in the company's own. */
  readonly rate: number;
  readonly account: AccountName;
  /** One account pays, or a second pays a part; crumbs are less than a cent. */
  readonly parts: 'one' | 'two' | 'crumbs';
  readonly item: ItemName;
  readonly person: PersonName | null;
  /** A number that somebody typed; absent: the next one. */
  readonly typed: Typed | null;
  /** The activity it sells for. */
  readonly activity: number | null;
}

/** A typed number: as the kind's own are, or as those of another kind, and which of a few. */
export interface Typed {
  readonly as: 'own' | 'other';
  readonly nth: number;
}

export interface Paper extends Terms {
  readonly kind: ModelKind;
  readonly lines: readonly PaperLine[];
  /** Of money: what it is about. */
  readonly amount: number;
  readonly settles: number | null;
  /** In the company's currency: what it took of a deposit or a bill was booked at, see `bookedFor`. */
  readonly booked: Decimal;
  /** Of retail: what of it a bonus pays, or gets back. */
  readonly bonusUsed: Decimal;
  readonly needsApproval: boolean;
  readonly approved: boolean;
  readonly closed: boolean;
  readonly deleted: boolean;
  /** A count wrote it; only the count takes it back. */
  readonly counted: boolean;
  readonly nextLine: number;
}

export const TODAY = 9;

/** A business time, in the middle of a numbered day; absent: now. */
export const timeOf = (day: number): { readonly time?: string } =>
  day === TODAY ? {} : { time: `2026-03-${String(day + 10)}T13:00:00Z` };
export const BOX = 12;

export const inForce = ({ deleted, approved, needsApproval }: Paper): boolean =>
  !deleted && (approved || !needsApproval);
export const otherSpot = (spot: Spot): Spot => (spot === 'main' ? 'branch' : 'main');
/** The warehouse a line lies in. */
export const spotOf = ({ spot }: Pick<Paper, 'spot'>, { away }: Pick<PaperLine, 'away'>): Spot =>
  away ? otherSpot(spot) : spot;

const traded: readonly ModelKind[] = ['purchaseIn', 'purchaseBack', 'saleOut', 'saleBack'];
export const orders: readonly ModelKind[] = ['purchaseOrder', 'saleOrder'];
const retail: readonly ModelKind[] = ['retailOut', 'retailBack'];
export const assemblies: readonly ModelKind[] = ['assemble', 'disassemble'];
const moneyKinds: readonly ModelKind[] = [
  'moneyIn',
  'moneyOut',
  'depositOut',
  'depositIn',
  'advanceIn',
  'advanceOut',
  'itemIn',
  'itemOut',
  'giro',
];
export const isTraded = ({ kind }: Pick<Paper, 'kind'>): boolean => traded.includes(kind);
export const isOrder = ({ kind }: Pick<Paper, 'kind'>): boolean => orders.includes(kind);
export const isRetail = ({ kind }: Pick<Paper, 'kind'>): boolean => retail.includes(kind);
export const isMoney = ({ kind }: Pick<Paper, 'kind'>): boolean => moneyKinds.includes(kind);
/** In the company's own currency, whatever others are in. */
export const ownOnly = (paper: Pick<Paper, 'kind'>): boolean =>
  !isMoney(paper) && !isTraded(paper) && !isOrder(paper);
/** Paid from what a member paid beforehand. */
export const paysPrepaid = (paper: Pick<Paper, 'kind' | 'prepaid'>): boolean =>
  isRetail(paper) && paper.prepaid;
export const usesDeposit = ({ kind }: Pick<Paper, 'kind'>): boolean =>
  kind === 'purchaseIn' || kind === 'saleOut';

/** Whose lines have tax, and whose whole a discount. */
export const isTaxed = (paper: Pick<Paper, 'kind'>): boolean => isTraded(paper) || isOrder(paper);
/** Which bear other fees. */
export const hasFees = (paper: Pick<Paper, 'kind'>): boolean =>
  isTraded(paper) || assemblies.includes(paper.kind);

/** The money of a paper, to the cent (domain.md 2). */
export interface Amounts {
  readonly nets: readonly Decimal[];
  readonly totals: readonly Decimal[];
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly discount: Decimal;
  /** Service charge and other fees. */
  readonly fees: Decimal;
  readonly freight: Decimal;
  readonly payable: Decimal;
  readonly depositUsed: Decimal;
  readonly paidNow: Decimal;
  readonly debt: Decimal;
}

export const unitsOf = ({ pieces, boxed }: PaperLine): Decimal =>
  decimal(pieces).dividedBy(boxed ? BOX : 1);

/** How many decimals amounts of a paper have: yen have none. */
export const digitsOf = ({ currency }: Pick<Paper, 'currency'>): number =>
  currency === 'JPY' ? 0 : 2;

export const amountsOf = remembered((paper: Paper): Amounts => {
  const taxed = isTaxed(paper);
  const priced = paper.kind !== 'purchaseRequest' && paper.kind !== 'transferIn';
  const digits = digitsOf(paper);
  const percent = (of: Decimal, rate: number): Decimal =>
    rounded(of.times(rate).dividedBy(100), digits);
  const nets = paper.lines.map((line) =>
    priced ? rounded(unitsOf(line).times(line.price), digits) : ZERO,
  );
  const taxes = paper.lines.map(({ taxRate }, at) =>
    taxed ? percent(nets[at] ?? ZERO, taxRate) : ZERO,
  );
  const totals = nets.map((net, at) => net.plus(taxes[at] ?? ZERO));
  const goods = sum(totals);
  const discount = taxed ? percent(goods, paper.discountRate) : ZERO;
  const service = isTraded(paper) ? percent(goods.minus(discount), paper.serviceRate) : ZERO;
  const typedFees = hasFees(paper) ? paper.fees : 0;
  const fees = service.plus(rounded(decimal(typedFees), digits));
  const freight = decimal(isTraded(paper) ? paper.freight : 0);
  const payable = goods.minus(discount).plus(fees).plus(freight);
  const depositUsed = decimal(usesDeposit(paper) ? paper.depositUsed : 0);
  const paidNow = paidOf(paper, payable, payable.minus(depositUsed));
  const debt = isTraded(paper) ? payable.minus(depositUsed).minus(paidNow) : ZERO;
  const [net, tax] = [sum(nets), sum(taxes)];
  return {
    nets,
    totals,
    net,
    tax,
    discount,
    fees,
    freight,
    payable,
    depositUsed,
    paidNow,
    debt,
  };
});

/** Papers never change, so what follows from one is worked out once. */
export function remembered<T>(of: (paper: Paper) => T): (paper: Paper) => T {
  const known = new WeakMap<Paper, { readonly value: T }>();
  return (paper) => {
    const found = known.get(paper) ?? { value: of(paper) };
    known.set(paper, found);
    return found.value;
  };
}

function paidOf(paper: Paper, payable: Decimal, due: Decimal): Decimal {
  if (isRetail(paper)) return payable;
  if (!isTraded(paper) && !isOrder(paper)) return ZERO;
  const share = { all: 1, half: 0.5, none: 0 }[paper.paid];
  // More is never typed than is due; what is due below zero is refused whatever is paid.
  return due.isNegative() ? ZERO : rounded(due.times(share), digitsOf(paper));
}

/** Shares a total over weights: each gets what is due up to it less what was given. */
export function shared(total: Decimal, weights: readonly Decimal[]): Decimal[] {
  if (weights.length === 0) return [];
  const whole = sum(weights);
  if (whole.isZero())
    return shared(
      total,
      weights.map(() => decimal(1)),
    );
  let [passed, given] = [ZERO, ZERO];
  return weights.map((weight) => {
    passed = passed.plus(weight);
    const due = rounded(total.times(passed).dividedBy(whole), 6);
    const part = due.minus(given);
    given = due;
    return part;
  });
}

export const childrenOf = (papers: readonly Paper[], at: number): Paper[] =>
  papers.filter(({ deleted, lines }) => !deleted && lines.some(({ from }) => from?.paper === at));
export const sourcesOf = ({ lines }: Paper): number[] => [
  ...new Set(lines.flatMap(({ from }) => (from === null ? [] : [from.paper]))),
];

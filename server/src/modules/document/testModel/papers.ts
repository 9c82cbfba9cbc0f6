// Reference of the model test: a company's documents, called papers, without the database and the domain's rules.
import { ZERO, decimal, rounded, sum } from '@tradehouse/domain';
import type { AnyKindCode, Decimal, LineRole } from '@tradehouse/domain';

export type Spot = 'main' | 'branch';
/** Products of a history: 1 has lots, 2 has serials, 3 is also sold in boxes of twelve. */
export type ProductNumber = 0 | 1 | 2 | 3;
export type LineStockType = 'formal' | 'defective' | 'gift';
export type ModelKind = Exclude<
  AnyKindCode,
  | 'openingStock'
  | 'openingBalance'
  | 'openingReceivable'
  | 'openingPayable'
  | 'regrade'
  | 'valueAdjustment'
  | 'revaluation'
>;
/** Accounts of a history; `incomes` and `expenses` are its items. */
export const accounts = ['till', 'bank', 'safe', 'card'] as const;
export type AccountName = (typeof accounts)[number];
const incomes = ['interest', 'scrap'] as const;
const expenses = ['rent', 'fuel'] as const;
export const items = [...incomes, ...expenses] as const;
export type ItemName = (typeof items)[number];
export const itemType = (item: ItemName): 'income' | 'expense' =>
  incomes.some((name) => name === item) ? 'income' : 'expense';
/** Returns the items allowed on lines of a kind. */
export const itemsOf = (kind: AnyKindCode): readonly ItemName[] =>
  kind === 'itemIn' ? incomes : expenses;
export const people = ['ann', 'ben', 'cleo'] as const;
export type PersonName = (typeof people)[number];
export const spots: readonly Spot[] = ['main', 'branch'];
export const products: readonly ProductNumber[] = [0, 1, 2, 3];
export type Currency = 'own' | 'EUR' | 'CNY' | 'JPY';

/** Line of goods; `pieces` are base units, negative for missing pieces of a recount. */
export interface PaperLine {
  readonly line: number;
  readonly role: LineRole;
  readonly product: ProductNumber;
  readonly pieces: number;
  readonly boxed: boolean;
  readonly lot: string;
  /** Expiry day of the lot; null if not stated or unknown. */
  readonly expiry: string | null;
  readonly stockType: LineStockType;
  readonly serials: readonly string[];
  readonly price: string;
  readonly taxRate: number;
  /** True if the line uses the other warehouse than the head. */
  readonly away: boolean;
  /** Source line. */
  readonly from: { readonly paper: number; readonly line: number } | null;
}

/** Head fields of a paper. Days are numbers; TODAY is after all other days. */
export interface Terms {
  readonly spot: Spot;
  readonly day: number;
  /** True for the second supplier or customer, and for a member in retail. */
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
  /** Bonus given with a prepayment, or taken back with a refund. */
  readonly bonus: number;
  readonly currency: Currency;
  /** Exchange rate to the company's currency. */
  readonly rate: number;
  readonly account: AccountName;
  /** Payment by one or two accounts; `crumbs` has a part below a cent. */
  readonly parts: 'one' | 'two' | 'crumbs';
  readonly item: ItemName;
  readonly person: PersonName | null;
  /** Typed document number; null takes the next number. */
  readonly typed: Typed | null;
  /** Index of the activity of the sale. */
  readonly activity: number | null;
}

/** Typed number in the form of the own kind or of another kind, selected from a few. */
export interface Typed {
  readonly as: 'own' | 'other';
  readonly nth: number;
}

export interface Paper extends Terms {
  readonly kind: ModelKind;
  readonly lines: readonly PaperLine[];
  /** Amount of a money document. */
  readonly amount: number;
  readonly settles: number | null;
  /** Booked amount of the used deposit or settled bill, see `bookedFor`. */
  readonly booked: Decimal;
  /** Bonus part of a retail sale or return. */
  readonly bonusUsed: Decimal;
  readonly needsApproval: boolean;
  readonly approved: boolean;
  readonly closed: boolean;
  readonly deleted: boolean;
  /** True for a paper written by a stock count; only the count can undo the paper. */
  readonly counted: boolean;
  readonly nextLine: number;
}

export const TODAY = 9;

/** Returns a time within a numbered day; none for TODAY. */
export const timeOf = (day: number): { readonly time?: string } =>
  day === TODAY ? {} : { time: `2026-03-${String(day + 10)}T13:00:00Z` };
export const BOX = 12;

export const inForce = ({ deleted, approved, needsApproval }: Paper): boolean =>
  !deleted && (approved || !needsApproval);
export const otherSpot = (spot: Spot): Spot => (spot === 'main' ? 'branch' : 'main');
/** Returns the warehouse of a line. */
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
/** Returns true for kinds without foreign currencies. */
export const ownOnly = (paper: Pick<Paper, 'kind'>): boolean =>
  !isMoney(paper) && !isTraded(paper) && !isOrder(paper);
/** Returns true for a retail paper paid from the member's prepayment. */
export const paysPrepaid = (paper: Pick<Paper, 'kind' | 'prepaid'>): boolean =>
  isRetail(paper) && paper.prepaid;
export const usesDeposit = ({ kind }: Pick<Paper, 'kind'>): boolean =>
  kind === 'purchaseIn' || kind === 'saleOut';

/** Returns true for kinds with tax on lines and a discount on the total. */
export const isTaxed = (paper: Pick<Paper, 'kind'>): boolean => isTraded(paper) || isOrder(paper);
/** Returns true for kinds with other fees. */
export const hasFees = (paper: Pick<Paper, 'kind'>): boolean =>
  isTraded(paper) || assemblies.includes(paper.kind);

/** Amounts of a paper, to the cent. */
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

/** Returns the decimals of a paper's amounts: none for yen. */
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

/** Caches a function of a paper, because a paper is never modified. */
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
  // Payments never exceed the due amount; a negative due amount is always refused.
  return due.isNegative() ? ZERO : rounded(due.times(share), digitsOf(paper));
}

/** Shares a total over weights by rounded running totals. */
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

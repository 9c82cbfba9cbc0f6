// For tests only: documents with sensible defaults, and arbitraries of the domain's values.
export * from './tabular/testFiles.ts';
export * from './tabular/testStyles.ts';
import fc from 'fast-check';
import { lineAmounts } from './amount/line.ts';
import type { PricedBy } from './amount/line.ts';
import { computeDocument, computeMoneyDocument } from './amount/document.ts';
import type { Decimal, Numeric } from './decimal.ts';
import { ZERO, decimal, sum } from './decimal.ts';
import type {
  Allocation,
  Document,
  GoodsLine,
  LineRole,
  LineSource,
  MoneyLine,
  TaxMode,
} from './document/document.ts';
import type { StockType } from './document/stockType.ts';
import { documentKinds } from './document/kinds.ts';
import type { AnyKindCode } from './document/kindCode.ts';
import { toBase } from './money/money.ts';
import { DomainError } from './error/domainError.ts';
import type { ErrorKey } from './error/errors.ts';
import type { StockPlace, LedgerPurse } from './posting/posting.ts';

/** Line of a test document: numbers as text or number, all fields optional. */
export interface LineWish {
  readonly line?: number;
  readonly role?: LineRole;
  readonly sku?: string;
  readonly quantity?: Numeric;
  readonly ratio?: Numeric;
  readonly price?: Numeric;
  readonly amount?: Numeric;
  readonly total?: Numeric;
  readonly taxRate?: Numeric;
  readonly warehouse?: string | null;
  readonly target?: string | null;
  readonly weight?: Numeric;
  readonly parts?: readonly PartWish[];
  readonly source?: LineSource | null;
}

interface PartWish {
  readonly quantity: Numeric;
  readonly lot?: string;
  readonly serials?: readonly string[];
  readonly stockType?: StockType;
  readonly bin?: string;
}

export interface MoneyLineWish {
  readonly amount: Numeric;
  readonly account?: string;
  readonly item?: string;
  readonly settles?: string;
  /** What it settles was booked at; absent: the amount at the document's own rate. */
  readonly booked?: Numeric;
}

/** Head of a test document; all other fields have the defaults of the form. */
export interface DocumentWish {
  readonly lines?: readonly LineWish[];
  readonly money?: readonly MoneyLineWish[];
  readonly discount?: Numeric;
  readonly discountRate?: Numeric;
  readonly serviceRate?: Numeric;
  readonly services?: readonly { readonly quantity: Numeric; readonly fee: Numeric }[];
  readonly otherFees?: Numeric;
  readonly freight?: Numeric;
  readonly depositUsed?: Numeric;
  /** What that was booked at; absent: at the document's own rate. */
  readonly depositBooked?: Numeric;
  readonly paidNow?: Numeric;
  /** Account → amount; absent: all of what is paid goes over account a1. */
  readonly accounts?: Readonly<Record<string, Numeric>>;
  readonly taxMode?: TaxMode;
  readonly exchangeRate?: Numeric;
  readonly document?: Partial<Document>;
}

/** The line of a document: 10 of SKU s1 at 11 in warehouse w1 unless the test says otherwise. */
export function aLine(wish: LineWish = {}, taxMode: TaxMode = 'exclusive'): GoodsLine {
  const ratio = decimal(wish.ratio ?? 1);
  const quantity = decimal(wish.quantity ?? 10);
  const taxRate = decimal(wish.taxRate ?? 0);
  const { pricedBy, given } = priceOf(wish);
  return {
    line: wish.line ?? 1,
    role: wish.role ?? 'item',
    skuId: wish.sku ?? 's1',
    barcodeId: `b-${wish.sku ?? 's1'}`,
    barcode: '1001',
    unit: '个',
    ratio,
    quantity,
    baseQuantity: quantity.times(ratio),
    taxRate,
    ...lineAmounts({ quantity, taxRate, pricedBy, given }, taxMode, 2),
    warehouseId: wish.warehouse === undefined ? 'w1' : wish.warehouse,
    targetWarehouseId: wish.target ?? null,
    weight: decimal(wish.weight ?? 0),
    allocations: (wish.parts ?? []).map(aPart),
    source: wish.source ?? null,
    notes: {},
  };
}

function priceOf({ price, amount, total }: LineWish): { pricedBy: PricedBy; given: Decimal } {
  if (amount !== undefined) return { pricedBy: 'amount', given: decimal(amount) };
  if (total !== undefined) return { pricedBy: 'total', given: decimal(total) };
  return { pricedBy: 'unitPrice', given: decimal(price ?? 11) };
}

function aPart({ quantity, lot, serials, stockType, bin }: PartWish): Allocation {
  return {
    quantity: decimal(quantity),
    lot: lot ?? null,
    expiry: null,
    serials: serials ?? [],
    stockType: stockType ?? 'formal',
    bin: bin ?? null,
  };
}

/** Lines a kind can't do without: a composite and its parts, both sides of a regrade, one settled bill. */
const usualLines: Partial<Record<AnyKindCode, readonly LineWish[]>> = {
  assemble: [
    { role: 'composite', sku: 'whole', quantity: 1 },
    { role: 'part', sku: 's1', quantity: 2 },
  ],
  disassemble: [
    { role: 'composite', sku: 'whole', quantity: 1 },
    { role: 'part', sku: 's1', quantity: 2 },
  ],
  transfer: [{ target: 'w2' }],
  transferIn: [
    { role: 'item', quantity: 9 },
    { line: 2, role: 'part', quantity: 1 },
  ],
  regrade: [
    { role: 'part', parts: [{ quantity: 10, stockType: 'ungraded' }] },
    { role: 'item', parts: [{ quantity: 10, stockType: 'formal' }] },
  ],
};
const usualMoney: Partial<Record<AnyKindCode, readonly MoneyLineWish[]>> = {
  moneyIn: [{ amount: 100, settles: 'd9' }],
  moneyOut: [{ amount: 100, settles: 'd9' }],
  depositOut: [{ amount: 100, settles: 'd9' }],
  depositIn: [{ amount: 100, settles: 'd9' }],
  advanceIn: [{ amount: 100, account: 'a1' }],
  advanceOut: [{ amount: 100, account: 'a1' }],
  itemIn: [{ amount: 100, item: 'i1' }],
  itemOut: [{ amount: 100, item: 'i1' }],
  giro: [{ amount: 100, account: 'a2' }],
  openingBalance: [{ amount: 100 }],
  openingReceivable: [{ amount: 100 }],
  openingPayable: [{ amount: 100 }],
};

/** A document of a kind, saved and in force, with amounts as a user would get them. */
export function aDocument(kind: AnyKindCode, wish: DocumentWish = {}): Document {
  const { subject, partner } = documentKinds[kind];
  const taxMode = wish.taxMode ?? 'exclusive';
  const rated = { exchangeRate: decimal(wish.exchangeRate ?? 1), moneyDigits: 2 };
  const lines = (wish.lines ?? usualLines[kind] ?? [{}]).map((line, at) => ({
    line: at + 1,
    ...line,
  }));
  const goodsLines = subject === 'money' ? [] : lines.map((line) => aLine(line, taxMode));
  const moneyLines =
    subject === 'money'
      ? (wish.money ?? usualMoney[kind] ?? []).map((line, at) => aMoneyLine(line, at, rated))
      : [];
  const money =
    subject === 'money'
      ? moneyHead(kind, moneyLines, wish)
      : goodsHead(kind, goodsLines, wish, taxMode);
  return {
    id: 'd1',
    kind,
    number: null,
    businessDate: '2026-11-21',
    partnerId: partner === null ? null : 'p1',
    approval: 'draft',
    needsApproval: false,
    deleted: false,
    closed: false,
    taxMode,
    ...rated,
    currency: wish.exchangeRate === undefined ? 'CNY' : 'EUR',
    allocateBy: 'amount',
    payment: 'now',
    bonus: ZERO,
    travels: false,
    goodsLines,
    moneyLines,
    ...money,
    depositBooked: decimal(wish.depositBooked ?? toBase(rated, money.depositUsed)),
    settlements: settlementsOf(kind, money.paidNow, wish),
    paymentFee: ZERO,
    settledFees: ZERO,
    ...wish.document,
  };
}

type HeadMoney = Pick<
  Document,
  | 'discountRate'
  | 'discount'
  | 'serviceRate'
  | 'serviceCharge'
  | 'services'
  | 'otherFees'
  | 'freight'
  | 'depositUsed'
  | 'paidNow'
>;

function goodsHead(
  kind: AnyKindCode,
  lines: readonly GoodsLine[],
  wish: DocumentWish,
  taxMode: TaxMode,
): HeadMoney {
  const services = (wish.services ?? []).map(({ quantity, fee }) => ({
    quantity: decimal(quantity),
    fee: decimal(fee),
  }));
  const amounts = computeDocument({
    kind,
    taxMode,
    digits: 2,
    lines: lines.map(({ quantity, taxRate, unitPrice, total, amount }) =>
      quantity.times(unitPrice).minus(amount).abs().lt('0.005')
        ? { quantity, taxRate, pricedBy: 'unitPrice', given: unitPrice }
        : { quantity, taxRate, pricedBy: 'total', given: total },
    ),
    ...(wish.discount === undefined ? {} : { discount: { amount: decimal(wish.discount) } }),
    ...(wish.discountRate === undefined ? {} : { discount: { rate: decimal(wish.discountRate) } }),
    service: { rate: decimal(wish.serviceRate ?? 0) },
    services,
    otherFees: decimal(wish.otherFees ?? 0),
    freight: decimal(wish.freight ?? 0),
    depositUsed: decimal(wish.depositUsed ?? 0),
    paidNow: wish.paidNow === undefined ? null : decimal(wish.paidNow),
  });
  const { discountRate, discount, serviceRate, serviceCharge } = amounts;
  const { otherFees, freight, depositUsed, paidNow } = amounts;
  return {
    discountRate,
    discount,
    serviceRate,
    serviceCharge,
    services: services.flatMap((service, at) => {
      const amount = amounts.services[at];
      return amount === undefined ? [] : [{ ...service, serviceId: `v${at + 1}`, amount }];
    }),
    otherFees,
    freight,
    depositUsed,
    paidNow,
  };
}

function moneyHead(kind: AnyKindCode, lines: readonly MoneyLine[], wish: DocumentWish): HeadMoney {
  const { discount, paidNow } = computeMoneyDocument(
    lines.map(({ amount }) => amount),
    decimal(wish.discount ?? 0),
    2,
  );
  return {
    discountRate: ZERO,
    serviceRate: ZERO,
    serviceCharge: ZERO,
    services: [],
    otherFees: ZERO,
    freight: ZERO,
    depositUsed: ZERO,
    discount,
    paidNow: documentKinds[kind].account === null ? ZERO : paidNow,
  };
}

function aMoneyLine(
  wish: MoneyLineWish,
  at: number,
  rated: Parameters<typeof toBase>[0],
): MoneyLine {
  const amount = decimal(wish.amount);
  return {
    line: at + 1,
    amount,
    booked: decimal(wish.booked ?? toBase(rated, amount)),
    accountId: wish.account ?? null,
    itemId: wish.item ?? null,
    settledDocumentId: wish.settles ?? null,
    notes: {},
  };
}

function settlementsOf(
  kind: AnyKindCode,
  paidNow: Decimal,
  wish: DocumentWish,
): Document['settlements'] {
  if (wish.accounts !== undefined) {
    return Object.entries(wish.accounts).map(([accountId, amount]) => ({
      accountId,
      amount: decimal(amount),
    }));
  }
  const pays = documentKinds[kind].account !== null && !paidNow.isZero();
  return pays && wish.document?.payment !== 'prepaid' ? [{ accountId: 'a1', amount: paidNow }] : [];
}

/** Text of a place for tests: `warehouse w1`, `workshop`. */
export const placeText = ({ place, id }: StockPlace): string =>
  id === '0' ? place : `${place} ${id}`;
/** Text of a subledger account for tests: `account a1`, `inventory`. */
export const purseText = ({ purse, id }: LedgerPurse): string =>
  id === '0' ? purse : `${purse} ${id}`;

/** Returns the key of an action's refusal; null on success. Other errors are thrown. */
export function refusalOf(action: () => void): ErrorKey | null {
  try {
    action();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.key;
    throw error;
  }
}

// ------------------------------------------------------------------------------------------------ arbitraries

const scaled = (most: number, digits: number): fc.Arbitrary<Decimal> =>
  fc
    .integer({ min: 0, max: most * 10 ** digits })
    .map((whole) => decimal(whole).dividedBy(10 ** digits));

/** Money ≥ 0 with two decimals. */
export const anAmount: fc.Arbitrary<Decimal> = scaled(1_000_000, 2);
/** A price ≥ 0 with up to four decimals. */
export const aPrice: fc.Arbitrary<Decimal> = scaled(10_000, 4);
/** A quantity > 0 with up to three decimals. */
export const aQuantity: fc.Arbitrary<Decimal> = scaled(10_000, 3).filter((quantity) =>
  quantity.gt(0),
);
/** Random small quantity, so that stock and open quantities are often used up. */
export const aFewPieces: fc.Arbitrary<Decimal> = fc.integer({ min: 1, max: 9 }).map(decimal);
/** A tax rate in percent. */
export const aTaxRate: fc.Arbitrary<Decimal> = fc
  .constantFrom('0', '3', '6.5', '9', '13', '100')
  .map(decimal);

/** Σ over a field of many. */
export const total = <Item>(items: readonly Item[], of: (item: Item) => Decimal): Decimal =>
  sum(items.map(of));

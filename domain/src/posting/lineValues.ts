import { shareCharge } from '../amount/bearing.ts';
import type { Bearing } from '../amount/bearing.ts';
import { netOf } from '../amount/line.ts';
import { shareByWeights } from '../amount/share.ts';
import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, sum } from '../decimal.ts';
import type { Document, GoodsLine } from '../document/document.ts';
import type { PurseName } from '../document/kind.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from '../money/money.ts';

const bearingOf = (line: GoodsLine): Bearing => ({
  amount: netOf(line),
  weight: line.weight,
  quantity: line.baseQuantity,
});

type Charged = Pick<Document, 'serviceCharge' | 'services' | 'otherFees' | 'freight'>;

/** Sum of a document's value-added services. */
export const serviceFees = ({ services }: Pick<Document, 'services'>): Decimal =>
  sum(services.map(({ amount }) => amount));

/** Fees of the head: service charge, services and other fees, without freight. */
export const feesOf = (document: Charged): Decimal =>
  sum([document.otherFees, document.serviceCharge, serviceFees(document)]);

/** All charges of the head besides the goods. */
export const chargedBeyond = (document: Charged): Decimal =>
  feesOf(document).plus(document.freight);

/** Head amounts per line, to the cent: Σ is the head amount. */
export interface LineShares {
  readonly discount: Decimal;
  readonly fees: Decimal;
}

/**
 * Shares of the head discount (by total) and charges (by the document's basis; all 0: by amount) per line.
 */
export function lineShares(document: Document): LineShares[] {
  const { goodsLines: lines, discount } = document;
  const discounts = shareByWeights(
    discount,
    lines.map(({ total }) => total),
    KEPT_DIGITS,
  );
  const bearing = lines.map(bearingOf);
  const charges = shareCharge(document.allocateBy, bearing, chargedBeyond(document), KEPT_DIGITS);
  return lines.map((_, at) => ({ discount: discounts[at] ?? ZERO, fees: charges[at] ?? ZERO }));
}

/** Shares of booked freight per line, in company currency; `estimated`: the part without a bill. */
export interface FreightShares {
  readonly cost: Decimal;
  readonly estimated: Decimal;
}

const noFreight: FreightShares = { cost: ZERO, estimated: ZERO };

function shareFreight(document: Document, digits: number): FreightShares[] {
  const { goodsLines, freights = [] } = document;
  const bearing = goodsLines.map(bearingOf);
  return freights.reduce<FreightShares[]>(
    (all, { amount, allocateBy, estimated }) => {
      const shares = shareCharge(allocateBy, bearing, amount, digits);
      return all.map((before, at) => {
        const share = shares[at] ?? ZERO;
        return {
          cost: before.cost.plus(share),
          estimated: estimated ? before.estimated.plus(share) : before.estimated,
        };
      });
    },
    goodsLines.map(() => noFreight),
  );
}

const carriageEnters = ({ kind }: Document, purse: PurseName): boolean =>
  documentKinds[kind].carriage.some(({ to }) => to === purse);

/** Freight expense of each line, to the cent. */
export const freightExpenses = (document: Document): FreightShares[] =>
  carriageEnters(document, 'freightCost')
    ? shareFreight(document, document.moneyDigits)
    : document.goodsLines.map(() => noFreight);

/** Freight in the cost of each line's goods; null: none. */
export const landedFreight = (document: Document): Decimal[] | null =>
  carriageEnters(document, 'inventory') && (document.freights ?? []).length > 0
    ? shareFreight(document, KEPT_DIGITS).map(({ cost }) => cost)
    : null;

/** Line figure used for the goods value, if known from the document. */
export type ValuedBy = 'net' | 'amount';

const worth: Record<ValuedBy, (document: Document) => Decimal[]> = {
  // Net − discount share + share of freight and fees, never below 0.
  net: (document) => {
    const shares = lineShares(document);
    const values = document.goodsLines.map((line, at) =>
      netOf(line)
        .minus(shares[at]?.discount ?? ZERO)
        .plus(shares[at]?.fees ?? ZERO),
    );
    return values.map((value) => (value.isNegative() ? ZERO : value));
  },
  amount: ({ goodsLines }) => goodsLines.map(netOf),
};

/** Goods value of each line, in document currency. */
export const lineValues = (document: Document, by: ValuedBy): Decimal[] => worth[by](document);

/** Goods value per line in base currency; they sum to the converted total. */
export function baseValues(document: Document, by: ValuedBy): Decimal[] {
  return toBaseAmounts(document, lineValues(document, by), KEPT_DIGITS);
}

/** Line values by the flow's cost rule, computed only if used; none if not on paper. */
export function worthOnPaper(
  document: Document,
  valuesOf: (document: Document, by: ValuedBy) => Decimal[],
): (cost: string | undefined) => readonly Decimal[] | undefined {
  const known = new Map<ValuedBy, readonly Decimal[]>();
  return (cost) => {
    if (cost !== 'net' && cost !== 'amount') return undefined;
    const values = known.get(cost) ?? valuesOf(document, cost);
    known.set(cost, values);
    return values;
  };
}

/** Line amounts in base currency: the sum is converted once and shared, to equal the document's. */
export function toBaseAmounts(
  document: Document,
  amounts: readonly Decimal[],
  digits: number = document.moneyDigits,
): Decimal[] {
  if (document.exchangeRate.equals(1)) return [...amounts];
  return shareByWeights(toBase(document, sum(amounts)), amounts, digits);
}

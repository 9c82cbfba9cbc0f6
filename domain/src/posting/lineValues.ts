import { sharedBy } from '../amount/bearing.ts';
import type { Bearing } from '../amount/bearing.ts';
import { netOf } from '../amount/line.ts';
import { share } from '../amount/share.ts';
import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, sum } from '../decimal.ts';
import type { Document, GoodsLine } from '../document/document.ts';
import { toBase } from '../money/money.ts';

const bearingOf = (line: GoodsLine): Bearing => ({
  amount: netOf(line),
  weight: line.weight,
  quantity: line.baseQuantity,
});

type Charged = Pick<Document, 'serviceCharge' | 'services' | 'otherFees' | 'freight'>;

/** What a document's value-added services come to. */
export const serviceFees = ({ services }: Pick<Document, 'services'>): Decimal =>
  sum(services.map(({ amount }) => amount));

/** The head's fees: the service charge, the services and what else is charged, but not freight. */
export const feesOf = (document: Charged): Decimal =>
  sum([document.otherFees, document.serviceCharge, serviceFees(document)]);

/** All that the head charges beside the goods. */
export const chargedBeyond = (document: Charged): Decimal =>
  feesOf(document).plus(document.freight);

/** What the head adds to or takes from each line, to the cent: Σ is the head amount itself. */
export interface LineShares {
  readonly discount: Decimal;
  readonly fees: Decimal;
}

/** Each line's share of the head's discount (by total) and of its charges (as the document says; all 0: by amount). */
export function lineShares(document: Document): LineShares[] {
  const { goodsLines: lines, discount } = document;
  const discounts = share(
    discount,
    lines.map(({ total }) => total),
    KEPT_DIGITS,
  );
  const bearing = lines.map(bearingOf);
  const charges = sharedBy(document.allocateBy, bearing, chargedBeyond(document), KEPT_DIGITS);
  return lines.map((_, at) => ({ discount: discounts[at] ?? ZERO, fees: charges[at] ?? ZERO }));
}

/** Which figure of a line its goods are worth, where the document knows it. */
export type ValuedBy = 'net' | 'amount';

const worth: Record<ValuedBy, (document: Document) => Decimal[]> = {
  // Net − its share of the discount + its share of freight and fees (design §7.1), never below 0.
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

/** What each line's goods are worth, in the document's currency. */
export const lineValues = (document: Document, by: ValuedBy): Decimal[] => worth[by](document);

/** The same in base currency; their sum is the converted sum. */
export function baseValues(document: Document, by: ValuedBy): Decimal[] {
  return inBase(document, lineValues(document, by), KEPT_DIGITS);
}

/** What the lines are worth by the cost of their flow, worked out for those that are in use; none where paper doesn't say. */
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

/** Amounts of a document's lines in base currency. Their sum is converted once and shared to them, so it is the document's. */
export function inBase(
  document: Document,
  amounts: readonly Decimal[],
  digits: number = document.moneyDigits,
): Decimal[] {
  if (document.exchangeRate.equals(1)) return [...amounts];
  return share(toBase(document, sum(amounts)), amounts, digits);
}

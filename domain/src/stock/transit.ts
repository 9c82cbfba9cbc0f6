import type { Decimal } from '../decimal.ts';
import { ZERO, toPlainDecimal, sum } from '../decimal.ts';
import type { Allocation, Document, GoodsLine, LineRole } from '../document/document.ts';
import type { StockType } from '../document/stockType.ts';
import { DomainError } from '../error/domainError.ts';

/** State of a transfer line's part of one lot and stock type, in base units. */
export interface TransitPart {
  readonly line: number;
  readonly lot: string | null;
  readonly expiry: string | null;
  readonly stockType: StockType;
  readonly sent: Decimal;
  readonly arrived: Decimal;
  /** Written off on the way; below zero: more came than was sent. */
  readonly missing: Decimal;
  readonly left: Decimal;
  /** Serials still in transit. */
  readonly serials: readonly string[];
}

const keyOfTransitPart = ({ lot, stockType }: Pick<Allocation, 'lot' | 'stockType'>): string =>
  `${stockType} ${lot ?? ''}`;

/** Returns the parts of a transfer still in transit, from its receipts. */
export function transitParts(
  transfer: Pick<Document, 'goodsLines'>,
  receipts: readonly Pick<Document, 'goodsLines'>[],
): TransitPart[] {
  const received = receipts.flatMap(({ goodsLines }) => goodsLines);
  return transfer.goodsLines.flatMap((line) => {
    const own = received.filter(({ source }) => source?.line === line.line);
    const gone = new Set(own.flatMap(serialsOfLine));
    return [...Map.groupBy(line.allocations, keyOfTransitPart).values()].flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const { lot, expiry, stockType } = first;
      const sent = sum(same.map(({ quantity }) => quantity));
      const arrived = sumQuantityByRole(own, 'item', keyOfTransitPart(first));
      const missing = sumQuantityByRole(own, 'part', keyOfTransitPart(first));
      const left = sent.minus(arrived).minus(missing);
      const serials = same.flatMap((one) => one.serials).filter((serial) => !gone.has(serial));
      return [{ line: line.line, lot, expiry, stockType, sent, arrived, missing, left, serials }];
    });
  });
}

const serialsOfLine = ({ allocations }: GoodsLine): readonly string[] =>
  allocations.flatMap(({ serials }) => serials);

/** Sums the quantity that lines of a role took of a part; a line below zero gives back. */
function sumQuantityByRole(lines: readonly GoodsLine[], role: LineRole, key: string): Decimal {
  return sum(
    lines
      .filter((line) => line.role === role)
      .flatMap(({ allocations, baseQuantity }) =>
        allocations
          .filter((part) => keyOfTransitPart(part) === key)
          .map(({ quantity }) => (baseQuantity.isNegative() ? quantity.negated() : quantity)),
      ),
  );
}

/** Arrival of a part, reported by the receiver in base units. */
export interface Arrival {
  readonly arrived: Decimal;
  readonly serials: readonly string[];
  /** Quantity that will not arrive any more. */
  readonly missing: Decimal;
  readonly missingSerials: readonly string[];
}

/**
 * Line of the receipt: an `item` arrives; a `part` is lost (below zero: arrived beyond the sent quantity).
 */
export interface TransitReceiptLine {
  readonly role: 'item' | 'part';
  readonly quantity: Decimal;
  readonly serials: readonly string[];
}

/**
 * Builds the receipt lines of a part's arrival. More may arrive than is left: the surplus becomes found
 * goods in a separate line. Throws `transfer.left` if the written-off quantity or serials are no longer in
 * transit.
 */
export function receiptLines(
  part: TransitPart,
  barcode: string,
  arrival: Arrival,
): TransitReceiptLine[] {
  const { arrived, missing, serials, missingSerials } = arrival;
  const surplus = arrived.minus(part.left);
  const found = serials.filter((serial) => !part.serials.includes(serial));
  const lost = missingSerials.filter(
    (serial) => !part.serials.includes(serial) || serials.includes(serial),
  );
  if (
    missing.isNegative() ||
    arrived.isNegative() ||
    lost.length > 0 ||
    isArrivalOverdrawn(part, arrival)
  )
    throw new DomainError('transfer.left', { barcode, left: toPlainDecimal(part.left) });
  const lines: readonly TransitReceiptLine[] = [
    { role: 'item', quantity: arrived, serials },
    missing.gt(0)
      ? { role: 'part', quantity: missing, serials: missingSerials }
      : { role: 'part', quantity: surplus.gt(0) ? surplus.negated() : ZERO, serials: found },
  ];
  return lines.filter(({ quantity }) => !quantity.isZero());
}

/**
 * Is the part overdrawn? Nothing can be missing after a surplus, and each unknown serial must be one
 * surplus piece.
 */
function isArrivalOverdrawn(
  { left, serials: own }: TransitPart,
  { arrived, missing, serials }: Arrival,
) {
  const strangers = serials.filter((serial) => !own.includes(serial)).length;
  const surplus = arrived.gt(left) ? arrived.minus(left) : ZERO;
  return (
    (missing.gt(0) && arrived.plus(missing).gt(left)) ||
    (serials.length > 0 && !surplus.equals(strangers))
  );
}

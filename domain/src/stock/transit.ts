import type { Decimal } from '../decimal.ts';
import { ZERO, plain, sum } from '../decimal.ts';
import type { Allocation, Document, GoodsLine, LineRole } from '../document/document.ts';
import type { StockType } from '../document/stockType.ts';
import { DomainError } from '../error/domainError.ts';

/** What a line of a transfer sent of one lot and stock type, and what became of it. In base units. */
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
  /** Of what is left. */
  readonly serials: readonly string[];
}

const keyOf = ({ lot, stockType }: Pick<Allocation, 'lot' | 'stockType'>): string =>
  `${stockType} ${lot ?? ''}`;

/** What is still on its way of a transfer whose goods travel, from its receipts (domain.md 13.12). */
export function transitParts(
  transfer: Pick<Document, 'goodsLines'>,
  receipts: readonly Pick<Document, 'goodsLines'>[],
): TransitPart[] {
  const received = receipts.flatMap(({ goodsLines }) => goodsLines);
  return transfer.goodsLines.flatMap((line) => {
    const own = received.filter(({ source }) => source?.line === line.line);
    const gone = new Set(own.flatMap(serialsOf));
    return [...Map.groupBy(line.allocations, keyOf).values()].flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const { lot, expiry, stockType } = first;
      const sent = sum(same.map(({ quantity }) => quantity));
      const arrived = takenBy(own, 'item', keyOf(first));
      const missing = takenBy(own, 'part', keyOf(first));
      const left = sent.minus(arrived).minus(missing);
      const serials = same.flatMap((one) => one.serials).filter((serial) => !gone.has(serial));
      return [{ line: line.line, lot, expiry, stockType, sent, arrived, missing, left, serials }];
    });
  });
}

const serialsOf = ({ allocations }: GoodsLine): readonly string[] =>
  allocations.flatMap(({ serials }) => serials);

/** What lines of a role took of a part; a line below zero gives back. */
function takenBy(lines: readonly GoodsLine[], role: LineRole, key: string): Decimal {
  return sum(
    lines
      .filter((line) => line.role === role)
      .flatMap(({ allocations, baseQuantity }) =>
        allocations
          .filter((part) => keyOf(part) === key)
          .map(({ quantity }) => (baseQuantity.isNegative() ? quantity.negated() : quantity)),
      ),
  );
}

/** What the receiver says of a part, in base units. */
export interface Arrival {
  readonly arrived: Decimal;
  readonly serials: readonly string[];
  /** What will not come any more. */
  readonly missing: Decimal;
  readonly missingSerials: readonly string[];
}

/** A line of the receipt: an `item` arrives, a `part` is lost (or, below zero, came beyond what was sent). */
export interface ReceiptLine {
  readonly role: 'item' | 'part';
  readonly quantity: Decimal;
  readonly serials: readonly string[];
}

/**
 * The lines that an arrival makes of a part. More than what is left may arrive: the surplus is found goods, named beside.
 * Throws `transfer.left` where what is written off, or its serials, are not on their way any more.
 */
export function receiptLines(part: TransitPart, barcode: string, arrival: Arrival): ReceiptLine[] {
  const { arrived, missing, serials, missingSerials } = arrival;
  const surplus = arrived.minus(part.left);
  const found = serials.filter((serial) => !part.serials.includes(serial));
  const lost = missingSerials.filter(
    (serial) => !part.serials.includes(serial) || serials.includes(serial),
  );
  if (missing.isNegative() || arrived.isNegative() || lost.length > 0 || overdrawn(part, arrival))
    throw new DomainError('transfer.left', { barcode, left: plain(part.left) });
  const lines: readonly ReceiptLine[] = [
    { role: 'item', quantity: arrived, serials },
    missing.gt(0)
      ? { role: 'part', quantity: missing, serials: missingSerials }
      : { role: 'part', quantity: surplus.gt(0) ? surplus.negated() : ZERO, serials: found },
  ];
  return lines.filter(({ quantity }) => !quantity.isZero());
}

/** Nothing can be missing where more came than was expected, and a stranger among the serials is one piece too many. */
function overdrawn({ left, serials: own }: TransitPart, { arrived, missing, serials }: Arrival) {
  const strangers = serials.filter((serial) => !own.includes(serial)).length;
  const surplus = arrived.gt(left) ? arrived.minus(left) : ZERO;
  return (
    (missing.gt(0) && arrived.plus(missing).gt(left)) ||
    (serials.length > 0 && !surplus.equals(strangers))
  );
}

import type { ReplyOf, priceAdjustments } from '@tradehouse/contract';
import type { PriceMethod, PriceStep } from '@tradehouse/domain';
import { adjustedPrice, decimal, DomainError, plain } from '@tradehouse/domain';
import { CallError } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { ownPriceText } from '../../control/currency.ts';
import { isDecimal } from '../../control/DecimalInput.tsx';
import { t } from '../../phrase/index.ts';

export type Candidate = ReplyOf<typeof priceAdjustments.candidates>[number];

/** A line as it is typed. */
export interface PriceLine extends Candidate {
  readonly newPrice: string;
}

/** A sale price below its minimum (docs/errors.md): meant, perhaps. */
const BELOW_MINIMUM = 8_000_051;

/** Does it; where sale prices would fall below their minimum it asks, and does it all the same if that is meant. */
export async function confirming<T>(work: (confirmed: boolean) => Promise<T>): Promise<T | false> {
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== BELOW_MINIMUM) throw error;
    const meant = await notices().modal.confirm({
      title: error.message,
      content: t('price.confirm'),
      okButtonProps: { danger: true },
    });
    return meant ? work(true) : false;
  }
}

export interface Reckoning {
  readonly method: PriceMethod;
  readonly by: string;
  readonly step: PriceStep;
}

/** What each barcode costs by another sort of price; null where that is unknown or hidden. */
export type Bases = ReadonlyMap<string, string | null>;

/**
 * The lines with new prices as the method has them, reckoned from what they cost now, or from another sort of price; those
 * it can't work out stay as they are.
 */
export function reckoned(
  lines: readonly PriceLine[],
  { method, by, step }: Reckoning,
  bases: Bases | null = null,
): readonly PriceLine[] {
  if (!isDecimal(by)) return lines;
  const rule = { method, by: decimal(by), step };
  return lines.map((line) => {
    const from = bases === null ? line.oldPrice : (bases.get(line.barcodeId) ?? null);
    try {
      const price = adjustedPrice(from === null ? null : decimal(from), rule);
      return price === null ? line : { ...line, newPrice: plain(price) };
    } catch (error) {
      if (error instanceof DomainError) return line;
      throw error;
    }
  });
}

/** By how many percent a price changes; null where that says nothing. */
export function changeOf({ oldPrice, newPrice }: PriceLine): string | null {
  if (oldPrice === null || !isDecimal(newPrice) || decimal(oldPrice).isZero()) return null;
  const old = decimal(oldPrice);
  return plain(decimal(newPrice).minus(old).times(100).dividedBy(old).toDecimalPlaces(2));
}

const isBelow = (price: string, limit: string | null): boolean =>
  limit !== null && isDecimal(price) && decimal(price).lessThan(decimal(limit));

/** What to think about before giving a price: sale prices below the minimum, or below what the goods cost. */
export function warningOf(kind: string, line: PriceLine): string | null {
  if (kind === 'sale' && isBelow(line.newPrice, line.minimumPrice))
    return t('price.belowMinimum', { minimum: ownPriceText(line.minimumPrice) });
  return kind !== 'purchase' && isBelow(line.newPrice, line.unitCost)
    ? t('price.belowCost', { cost: ownPriceText(line.unitCost) })
    : null;
}

/** The first line, from 1, whose new price is none; 0 where all have one. */
export const firstUnpriced = (lines: readonly PriceLine[]): number =>
  lines.findIndex(({ newPrice }) => !isDecimal(newPrice) || newPrice.startsWith('-')) + 1;

import type { ReplyOf, priceAdjustments } from '@tradehouse/contract';
import type { PriceMethod, PriceStep } from '@tradehouse/domain';
import { adjustedPrice, decimal, DomainError, toPlainDecimal } from '@tradehouse/domain';
import { CallError } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { ownPriceText } from '../control/currency.ts';
import { isDecimal } from '../control/DecimalInput.tsx';
import { t } from '../phrase/index.ts';

export type PriceCandidate = ReplyOf<typeof priceAdjustments.candidates>[number];

export interface PriceLine extends PriceCandidate {
  readonly newPrice: string;
}

/** Error code of a sale price below its minimum (docs/errors.md): may be intended. */
const BELOW_MINIMUM = 8_000_051;

/** Runs the work; asks if a sale price would fall below its minimum, and runs again on confirmation. */
export async function confirmPricesBelowMinimum<T>(
  work: (confirmed: boolean) => Promise<T>,
): Promise<T | false> {
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== BELOW_MINIMUM) throw error;
    const meant = await getNotices().modal.confirm({
      title: error.message,
      content: t('price.confirm'),
      okButtonProps: { danger: true },
    });
    return meant ? work(true) : false;
  }
}

export interface PriceCalculation {
  readonly method: PriceMethod;
  readonly by: string;
  readonly step: PriceStep;
}

/** Prices of another type by barcode; null if unknown or hidden. */
export type Bases = ReadonlyMap<string, string | null>;

/**
 * Calculates new prices by the method from the present or another price; lines without a result remain
 * unchanged.
 */
export function calculateNewPrices(
  lines: readonly PriceLine[],
  { method, by, step }: PriceCalculation,
  bases: Bases | null = null,
): readonly PriceLine[] {
  if (!isDecimal(by)) return lines;
  const rule = { method, by: decimal(by), step };
  return lines.map((line) => {
    const from = bases === null ? line.oldPrice : (bases.get(line.barcodeId) ?? null);
    try {
      const price = adjustedPrice(from === null ? null : decimal(from), rule);
      return price === null ? line : { ...line, newPrice: toPlainDecimal(price) };
    } catch (error) {
      if (error instanceof DomainError) return line;
      throw error;
    }
  });
}

/** Returns the price change in percent; null if meaningless. */
export function percentChangeOfPrice({ oldPrice, newPrice }: PriceLine): string | null {
  if (oldPrice === null || !isDecimal(newPrice) || decimal(oldPrice).isZero()) return null;
  const old = decimal(oldPrice);
  return toPlainDecimal(decimal(newPrice).minus(old).times(100).dividedBy(old).toDecimalPlaces(2));
}

const isBelow = (price: string, limit: string | null): boolean =>
  limit !== null && isDecimal(price) && decimal(price).lessThan(decimal(limit));

/** Returns a warning: sale price below the minimum or the cost. */
export function findPriceLineWarning(kind: string, line: PriceLine): string | null {
  if (kind === 'sale' && isBelow(line.newPrice, line.minimumPrice))
    return t('price.belowMinimum', { minimum: ownPriceText(line.minimumPrice) });
  return kind !== 'purchase' && isBelow(line.newPrice, line.unitCost)
    ? t('price.belowCost', { cost: ownPriceText(line.unitCost) })
    : null;
}

/** Returns the first line, from 1, without a valid new price; 0 if none. */
export const firstUnpriced = (lines: readonly PriceLine[]): number =>
  lines.findIndex(({ newPrice }) => !isDecimal(newPrice) || newPrice.startsWith('-')) + 1;

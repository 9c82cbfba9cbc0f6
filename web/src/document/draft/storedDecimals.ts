import { decimal } from '@tradehouse/domain';
import type { GoodsFormStart } from '../form/start.ts';

/**
 * Most decimals of the amounts saved with a document, or agreed by the sources: older versions stored more
 * than the currency has, and the server keeps the decimals.
 */
export function storedDecimals({ head, lines }: Pick<GoodsFormStart, 'head' | 'lines'>): number {
  const { discount, service, otherFees, freight, depositUsed, paidNow } = head.settlement;
  const foot = [discount, service].map(({ by, value }) => (by === 'amount' ? value : ''));
  const saved = [
    ...lines.flatMap(({ amount, tax, total }) => [amount, tax, total]),
    ...foot,
    otherFees,
    freight,
    depositUsed ?? '',
    paidNow ?? '',
  ];
  const agreed = lines.flatMap(({ source }) => [
    source?.agreed?.total ?? '',
    source?.agreed?.tax ?? '',
  ]);
  return [...(head.id === null ? [] : saved), ...agreed]
    .filter((text) => /^-?\d+(\.\d+)?$/.test(text))
    .reduce((most, text) => Math.max(most, decimal(text).decimalPlaces()), 0);
}

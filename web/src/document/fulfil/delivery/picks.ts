import type { DocumentDelivery, LineReply } from '@tradehouse/contract';
import { normalText, toPlainDecimal, sum } from '@tradehouse/domain';
import type { ScanContent } from '@tradehouse/domain';
import { typedAmount } from '../../draft/numberInput.ts';
import { decimalFromDraft } from '../../draft/priced.ts';

/** Typed picked quantity, by line. */
export type Picks = ReadonlyMap<number, string>;

export const picksOf = ({ picks }: DocumentDelivery): Picks =>
  new Map(picks.map(({ line, quantity }) => [line, quantity]));

/** Returns the lines with goods. */
export const selectGoodsLines = (lines: readonly LineReply[]): LineReply[] =>
  lines.filter(({ skuId }) => skuId !== null);

export type PickState = 'none' | 'partial' | 'complete' | 'wrong';

/** Picking state of a line; more pieces than ordered are `wrong`. */
export function pickState(line: LineReply, picks: Picks): PickState {
  const text = picks.get(line.line) ?? '';
  if ('wrong' in typedAmount(text)) return 'wrong';
  const picked = decimalFromDraft(text);
  if (picked.gt(line.quantity)) return 'wrong';
  if (picked.equals(line.quantity)) return 'complete';
  return picked.isZero() ? 'none' : 'partial';
}

export const allPicked = (lines: readonly LineReply[]): Picks =>
  new Map(selectGoodsLines(lines).map(({ line, quantity }) => [line, quantity]));

/** Tests for a scanned lot or serial other than the lots or serials named by the line. */
export function isOtherPart(
  { allocations }: Pick<LineReply, 'allocations'>,
  { lot, serial }: Pick<ScanContent, 'lot' | 'serial'>,
): boolean {
  const lots = allocations.flatMap((part) => (part.lot === '' ? [] : [normalText(part.lot)]));
  const serials = allocations.flatMap((part) => part.serials.map(normalText));
  const misses = (named: readonly string[], scanned: string): boolean =>
    scanned !== '' && named.length > 0 && !named.includes(scanned);
  return misses(lots, lot) || misses(serials, serial);
}

/** Picks base units of a SKU from the first incomplete line. Null: none. */
export function pickScannedGoods(
  lines: readonly LineReply[],
  picks: Picks,
  skuId: string,
  ratio: string,
): { readonly picks: Picks; readonly line: LineReply } | null {
  for (const line of selectGoodsLines(lines)) {
    if (line.skuId !== skuId || pickState(line, picks) === 'wrong') continue;
    const more = decimalFromDraft(ratio).dividedBy(line.ratio);
    const picked = decimalFromDraft(picks.get(line.line)).plus(more);
    if (picked.lte(line.quantity) && picked.decimalPlaces() <= 6)
      return { picks: new Map([...picks, [line.line, toPlainDecimal(picked)]]), line };
  }
  return null;
}

export const pickedLines = (picks: Picks): DocumentDelivery['picks'] =>
  [...picks].flatMap(([line, text]) =>
    decimalFromDraft(text).isZero()
      ? []
      : [{ line, quantity: toPlainDecimal(decimalFromDraft(text)) }],
  );

export const sumLineWeights = (lines: readonly LineReply[]): string =>
  toPlainDecimal(sum(lines.map(({ weight }) => decimalFromDraft(weight))));

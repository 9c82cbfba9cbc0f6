import type { Delivery, LineReply } from '@tradehouse/contract';
import { plain, sum } from '@tradehouse/domain';
import { typedAmount } from '../../draft/numberInput.ts';
import { numberOf } from '../../draft/priced.ts';

/** What is picked of each line, as typed, by line. */
export type Picks = ReadonlyMap<number, string>;

/** What is picked of each line, as it is kept. */
export const picksOf = ({ picks }: Delivery): Picks =>
  new Map(picks.map(({ line, quantity }) => [line, quantity]));

/** The lines that hold goods. */
export const goodsOf = (lines: readonly LineReply[]): LineReply[] =>
  lines.filter(({ skuId }) => skuId !== null);

export type PickState = 'none' | 'partial' | 'complete' | 'wrong';

/** How far a line is picked; more than is wanted is wrong. */
export function pickState(line: LineReply, picks: Picks): PickState {
  const text = picks.get(line.line) ?? '';
  if ('wrong' in typedAmount(text)) return 'wrong';
  const picked = numberOf(text);
  if (picked.gt(line.quantity)) return 'wrong';
  if (picked.equals(line.quantity)) return 'complete';
  return picked.isZero() ? 'none' : 'partial';
}

/** Everything is picked, as it is wanted. */
export const allPicked = (lines: readonly LineReply[]): Picks =>
  new Map(goodsOf(lines).map(({ line, quantity }) => [line, quantity]));

/** A scan picks so many base units of a SKU: from the first line that still wants them. Null: no line does. */
export function scanned(
  lines: readonly LineReply[],
  picks: Picks,
  skuId: string,
  ratio: string,
): { readonly picks: Picks; readonly line: LineReply } | null {
  for (const line of goodsOf(lines)) {
    if (line.skuId !== skuId || pickState(line, picks) === 'wrong') continue;
    const more = numberOf(ratio).dividedBy(line.ratio);
    const picked = numberOf(picks.get(line.line)).plus(more);
    if (picked.lte(line.quantity) && picked.decimalPlaces() <= 6)
      return { picks: new Map([...picks, [line.line, plain(picked)]]), line };
  }
  return null;
}

/** What a call takes of the picks. */
export const pickedLines = (picks: Picks): Delivery['picks'] =>
  [...picks].flatMap(([line, text]) =>
    numberOf(text).isZero() ? [] : [{ line, quantity: plain(numberOf(text)) }],
  );

/** What the goods weigh together. */
export const weightOf = (lines: readonly LineReply[]): string =>
  plain(sum(lines.map(({ weight }) => numberOf(weight))));

import type { InputOf, ReplyOf } from '@tradehouse/contract';
import type { goodsOnTheWay, receiveGoods } from '@tradehouse/contract';
import { expandSerials, toPlainDecimal } from '@tradehouse/domain';
import { decimalFromDraft } from '../../draft/priced.ts';

export type TransitGoodsPart = ReplyOf<typeof goodsOnTheWay>['parts'][number];

/** Receiver's entry for a part. */
export interface ArrivalDraft {
  readonly part: TransitGoodsPart;
  /** '' if not entered now. */
  readonly arrived: string;
  /** Typed serials that arrived. */
  readonly serials: string;
  /** True if the missing rest will never arrive. */
  readonly closed: boolean;
}

/** Returns the default entry: the whole remainder arrives. */
export const createArrivalDraft = (part: TransitGoodsPart): ArrivalDraft => ({
  part,
  arrived: part.left,
  serials: part.serials.join(','),
  closed: false,
});

/** Returns the part remaining in transit or written off; below zero: surplus over the quantity sent. */
export const computeArrivalDifference = ({ part, arrived }: ArrivalDraft): string =>
  toPlainDecimal(decimalFromDraft(part.left).minus(decimalFromDraft(arrived)));

/** Returns the parts with entries, as call input. */
export function receivedParts(
  drafts: readonly ArrivalDraft[],
): InputOf<typeof receiveGoods>['parts'] {
  return drafts.flatMap((draft) => {
    const { part, arrived, closed } = draft;
    const short = decimalFromDraft(computeArrivalDifference(draft));
    const missing = closed && short.gt(0) ? toPlainDecimal(short) : '0';
    if (decimalFromDraft(arrived).isZero() && missing === '0') return [];
    const serials = part.serialManaged ? [...expandSerials(draft.serials)] : [];
    return [
      {
        line: part.line,
        lot: part.lot,
        stockType: part.stockType,
        arrived: arrived === '' ? '0' : arrived,
        missing,
        ...(part.serialManaged ? { serials } : {}),
        ...(part.serialManaged && missing !== '0'
          ? { missingSerials: part.serials.filter((serial) => !serials.includes(serial)) }
          : {}),
      },
    ];
  });
}

import type { InputOf, ReplyOf } from '@tradehouse/contract';
import type { goodsOnTheWay, receiveGoods } from '@tradehouse/contract';
import { expandSerials, plain } from '@tradehouse/domain';
import { numberOf } from '../../draft/priced.ts';

export type TransitPart = ReplyOf<typeof goodsOnTheWay>['parts'][number];

/** What the receiver says of a part. */
export interface ArrivalDraft {
  readonly part: TransitPart;
  /** '' where nothing is said of it now. */
  readonly arrived: string;
  /** Serials that arrived, as typed. */
  readonly serials: string;
  /** What did not arrive will not come any more. */
  readonly closed: boolean;
}

/** Everything that is left is expected to arrive. */
export const expected = (part: TransitPart): ArrivalDraft => ({
  part,
  arrived: part.left,
  serials: part.serials.join(','),
  closed: false,
});

/** What of a part stays on its way, is written off, or came beyond what was sent (below zero). */
export const differenceOf = ({ part, arrived }: ArrivalDraft): string =>
  plain(numberOf(part.left).minus(numberOf(arrived)));

/** The call's parts: those of which something is said. */
export function receivedParts(
  drafts: readonly ArrivalDraft[],
): InputOf<typeof receiveGoods>['parts'] {
  return drafts.flatMap((draft) => {
    const { part, arrived, closed } = draft;
    const short = numberOf(differenceOf(draft));
    const missing = closed && short.gt(0) ? plain(short) : '0';
    if (numberOf(arrived).isZero() && missing === '0') return [];
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

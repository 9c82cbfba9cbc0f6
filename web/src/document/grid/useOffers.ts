import { useEffect, useState } from 'react';
import { t } from '../../phrase/index.ts';
import type { GridColumn, Suggestion } from './column.ts';
import { textOfCell } from './column.ts';
import type { RowState } from './gridState.ts';

export interface Offers {
  readonly list: readonly Suggestion[];
  /** Offer taken by Enter. */
  readonly at: number;
  readonly move: (by: number) => void;
  readonly asked: boolean;
}

interface CellOfferList {
  readonly text: string | null;
  readonly list: readonly Suggestion[];
  readonly at: number;
}

const NOTHING: CellOfferList = { text: null, list: [], at: 0 };

/** Value of "new …" among the offers. */
export const ADD = '+';

/** Appends "new …" to the offers if the column can create records. */
const withAddOffer = <Row>(
  { add }: GridColumn<Row>,
  list: readonly Suggestion[],
  text: string,
): readonly Suggestion[] => {
  const label = text === '' ? t('select.add') : t('select.addNamed', { word: text });
  return add === undefined ? list : [...list, { value: ADD, label }];
};

/** Returns the offer to create an unknown record named in a resting cell. */
export function restingOffers<Row>(
  column: GridColumn<Row>,
  { value, wrong }: RowState<Row>,
): readonly Suggestion[] {
  const isRefused = wrong[column.id]?.text === null;
  return isRefused && column.lacks?.(value) === true
    ? withAddOffer(column, [], textOfCell(column, value).trim())
    : [];
}

/**
 * Holds the offers for the typed text. Replies for older text are dropped, so Enter never takes an outdated
 * offer.
 */
export function useOffers<Row>(
  column: GridColumn<Row>,
  row: Row,
  text: string | null,
  held: string,
): Offers {
  const [answer, setAnswer] = useState<CellOfferList>(NOTHING);
  const { suggest, suggestAfter = 0 } = column;

  useEffect(() => {
    if (suggest === undefined || text === null) return setAnswer(NOTHING);
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const list = withAddOffer(column, await suggest(row, text, stop.signal), text.trim());
      if (!stop.signal.aborted) {
        const at = list.findIndex(({ label }) => label === held);
        setAnswer({ text, list, at: Math.max(0, at) });
      }
    };
    const failed = (): void => {
      if (!stop.signal.aborted) setAnswer({ text, list: [], at: 0 });
    };
    const timer = setTimeout(() => void ask().catch(failed), suggestAfter);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // The row is asked as it was when typing began: a change beneath must not ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [suggest, suggestAfter, text]);

  const current = text !== null && answer.text === text ? answer : NOTHING;
  return {
    list: current.list,
    at: current.at,
    asked: current.text !== null,
    move: (by) =>
      setAnswer((before) => ({
        ...before,
        at: Math.max(0, Math.min(before.list.length - 1, before.at + by)),
      })),
  };
}

import { useEffect, useState } from 'react';
import { t } from '../../phrase/index.ts';
import type { GridColumn, Suggestion } from './column.ts';
import { textOf } from './column.ts';
import type { RowState } from './gridState.ts';

export interface Offers {
  readonly list: readonly Suggestion[];
  /** The offer that Enter takes. */
  readonly at: number;
  readonly move: (by: number) => void;
  readonly asked: boolean;
}

interface Answer {
  readonly text: string | null;
  readonly list: readonly Suggestion[];
  readonly at: number;
}

const NOTHING: Answer = { text: null, list: [], at: 0 };

/** What stands for "new …" among the offers. */
export const ADD = '+';

/** The offers, and "new …" after them where the column can make what is missing. */
const withAdd = <Row>(
  { add }: GridColumn<Row>,
  list: readonly Suggestion[],
  text: string,
): readonly Suggestion[] => {
  const label = text === '' ? t('select.add') : t('select.addNamed', { word: text });
  return add === undefined ? list : [...list, { value: ADD, label }];
};

/** The offer of a resting cell whose text was looked up and found nowhere: to make what it names. */
export function restingOffers<Row>(
  column: GridColumn<Row>,
  { value, wrong }: RowState<Row>,
): readonly Suggestion[] {
  const isRefused = wrong[column.id]?.text === null;
  return isRefused && column.lacks?.(value) === true
    ? withAdd(column, [], textOf(column, value).trim())
    : [];
}

/**
 * What a cell offers for the text being typed. An answer to an older text is dropped, so Enter never takes an offer
 * the user has typed past.
 */
export function useOffers<Row>(
  column: GridColumn<Row>,
  row: Row,
  text: string | null,
  held: string,
): Offers {
  const [answer, setAnswer] = useState<Answer>(NOTHING);
  const { suggest, suggestAfter = 0 } = column;

  useEffect(() => {
    if (suggest === undefined || text === null) return setAnswer(NOTHING);
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const list = withAdd(column, await suggest(row, text, stop.signal), text.trim());
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

import type { ReactNode } from 'react';
import { useCallback, useMemo, useRef } from 'react';
import { useQuickAdd } from '../../control/quickAdd.tsx';
import type { QuickRecord } from '../../control/quickAdd.tsx';
import { useChoices } from '../../control/ReferenceSelect.tsx';
import type { Choice, ChoiceSource } from '../../control/ReferenceSelect.tsx';
import { amended } from '../grid/gridState.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { useLatest } from '../grid/useLatest.ts';
import type { NamedId } from './lineForm.ts';

/** What lines may name: what was there when the form opened, and what was made since. */
export interface KnownChoices<C extends Choice> {
  readonly source: ChoiceSource<C>;
  readonly choices: readonly NamedId[];
  /** Something was made: they are read again. */
  readonly readAgain: () => void;
}

export function useKnownChoices<C extends Choice>(
  source: ChoiceSource<C>,
  first: readonly NamedId[],
): KnownChoices<C> {
  const { data: now, refetch } = useChoices(source, '', null, false);
  const choices = useMemo(() => {
    const made = (now ?? []).filter(({ id }) => !first.some((one) => one.id === id));
    return made.length === 0 ? first : [...first, ...made];
  }, [first, now]);
  return { source, choices, readAgain: () => void refetch() };
}

/** Makes what a line is to name, from what was typed there: `add` opens its form, undefined for who may make none. */
export function useAdding<Row, Place extends { readonly key: string }, C extends Choice>(
  record: QuickRecord,
  { source, readAgain }: KnownChoices<C>,
  store: GridStore<Row>,
  put: (row: Row, made: C, place: Place) => Row,
): {
  readonly add: ((place: Place, typed: string) => void) | undefined;
  readonly form: ReactNode;
} {
  const wanted = useRef<Place | null>(null);
  const { onAdd, form } = useQuickAdd(record, source, (made) => {
    const place = wanted.current;
    readAgain();
    if (place !== null)
      store.change((grid) => amended(grid, place.key, (row) => put(row, made, place), true));
  });
  const latest = useLatest(onAdd);
  const add = useCallback(
    (place: Place, typed: string) => {
      wanted.current = place;
      latest()?.(typed);
    },
    [latest],
  );
  return { add: onAdd === undefined ? undefined : add, form };
}

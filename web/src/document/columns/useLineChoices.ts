import type { ReactNode } from 'react';
import { useCallback, useMemo, useRef } from 'react';
import { useQuickAdd } from '../../control/quickAdd.tsx';
import type { QuickRecord } from '../../control/quickAdd.tsx';
import { useChoices } from '../../control/ReferenceSelect.tsx';
import type { ReferenceChoice, ChoiceSource } from '../../control/ReferenceSelect.tsx';
import { amendGridRow } from '../grid/gridState.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { useLatest } from '../grid/useLatest.ts';
import type { NamedId } from './lineForm.ts';

/** Choices for lines: present when the form opened, or created since. */
export interface KnownChoices<C extends ReferenceChoice> {
  readonly source: ChoiceSource<C>;
  readonly choices: readonly NamedId[];
  /** Reloads the choices after a record was created. */
  readonly readAgain: () => void;
}

export function useKnownChoices<C extends ReferenceChoice>(
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

/** Creates a record from text typed in a line: `add` opens its form; undefined without permission. */
export function useAdding<Row, Place extends { readonly key: string }, C extends ReferenceChoice>(
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
      store.change((grid) => amendGridRow(grid, place.key, (row) => put(row, made, place), true));
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

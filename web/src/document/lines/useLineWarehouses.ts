import type { ReactNode } from 'react';
import { useCallback, useMemo, useRef } from 'react';
import { useQuickAdd } from '../../control/quickAdd.tsx';
import { warehouseSource } from '../../control/references.tsx';
import { useChoices } from '../../control/ReferenceSelect.tsx';
import type { GridStore } from '../grid/gridStore.ts';
import { amended } from '../grid/gridState.ts';
import { useLatest } from '../grid/useLatest.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { NamedId, WarehousePlace } from '../columns/lineForm.ts';

/** The warehouses that lines may name, and how to make another. */
export interface LineWarehouses {
  /** Those that were there when the form opened, and any that were made since. */
  readonly warehouses: readonly NamedId[];
  /** Opens the form of a new one, which the line names then; undefined for who may make none. */
  readonly add: ((place: WarehousePlace, typed: string) => void) | undefined;
  readonly form: ReactNode;
}

export function useLineWarehouses(
  store: GridStore<LineDraft>,
  first: readonly NamedId[],
): LineWarehouses {
  const { data: now, refetch } = useChoices(warehouseSource, '', null, false);
  const wanted = useRef<WarehousePlace | null>(null);
  const { onAdd, form } = useQuickAdd('warehouse', warehouseSource, ({ id }) => {
    const place = wanted.current;
    void refetch();
    if (place === null) return;
    const { key, field } = place;
    store.change((grid) => amended(grid, key, (line) => ({ ...line, [field]: id }), true));
  });
  const latest = useLatest(onAdd);
  const add = useCallback(
    (place: WarehousePlace, typed: string) => {
      wanted.current = place;
      latest()?.(typed);
    },
    [latest],
  );
  const warehouses = useMemo(() => {
    const made = (now ?? []).filter(({ id }) => !first.some((one) => one.id === id));
    return made.length === 0 ? first : [...first, ...made];
  }, [first, now]);
  return { warehouses, add: onAdd === undefined ? undefined : add, form };
}

import type { ReactNode } from 'react';
import type { GridStore } from '../grid/gridStore.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { warehouseSource } from '../../control/references.tsx';
import { useAdding, useKnownChoices } from '../columns/useLineChoices.ts';
import type { NamedId, WarehousePlace } from '../columns/lineForm.ts';

/** The warehouses that lines may name, and how to make another. */
export interface LineWarehouses {
  readonly warehouses: readonly NamedId[];
  /** Opens the form of a new one, which the line names then; undefined for who may make none. */
  readonly add: ((place: WarehousePlace, typed: string) => void) | undefined;
  readonly form: ReactNode;
}

const putInto = (line: LineDraft, { id }: NamedId, { field }: WarehousePlace): LineDraft => ({
  ...line,
  [field]: id,
});

export function useLineWarehouses(
  store: GridStore<LineDraft>,
  first: readonly NamedId[],
): LineWarehouses {
  const known = useKnownChoices(warehouseSource, first);
  return { warehouses: known.choices, ...useAdding('warehouse', known, store, putInto) };
}

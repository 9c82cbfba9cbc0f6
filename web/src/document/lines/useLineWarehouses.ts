import type { ReactNode } from 'react';
import type { GridStore } from '../grid/gridStore.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { warehouseSource } from '../../control/references.tsx';
import { useAdding, useKnownChoices } from '../columns/useLineChoices.ts';
import type { NamedId, WarehousePlace } from '../columns/lineForm.ts';

/** Available warehouses for lines, and a way to create a warehouse. */
export interface LineWarehouses {
  readonly warehouses: readonly NamedId[];
  /** Opens the form of a new warehouse, then named by the line; undefined without permission. */
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

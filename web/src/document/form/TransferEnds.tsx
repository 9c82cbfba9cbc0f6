import { useEffect, useState } from 'react';
import { WarehouseSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { commonEnd, giveEnd } from '../draft/transferEnds.ts';
import type { EndField } from '../draft/transferEnds.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { useStore } from '../grid/useStore.ts';
import { HeadField } from './HeadField.tsx';

interface Props {
  readonly store: GridStore<LineDraft>;
}

/** Edits source and target warehouse for all lines of a transfer; single lines may override. */
export function TransferEnds({ store }: Props) {
  const lines = useStore(store, store.values);
  const [target, setTarget] = useState(() => commonEnd(store.values(), 'targetWarehouseId'));
  const isMissing = lines.some(({ targetWarehouseId }) => targetWarehouseId === null);
  useEffect(() => {
    // Lines scanned, picked or typed later take the common warehouses.
    if (target !== null && isMissing) giveEnd(store, 'targetWarehouseId', target, true);
  }, [store, target, isMissing]);
  const set = (field: EndField, id: string | null): void => {
    if (field === 'targetWarehouseId') setTarget(id);
    if (id !== null) giveEnd(store, field, id);
  };
  return (['warehouseId', 'targetWarehouseId'] as const).map((field) => (
    <HeadField key={field} label={t(`document.end.${field}`)} required>
      <WarehouseSelect
        aria-label={t(`document.end.${field}`)}
        style={{ width: '100%' }}
        placeholder={t(lines.length > 1 ? 'document.end.several' : 'select.placeholder')}
        value={commonEnd(lines, field)}
        onChange={(id) => set(field, id)}
      />
    </HeadField>
  ));
}

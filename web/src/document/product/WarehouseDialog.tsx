import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { WarehouseSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly onTake: (warehouseId: string) => void;
  readonly onClose: () => void;
}

/** Selects one warehouse for every line. */
export function WarehouseDialog({ onTake, onClose }: Props) {
  const [id, setId] = useState<string | null>(null);
  return (
    <ChoiceModal
      width={500}
      title={t('editor.warehouse.title')}
      okDisabled={id === null}
      onOk={() => id !== null && onTake(id)}
      onCancel={onClose}
    >
      <WarehouseSelect value={id} onChange={setId} style={{ width: '100%' }} />
    </ChoiceModal>
  );
}

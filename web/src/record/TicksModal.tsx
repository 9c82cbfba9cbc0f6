import type { ReactNode } from 'react';
import { notices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';
import { RecordModal } from './RecordModal.tsx';
import { useSaving } from './saving.ts';

export interface TicksModalProps {
  readonly title: string;
  readonly dirty: boolean;
  readonly loading: boolean;
  /** Sends what was ticked, under the dialog's Idempotency-Key. */
  readonly save: (key: string) => Promise<unknown>;
  /** `saved`: it was kept. */
  readonly onClose: (saved: boolean) => void;
  readonly children: ReactNode;
}

/** A dialog in which things are ticked; one call keeps them all. */
export function TicksModal(props: TicksModalProps): ReactNode {
  const { title, dirty, loading, onClose } = props;
  const saving = useSaving();
  const save = async (): Promise<void> => {
    if (!(await saving.run(props.save, () => false))) return;
    notices().message.success(t('form.saved'));
    onClose(true);
  };
  return (
    <RecordModal
      title={title}
      width={800}
      dirty={dirty}
      loading={loading}
      busy={saving.busy}
      readOnly={false}
      refusal={saving.refusal}
      onSave={() => void save()}
      onClose={() => onClose(false)}
    >
      {props.children}
    </RecordModal>
  );
}

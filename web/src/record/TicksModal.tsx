import type { ReactNode } from 'react';
import { getNotices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';
import { RecordModal } from './RecordModal.tsx';
import { useFormSaving } from './saving.ts';

export interface TicksModalProps {
  readonly title: string;
  readonly dirty: boolean;
  readonly loading: boolean;
  /** Sends the ticks with the dialog's Idempotency-Key. */
  readonly save: (key: string) => Promise<unknown>;
  /** `saved`: the ticks were saved. */
  readonly onClose: (saved: boolean) => void;
  readonly children: ReactNode;
}

/** Dialog of tick boxes, all saved by one call. */
export function TicksModal(props: TicksModalProps): ReactNode {
  const { title, dirty, loading, onClose } = props;
  const saving = useFormSaving();
  const save = async (): Promise<void> => {
    if (!(await saving.run(props.save, () => false))) return;
    getNotices().message.success(t('form.saved'));
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

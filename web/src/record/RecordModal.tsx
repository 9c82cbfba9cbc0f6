import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { askUnsaved } from '../app/tabs/askUnsaved.tsx';
import { useDirty } from '../app/tabs/tabs.ts';
import { useUnloadQuestion } from '../app/tabs/useUnloadQuestion.ts';
import { BringingContext, useFilesInProgress } from '../control/bringing.ts';
import { PaneModal } from '../control/PaneModal.tsx';
import { t } from '../phrase/index.ts';

export interface RecordModalProps {
  readonly title: string;
  readonly width: number;
  readonly className?: string;
  readonly dirty: boolean;
  readonly loading: boolean;
  readonly busy: boolean;
  /** The user may look but not save. */
  readonly readOnly: boolean;
  readonly refusal: string | null;
  /** Label of the save button. */
  readonly act?: string;
  /** Additional button beside the save button. */
  readonly also?: ReactNode;
  /** Saves; resolves to true if known to be saved. */
  readonly onSave: () => void | Promise<boolean>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Dialog of a form: covers its own tab only, warns of unsaved input, and saves on Ctrl+S, including files.
 */
export function RecordModal(props: RecordModalProps): ReactNode {
  const { dirty, readOnly, refusal, onSave, onClose } = props;
  const [bringing, tell] = useFilesInProgress();
  const busy = props.busy || bringing;
  const save = async (): Promise<boolean> => (await onSave()) === true;
  useDirty(dirty, readOnly ? undefined : save);
  useUnloadQuestion(dirty);
  const leave = async (): Promise<void> => {
    const choice = dirty ? await askUnsaved(!readOnly) : 'leave';
    if (choice === 'leave') onClose();
    // A saved form closes by itself.
    if (choice === 'save') void onSave();
  };
  return (
    <PaneModal
      title={props.title}
      width={props.width}
      {...(props.className === undefined ? {} : { className: props.className })}
      ready={!props.loading}
      onCancel={() => void leave()}
      onSubmit={readOnly || busy ? undefined : () => void onSave()}
      footer={
        <>
          <Button onClick={() => void leave()}>{t(readOnly ? 'act.close' : 'act.cancel')}</Button>
          {props.also}
          {readOnly ? null : (
            <Button type="primary" loading={busy} onClick={() => void onSave()}>
              {props.act ?? t('act.save')}
            </Button>
          )}
        </>
      }
    >
      {refusal === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={refusal} />
      )}
      <BringingContext value={tell}>
        {props.loading ? <Skeleton active paragraph={{ rows: 8 }} /> : props.children}
      </BringingContext>
    </PaneModal>
  );
}

import { Button } from 'antd';
import type { ReactNode } from 'react';
import { askUnsaved } from '../app/tabs/askUnsaved.tsx';
import { t } from '../phrase/index.ts';
import type { PaneModalProps } from './PaneModal.tsx';
import { PaneModal } from './PaneModal.tsx';

interface Props extends Omit<PaneModalProps, 'footer' | 'onSubmit'> {
  /** Text of the confirm button; default: confirm. */
  readonly okText?: string;
  /** Nothing is chosen yet. */
  readonly okDisabled: boolean;
  readonly onOk: () => void;
  /** Unsaved typed input: leaving asks; Ctrl+S, or Enter in a field, confirms. */
  readonly typed?: boolean;
}

/** Dialog of its own tab for choosing something: confirm or leave. */
export function ChoiceModal(props: Props): ReactNode {
  const { okText, okDisabled, onOk, typed, onCancel, ...dialog } = props;
  const leave = async (): Promise<void> => {
    const choice = typed === true ? await askUnsaved(!okDisabled) : 'leave';
    if (choice === 'leave') onCancel();
    if (choice === 'save') onOk();
  };
  return (
    <PaneModal
      {...dialog}
      onCancel={() => void leave()}
      onSubmit={typed === undefined || okDisabled ? undefined : onOk}
      footer={
        <>
          <Button onClick={() => void leave()}>{t('act.cancel')}</Button>
          <Button type="primary" disabled={okDisabled} onClick={onOk}>
            {okText ?? t('act.confirm')}
          </Button>
        </>
      }
    />
  );
}

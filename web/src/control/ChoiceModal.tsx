import { Button } from 'antd';
import type { ReactNode } from 'react';
import { askUnsaved } from '../app/tabs/askUnsaved.tsx';
import { t } from '../phrase/index.ts';
import type { PaneModalProps } from './PaneModal.tsx';
import { PaneModal } from './PaneModal.tsx';

interface Props extends Omit<PaneModalProps, 'footer' | 'onSubmit'> {
  /** What the button that takes the choice says; default: confirm. */
  readonly okText?: string;
  /** Nothing is chosen yet. */
  readonly okDisabled: boolean;
  readonly onOk: () => void;
  /** Something is typed here that would be lost: leaving asks, Ctrl+S takes it, and Enter in a field. */
  readonly typed?: boolean;
}

/** A dialog of its own tab in which something is chosen: it is taken, or the dialog is left. */
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

import { Button } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import type { PaneModalProps } from './PaneModal.tsx';
import { PaneModal } from './PaneModal.tsx';

interface Props extends Omit<PaneModalProps, 'footer'> {
  /** What the button that takes the choice says; default: confirm. */
  readonly okText?: string;
  /** Nothing is chosen yet. */
  readonly okDisabled: boolean;
  readonly onOk: () => void;
}

/** A dialog of its own tab in which something is chosen: it is taken, or the dialog is left. */
export const ChoiceModal = ({ okText, okDisabled, onOk, ...dialog }: Props): ReactNode => (
  <PaneModal
    {...dialog}
    footer={
      <>
        <Button onClick={dialog.onCancel}>{t('act.cancel')}</Button>
        <Button type="primary" disabled={okDisabled} onClick={onOk}>
          {okText ?? t('act.confirm')}
        </Button>
      </>
    }
  />
);

import { Button, Space } from 'antd';
import { t } from '../../phrase/index.ts';
import { getNotices } from '../notices.ts';

export type UnsavedChoice = 'save' | 'leave' | 'stay';

/** Asks about unsaved input: save if possible here, discard, or stay. Escape stays. */
export function askUnsaved(canSave: boolean): Promise<UnsavedChoice> {
  return new Promise((resolve) => {
    const answer = (choice: UnsavedChoice) => (): void => {
      resolve(choice);
      dialog.destroy();
    };
    const dialog = getNotices().modal.confirm({
      title: t('tab.dirty'),
      content: t('tab.dirtyAsk'),
      okText: t('act.save'),
      cancelText: t('act.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: answer('save'),
      onCancel: answer('stay'),
      footer: (_, { OkBtn, CancelBtn }) => (
        <Space wrap className="unsaved-acts">
          <CancelBtn />
          <Button danger onClick={answer('leave')}>
            {t('act.leave')}
          </Button>
          {canSave && <OkBtn />}
        </Space>
      ),
    });
  });
}

import { Alert, Button, Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useRef } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { notices } from '../app/notices.ts';
import { useDirty } from '../app/tabs.ts';
import { usePhone } from '../app/useMedia.ts';
import { t } from '../phrase/index.ts';

/** What went wrong with the last save. `stale`: somebody else changed the record meanwhile. */
export interface Refusal {
  readonly message: string;
  readonly stale: boolean;
}

export interface RecordModalProps {
  readonly title: string;
  readonly width: number;
  readonly dirty: boolean;
  readonly loading: boolean;
  readonly busy: boolean;
  /** The user may look but not save. */
  readonly readOnly: boolean;
  readonly refusal: Refusal | null;
  readonly onReload: () => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a form: it covers its own tab only, asks before unsaved input is lost, and saves at Ctrl+S. */
export function RecordModal(props: RecordModalProps): ReactNode {
  const { dirty, busy, readOnly, refusal, onSave, onClose } = props;
  const phone = usePhone();
  const place = useRef<HTMLDivElement>(null);
  useDirty(dirty);
  useHotkeys('mod+s', () => onSave(), {
    enableOnFormTags: true,
    preventDefault: true,
    enabled: !readOnly && !busy,
  });
  const inPane = useCallback(
    () => place.current?.closest<HTMLElement>('.pane') ?? document.body,
    [],
  );
  const leave = async (): Promise<void> => {
    const agreed =
      !dirty ||
      (await notices().modal.confirm({
        title: t('tab.dirty'),
        content: t('tab.dirtyAsk'),
        okText: t('act.leave'),
        okButtonProps: { danger: true },
        cancelText: t('act.stay'),
      }));
    if (agreed) onClose();
  };
  return (
    <div ref={place}>
      <Modal
        open
        title={props.title}
        width={phone ? '100%' : props.width}
        className="record-modal"
        getContainer={inPane}
        mask={{ closable: false }}
        onCancel={() => void leave()}
        footer={[
          <Button key="cancel" onClick={() => void leave()}>
            {t(readOnly ? 'act.close' : 'act.cancel')}
          </Button>,
          readOnly ? null : (
            <Button key="save" type="primary" loading={busy} onClick={onSave}>
              {t('act.save')}
            </Button>
          ),
        ]}
      >
        {refusal === null ? null : (
          <Alert
            type="error"
            showIcon
            className="gap-below"
            title={refusal.message}
            description={refusal.stale ? t('form.staleHint') : undefined}
            action={
              refusal.stale ? <Button onClick={props.onReload}>{t('form.newer')}</Button> : null
            }
          />
        )}
        {props.loading ? <Skeleton active paragraph={{ rows: 8 }} /> : props.children}
      </Modal>
    </div>
  );
}

import { orderCalls } from '@tradehouse/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly ids: readonly string[];
  readonly onClose: (changed: boolean) => void;
}

/** Cancels orders, for a reason. */
export function CancelDialog({ ids, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [busy, run] = useBusy();
  const cancel = () =>
    run(async () => {
      const { changed } = await callEndpoint(orderCalls.cancel, { ids: ids.join(','), reason });
      void getNotices().message.success(t('document.done', { n: changed }));
      onClose(true);
    });
  return (
    <ChoiceModal
      width={600}
      title={t('order.cancelTitle', { n: ids.length })}
      okText={t('order.cancel')}
      okDisabled={busy || reason.trim() === ''}
      onOk={() => void cancel()}
      onCancel={() => onClose(false)}
    >
      <Input.TextArea
        aria-label={t('order.cancelReason')}
        placeholder={t('order.cancelReason')}
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ChoiceModal>
  );
}

import { invoices } from '@tradehouse/contract';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { t } from '../phrase/index.ts';

interface Props {
  readonly ids: readonly string[];
  readonly onClose: (changed: boolean) => void;
}

/** Voids invoices, for a reason. */
export function VoidDialog({ ids, onClose }: Props): ReactNode {
  const [reason, setReason] = useState('');
  const [busy, run] = useBusy();
  const act = () =>
    run(async () => {
      const { changed } = await callEndpoint(invoices.voidBatch, { ids: ids.join(','), reason });
      void getNotices().message.success(t('invoice.madeVoid', { n: changed }));
      onClose(true);
    });
  return (
    <ChoiceModal
      width={600}
      title={t('invoice.voidTitle', { n: ids.length })}
      okText={t('invoice.void')}
      okDisabled={busy || reason.trim() === ''}
      onOk={() => void act()}
      onCancel={() => onClose(false)}
    >
      <p>{t('invoice.voidHint')}</p>
      <Input.TextArea
        aria-label={t('invoice.voidReason')}
        placeholder={t('invoice.voidReason')}
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ChoiceModal>
  );
}

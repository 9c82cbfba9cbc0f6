import { reopenPeriod } from '@tradehouse/contract';
import { Form, Input } from 'antd';
import { DatePicker } from '../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { t } from '../phrase/index.ts';

interface Props {
  readonly onClose: (changed: boolean) => void;
}

/** Reopens closed days, for a reason; by default the month before the last closed one stays closed. */
export function ReopenDialog({ onClose }: Props): ReactNode {
  const { closedUntil } = useSettings();
  const closed = dayjs(closedUntil ?? undefined);
  const [until, setUntil] = useState<string | null>(
    closed.subtract(1, 'month').endOf('month').format('YYYY-MM-DD'),
  );
  const [reason, setReason] = useState('');
  const [busy, run] = useBusy();
  const [dayId, reasonId] = [useId(), useId()];
  const reopen = () =>
    run(async () => {
      await callEndpoint(reopenPeriod, { until, reason });
      void getNotices().message.success(t('closing.reopened'));
      onClose(true);
    });
  return (
    <ChoiceModal
      width={600}
      title={t('closing.reopenTitle')}
      okText={t('closing.reopenTitle')}
      okDisabled={busy || reason.trim() === ''}
      typed={reason.trim() !== ''}
      onOk={() => void reopen()}
      onCancel={() => onClose(false)}
    >
      <p>{t('closing.now', { date: closedUntil ?? '' })}</p>
      <Form layout="vertical" component={false}>
        <Form.Item label={t('closing.keptUntil')} htmlFor={dayId}>
          <DatePicker
            id={dayId}
            className="wide"
            placeholder={t('closing.allOpen')}
            maxDate={closed.subtract(1, 'day')}
            value={until === null ? null : dayjs(until)}
            onChange={(day) => setUntil(day === null ? null : day.format('YYYY-MM-DD'))}
          />
        </Form.Item>
        <Form.Item label={t('closing.reason')} htmlFor={reasonId} required>
          <Input.TextArea
            id={reasonId}
            rows={3}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </ChoiceModal>
  );
}

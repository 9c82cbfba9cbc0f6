import { changeRemark } from '@tradehouse/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly id: string;
  readonly number: string;
  readonly remark: string;
  readonly onClose: (changed: boolean) => void;
}

/** Changes a document's remark in any state. */
export function RemarkDialog({ id, number, remark, onClose }: Props) {
  const [text, setText] = useState(remark);
  const [busy, run] = useBusy();
  const save = () =>
    run(async () => {
      await callEndpoint(changeRemark, { id, remark: text });
      void getNotices().message.success(t('bill.remarkSaved', { number }));
      onClose(true);
    });
  return (
    <ChoiceModal
      width={600}
      title={t('bill.remarkTitle', { number })}
      okText={t('act.save')}
      okDisabled={busy || text === remark}
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <Input.TextArea
        aria-label={t('document.remark')}
        rows={4}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ChoiceModal>
  );
}

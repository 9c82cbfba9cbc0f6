import { Alert, Button, Form, Space } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { CallError } from '../app/net/envelope.ts';
import { t } from '../phrase/index.ts';

export interface EntryFormProps<Entries> {
  readonly title?: string;
  readonly large?: boolean;
  readonly submit: string;
  /** Why the try before this form was refused. */
  readonly reason?: string;
  readonly failed?: string;
  readonly children: ReactNode;
  /** Receives the entries; the server's refusal is shown above the fields. */
  readonly onGiven: (entries: Entries) => Promise<void>;
  readonly onCancel?: () => void;
}

/** Short separate form, as for signing in: one button, last refusal above the fields. */
export function EntryForm<Entries>(props: EntryFormProps<Entries>): ReactNode {
  const { title, large = false, submit, reason = '', failed, children, onGiven, onCancel } = props;
  const [refusal, setRefusal] = useState(reason);
  const [busy, setBusy] = useState(false);
  const give = async (entries: Entries): Promise<void> => {
    setBusy(true);
    setRefusal('');
    try {
      await onGiven(entries);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.message || (failed ?? t('error.request')));
    } finally {
      setBusy(false);
    }
  };
  const alone = onCancel === undefined;
  const button = (
    <Button type="primary" htmlType="submit" block={alone} loading={busy}>
      {submit}
    </Button>
  );
  return (
    <Form<Entries>
      layout="vertical"
      requiredMark={false}
      {...(large ? { size: 'large' } : {})}
      {...(title === undefined ? {} : { 'aria-label': title })}
      onFinish={(entries) => void give(entries)}
    >
      {refusal === '' ? null : (
        <Alert type="error" showIcon title={refusal} className="gap-below" />
      )}
      {children}
      {alone ? (
        button
      ) : (
        <Space>
          {button}
          <Button onClick={onCancel}>{t('act.cancel')}</Button>
        </Space>
      )}
    </Form>
  );
}

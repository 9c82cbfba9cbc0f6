import type { SessionUser } from '@tradehouse/contract';
import { updatePassword } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../app/client.ts';
import { CallError } from '../app/envelope.ts';
import { passwordHash } from '../app/password.ts';
import { useFocused } from '../control/useFocused.ts';
import { t } from '../phrase/index.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

interface Entries {
  readonly old: string;
  readonly fresh: string;
  readonly repeat: string;
}

const required = (message: string) => ({ required: true, message });

export interface PasswordFormProps {
  readonly user: SessionUser;
  /** Called with the new password's hash once the server has taken it. */
  readonly onChanged: (hash: string) => void;
}

/** Old password, new one twice; the rule of spec §5 is checked here, the server refuses common ones. */
export function PasswordForm({ user, onChanged }: PasswordFormProps): ReactNode {
  const first = useFocused<InputRef>();
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async ({ old, fresh }: Entries): Promise<void> => {
    if (user.id === '') return setRefusal(t('password.noUser'));
    setBusy(true);
    setRefusal('');
    try {
      const password = passwordHash(fresh);
      const input = { userId: user.id, oldpassword: passwordHash(old), password };
      await call(updatePassword, input, { quiet: true });
      onChanged(password);
    } catch (error) {
      if (error instanceof CallError) setRefusal(error.message || t('error.request'));
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<Entries>
      layout="vertical"
      onFinish={(entries) => void save(entries)}
      requiredMark={false}
    >
      {refusal === '' ? null : (
        <Alert type="error" showIcon title={refusal} className="gap-below" />
      )}
      <input hidden readOnly autoComplete="username" value={user.loginName} />
      <Form.Item name="old" label={t('password.old')} rules={[required(t('password.oldMissing'))]}>
        <Input.Password autoComplete="current-password" ref={first} />
      </Form.Item>
      <NewPasswordFields label={t('password.new')} repeat={t('password.repeat')} />
      <Button type="primary" htmlType="submit" loading={busy} block>
        {t('act.save')}
      </Button>
    </Form>
  );
}

import type { SessionUser } from '@tradehouse/contract';
import { updatePassword } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { passwordHash } from '../app/session/password.ts';
import { useFocused } from '../control/useFocused.ts';
import { t } from '../phrase/index.ts';
import { EntryForm } from './EntryForm.tsx';
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
  const save = async ({ old, fresh }: Entries): Promise<void> => {
    if (user.id === '') throw new CallError(0, 0, t('password.noUser'));
    const password = passwordHash(fresh);
    const input = { userId: user.id, oldpassword: passwordHash(old), password };
    await call(updatePassword, input, { quiet: true });
    onChanged(password);
  };
  return (
    <EntryForm<Entries> submit={t('act.save')} onGiven={save}>
      <input hidden readOnly autoComplete="username" value={user.loginName} />
      <Form.Item name="old" label={t('password.old')} rules={[required(t('password.oldMissing'))]}>
        <Input.Password autoComplete="current-password" ref={first} />
      </Form.Item>
      <NewPasswordFields label={t('password.new')} repeat={t('password.repeat')} />
    </EntryForm>
  );
}

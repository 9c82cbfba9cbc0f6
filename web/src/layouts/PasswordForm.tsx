import type { SessionUser } from '@tradehouse/contract';
import { updatePassword } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { passwordHash } from '../app/session/password.ts';
import { useFocused } from '../control/useFocused.ts';
import { t } from '../phrase/index.ts';
import { EntryForm } from './EntryForm.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

interface PasswordEntries {
  readonly old: string;
  readonly fresh: string;
  readonly repeat: string;
}

const toRequiredRule = (message: string) => ({ required: true, message });

export interface PasswordFormProps {
  readonly user: SessionUser;
  /** Hash of the old password if just typed at the sign-in; null: the form asks. */
  readonly old: string | null;
  /** Called with the new password's hash after the change. */
  readonly onChanged: (hash: string) => void;
}

/** Asks for the old password, unless known, and twice for the new. The server refuses common passwords. */
export function PasswordForm({ user, old: known, onChanged }: PasswordFormProps): ReactNode {
  const first = useFocused<InputRef>();
  const save = async ({ old, fresh }: PasswordEntries): Promise<void> => {
    if (user.id === '') throw new CallError(0, 0, t('password.noUser'));
    const password = passwordHash(fresh);
    const input = { userId: user.id, oldpassword: known ?? passwordHash(old), password };
    await callEndpoint(updatePassword, input, { quiet: true });
    onChanged(password);
  };
  return (
    <EntryForm<PasswordEntries> submit={t('act.save')} onGiven={save}>
      <input hidden readOnly autoComplete="username" value={user.loginName} />
      {known === null ? (
        <Form.Item
          name="old"
          label={t('password.old')}
          rules={[toRequiredRule(t('password.oldMissing'))]}
        >
          <Input.Password autoComplete="current-password" ref={first} />
        </Form.Item>
      ) : null}
      <NewPasswordFields
        label={t('password.new')}
        repeat={t('password.repeat')}
        {...(known === null ? {} : { first })}
      />
    </EntryForm>
  );
}

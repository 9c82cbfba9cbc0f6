import type { SessionUser } from '@tradehouse/contract';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import { EntryForm } from '../EntryForm.tsx';

export interface Proof {
  readonly password: string;
  readonly code: string;
}

export interface ProofFormProps {
  readonly user: SessionUser;
  readonly asks: readonly (keyof Proof)[];
  readonly submit: string;
  readonly onCancel: () => void;
  /** Receives the proof; the server's refusal is shown above the fields. */
  readonly onGiven: (proof: Proof) => Promise<void>;
}

/** Form for the password of the current user, a code of the second factor, or both. */
export function ProofForm({ user, asks, submit, onCancel, onGiven }: ProofFormProps): ReactNode {
  return (
    <EntryForm<Partial<Proof>>
      submit={submit}
      onGiven={({ password = '', code = '' }) => onGiven({ password, code: code.trim() })}
      onCancel={onCancel}
    >
      <input hidden readOnly autoComplete="username" value={user.loginName} />
      {asks.includes('password') ? (
        <Form.Item
          name="password"
          label={t('security.password')}
          rules={[{ required: true, message: t('security.passwordMissing') }]}
        >
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
      ) : null}
      {asks.includes('code') ? <CodeField focused={!asks.includes('password')} /> : null}
    </EntryForm>
  );
}

/** A code of the app or a recovery code. */
const CodeField = ({ focused }: { readonly focused: boolean }): ReactNode => (
  <Form.Item
    name="code"
    label={t('code.label')}
    rules={[{ required: true, min: 6, max: 40, message: t('code.missing') }]}
  >
    <Input autoComplete="one-time-code" autoCapitalize="characters" autoFocus={focused} />
  </Form.Item>
);

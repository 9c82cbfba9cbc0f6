import type { SessionUser } from '@tradehouse/contract';
import { Alert, Button, Form, Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { CallError } from '../../app/envelope.ts';
import { t } from '../../phrase/index.ts';

export interface Proof {
  readonly password: string;
  readonly code: string;
}

export interface ProofFormProps {
  readonly user: SessionUser;
  readonly asks: readonly (keyof Proof)[];
  readonly submit: string;
  readonly onCancel: () => void;
  /** Hands over what was given; what the server refuses is shown above the fields. */
  readonly onGiven: (proof: Proof) => Promise<void>;
}

/** Asks whoever sits here for the password, a code or both. */
export function ProofForm({ user, asks, submit, onCancel, onGiven }: ProofFormProps): ReactNode {
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const give = async ({ password = '', code = '' }: Partial<Proof>): Promise<void> => {
    setBusy(true);
    setRefusal('');
    try {
      await onGiven({ password, code: code.trim() });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.message || t('error.request'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<Partial<Proof>>
      layout="vertical"
      requiredMark={false}
      onFinish={(proof) => void give(proof)}
    >
      {refusal === '' ? null : (
        <Alert type="error" showIcon title={refusal} className="gap-below" />
      )}
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
      <Space>
        <Button type="primary" htmlType="submit" loading={busy}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t('act.cancel')}</Button>
      </Space>
    </Form>
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

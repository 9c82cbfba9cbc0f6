import { registerCompany } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../app/client.ts';
import { CallError } from '../../app/envelope.ts';
import { passwordHash } from '../../app/password.ts';
import { useFocused } from '../../control/useFocused.ts';
import { NewPasswordFields } from '../../layouts/NewPasswordFields.tsx';
import { t } from '../../phrase/index.ts';

interface Entries {
  readonly loginName: string;
  readonly companyName: string;
  readonly fresh: string;
}

/** Letters and digits of any script; as the server has it. */
const NAME = /^[\p{L}\p{N}._@-]{2,30}$/u;
const COMPANY = /^[^\p{C}]{2,60}$/u;

/** Registers a company and its owner; the page that follows says what to do next. */
export function RegisterForm({ onBack }: { readonly onBack: () => void }): ReactNode {
  const navigate = useNavigate();
  const first = useFocused<InputRef>();
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async ({ loginName, companyName, fresh }: Entries): Promise<void> => {
    setBusy(true);
    setRefusal('');
    try {
      const names = { loginName: loginName.trim(), companyName: companyName.trim() };
      const password = passwordHash(fresh);
      const made = await call(registerCompany, { ...names, password }, { quiet: true });
      await navigate('/user/register-result', { state: made });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.message || t('error.request'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<Entries>
      layout="vertical"
      size="large"
      requiredMark={false}
      aria-label={t('register.title')}
      onFinish={(entries) => void submit(entries)}
    >
      {refusal === '' ? null : (
        <Alert type="error" showIcon title={refusal} className="gap-below" />
      )}
      <Form.Item
        name="companyName"
        label={t('register.company')}
        rules={[
          {
            required: true,
            transform: trimmed,
            pattern: COMPANY,
            message: t('register.companyRule'),
          },
        ]}
      >
        <Input ref={first} autoComplete="organization" />
      </Form.Item>
      <Form.Item
        name="loginName"
        label={t('register.name')}
        rules={[
          { required: true, transform: trimmed, pattern: NAME, message: t('register.nameRule') },
        ]}
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <NewPasswordFields label={t('register.password')} repeat={t('register.repeat')} />
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('register.submit')}
      </Button>
      <Button type="link" block onClick={onBack}>
        {t('register.back')}
      </Button>
    </Form>
  );
}

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

import { registerCompany } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Button, Checkbox, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { callEndpoint } from '../app/net/client.ts';
import { passwordHash } from '../app/session/password.ts';
import { useFocused } from '../control/useFocused.ts';
import { EntryForm } from '../layouts/EntryForm.tsx';
import { NewPasswordFields } from '../layouts/NewPasswordFields.tsx';
import { t } from '../phrase/index.ts';

interface RegisterFormValues {
  readonly loginName: string;
  readonly companyName: string;
  readonly fresh: string;
  readonly samples?: boolean;
}

/** Letters and digits of any script, like on the server. */
const NAME = /^[\p{L}\p{N}._@-]{2,30}$/u;
const COMPANY = /^[^\p{C}\p{Zl}\p{Zp}]{2,60}$/u;

/** Registers a company and its owner; the next page explains the next steps. */
export function RegisterForm({ onBack }: { readonly onBack: () => void }): ReactNode {
  const navigate = useNavigate();
  const first = useFocused<InputRef>();
  const register = async ({
    loginName,
    companyName,
    fresh,
    samples = false,
  }: RegisterFormValues): Promise<void> => {
    const names = { loginName: loginName.trim(), companyName: companyName.trim() };
    const password = passwordHash(fresh);
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const fields = { ...names, password, samples, timeZone };
    const made = await callEndpoint(registerCompany, fields, { quiet: true });
    await navigate('/user/register-result', { state: made });
  };
  return (
    <>
      <EntryForm<RegisterFormValues>
        large
        title={t('register.title')}
        submit={t('register.submit')}
        onGiven={register}
      >
        <Form.Item
          name="companyName"
          label={t('register.company')}
          rules={[
            {
              required: true,
              transform: trimRegisterText,
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
            {
              required: true,
              transform: trimRegisterText,
              pattern: NAME,
              message: t('register.nameRule'),
            },
          ]}
        >
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <NewPasswordFields label={t('register.password')} repeat={t('register.repeat')} />
        <Form.Item name="samples" valuePropName="checked" extra={t('samples.choiceHint')}>
          <Checkbox>{t('samples.choice')}</Checkbox>
        </Form.Item>
      </EntryForm>
      <Button type="link" block onClick={onBack}>
        {t('register.back')}
      </Button>
    </>
  );
}

const trimRegisterText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : '';

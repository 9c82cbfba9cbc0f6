import { loginSecondStep } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/client.ts';
import { CallError } from '../../app/envelope.ts';
import type { Session } from '../../app/session.ts';
import { useFocused } from '../../control/useFocused.ts';
import { t } from '../../phrase/index.ts';

export interface SecondStepProps {
  readonly challenge: string;
  readonly onSignedIn: (session: Session) => void;
  /** Back to the password, with the reason where there is one. */
  readonly onBack: (reason: string) => void;
}

/** The second step of a sign-in: a code of the app or a recovery code. */
export function SecondStep({ challenge, onSignedIn, onBack }: SecondStepProps): ReactNode {
  const first = useFocused<InputRef>();
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async ({ code }: { readonly code: string }): Promise<void> => {
    setBusy(true);
    setRefusal('');
    try {
      onSignedIn(await call(loginSecondStep, { challenge, code: code.trim() }, { quiet: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.facts['key'] === 'secondFactor.expired') return onBack(error.message);
      setRefusal(error.message || t('login.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<{ code: string }>
      layout="vertical"
      size="large"
      requiredMark={false}
      aria-label={t('code.title')}
      onFinish={(entries) => void submit(entries)}
    >
      <p className="gap-below">{t('code.hint')}</p>
      {refusal === '' ? null : (
        <Alert type="error" showIcon title={refusal} className="gap-below" />
      )}
      <Form.Item
        name="code"
        label={t('code.label')}
        rules={[{ required: true, min: 6, max: 40, message: t('code.missing') }]}
      >
        <Input ref={first} autoComplete="one-time-code" autoCapitalize="characters" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('code.submit')}
      </Button>
      <Button type="link" block onClick={() => onBack('')}>
        {t('code.back')}
      </Button>
    </Form>
  );
}

import { loginSecondStep } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import type { UserSession } from '../app/session/session.ts';
import { useFocused } from '../control/useFocused.ts';
import { EntryForm } from '../layouts/EntryForm.tsx';
import { t } from '../phrase/index.ts';

export interface SecondStepProps {
  readonly challenge: string;
  readonly onSignedIn: (session: UserSession) => void;
  /** Returns to the password, with a reason if any. */
  readonly onBack: (reason: string) => void;
}

/** Signs in with a code; goes back if the password is needed again. */
async function submitSecondStepCode(
  { challenge, onSignedIn, onBack }: SecondStepProps,
  code: string,
) {
  try {
    onSignedIn(
      await callEndpoint(loginSecondStep, { challenge, code: code.trim() }, { quiet: true }),
    );
  } catch (error) {
    if (!(error instanceof CallError) || error.facts['key'] !== 'secondFactor.expired') throw error;
    onBack(error.message);
  }
}

/** The second step of a sign-in: a code of the app or a recovery code. */
export function SecondStep(props: SecondStepProps): ReactNode {
  const { onBack } = props;
  const first = useFocused<InputRef>();
  return (
    <>
      <EntryForm<{ readonly code: string }>
        large
        title={t('code.title')}
        submit={t('code.submit')}
        failed={t('login.failed')}
        onGiven={({ code }) => submitSecondStepCode(props, code)}
      >
        <p className="gap-below">{t('code.hint')}</p>
        <Form.Item
          name="code"
          label={t('code.label')}
          rules={[{ required: true, min: 6, max: 40, message: t('code.missing') }]}
        >
          <Input ref={first} autoComplete="one-time-code" autoCapitalize="characters" />
        </Form.Item>
      </EntryForm>
      <Button type="link" block onClick={() => onBack('')}>
        {t('code.back')}
      </Button>
    </>
  );
}

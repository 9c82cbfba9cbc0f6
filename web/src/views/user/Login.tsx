import type { SessionUser } from '@tradehouse/contract';
import { login } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { call } from '../../app/client.ts';
import { CallError } from '../../app/envelope.ts';
import { greetingKey } from '../../app/greeting.ts';
import { notices } from '../../app/notices.ts';
import { passwordHash } from '../../app/password.ts';
import { beginSession, endSession, session, useSession } from '../../app/session.ts';
import { PasswordForm } from '../../layouts/PasswordForm.tsx';
import { useFocused } from '../../control/useFocused.ts';
import { t } from '../../phrase/index.ts';

interface Entries {
  readonly loginName: string;
  readonly password: string;
}

function welcome({ username }: SessionUser): void {
  const greeting = t(greetingKey(new Date().getHours()));
  notices().notification.success({
    title: t('login.welcome'),
    description: username === '' ? greeting : t('greeting.named', { greeting, name: username }),
    duration: 4,
  });
}

/** Signs in with a password's hash; the token is kept for 7 days. */
async function signIn(loginName: string, password: string): Promise<SessionUser> {
  const answer = await call(login, { loginName, password }, { quiet: true });
  beginSession(answer);
  if (!answer.user.mustChangePassword) welcome(answer.user);
  return answer.user;
}

const SignIn = (): ReactNode => {
  const first = useFocused<InputRef>();
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async ({ loginName, password }: Entries): Promise<void> => {
    setBusy(true);
    setRefusal('');
    try {
      await signIn(loginName.trim(), passwordHash(password));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.message || t('login.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<Entries>
      layout="vertical"
      size="large"
      requiredMark={false}
      aria-label={t('login.title')}
      onFinish={(entries) => void submit(entries)}
    >
      {refusal === '' ? null : (
        <Alert type="error" showIcon title={refusal} className="gap-below" />
      )}
      <Form.Item
        name="loginName"
        label={t('login.name')}
        rules={[{ required: true, whitespace: true, message: t('login.nameMissing') }]}
      >
        <Input ref={first} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        rules={[{ required: true, message: t('login.passwordMissing') }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('login.submit')}
      </Button>
    </Form>
  );
};

const NewPassword = ({ user }: { readonly user: SessionUser }): ReactNode => (
  <>
    <Alert type="warning" showIcon title={t('password.mustChange')} className="gap-below" />
    <PasswordForm
      user={user}
      onChanged={(hash) => {
        // The reset password only allowed setting this one, so the session starts anew with it.
        void signIn(user.loginName, hash).catch(() => {
          endSession();
          notices().message.success(t('password.changed'));
        });
      }}
    />
    <Button type="link" block onClick={endSession}>
      {t('act.cancel')}
    </Button>
  </>
);

/**
 * Who is not signed in signs in; who signed in with a reset password sets a new one; the others go on to the page they
 * had asked for.
 */
const Login = (): ReactNode => {
  useSession();
  const asked = useLocation().state as { readonly wanted?: string } | null;
  const user = session()?.user;
  if (user === undefined) return <SignIn />;
  return user.mustChangePassword ? (
    <NewPassword user={user} />
  ) : (
    <Navigate to={asked?.wanted ?? '/'} replace />
  );
};

export default Login;

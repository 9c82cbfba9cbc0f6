import { login } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { lazy, useCallback, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { createChunkPartLoader } from '../app/net/chunks.ts';
import { callEndpoint } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { passwordHash } from '../app/session/password.ts';
import { beginSession, endSession, getSession, useSession } from '../app/session/session.ts';
import type { UserSession } from '../app/session/session.ts';
import { EntryForm } from '../layouts/EntryForm.tsx';
import { shell } from '../layouts/shellPart.ts';
import { PasswordForm } from '../layouts/PasswordForm.tsx';
import type { PasswordFormProps } from '../layouts/PasswordForm.tsx';
import { useFocused } from '../control/useFocused.ts';
import { t } from '../phrase/index.ts';
import { goesUnasked, onlyPassword, submitCasTicket, ticket, useSignInOptions } from './ways.ts';
import type { SignInOptions } from './ways.ts';

const SecondStep = lazy(
  createChunkPartLoader(
    () => import('./secondStep.tsx'),
    (file) => file.SecondStep,
  ),
);
const RegisterForm = lazy(
  createChunkPartLoader(
    () => import('./registerForm.tsx'),
    (file) => file.RegisterForm,
  ),
);

interface LoginFormValues {
  readonly loginName: string;
  readonly password: string;
}

/** Signs in with a password's hash. The next page is loaded during the wait for the reply. */
const submitPasswordSignIn = async (loginName: string, password: string): Promise<void> => {
  const [answer] = await Promise.all([
    callEndpoint(login, { loginName, password }, { quiet: true }),
    // The drawing component repeats and reports a failed load.
    shell.load().catch(() => undefined),
  ]);
  beginSession(answer);
};

/** Returns the challenge if the sign-in still needs a code; '' for other refusals. */
const challengeIn = ({ facts }: CallError): string =>
  facts['key'] === 'secondFactor.needed' ? String(facts['challenge']) : '';

interface PasswordStepProps {
  readonly ways: SignInOptions;
  /** Reason for the failure of the previous sign-in. */
  readonly reason: string;
  /** Takes the hash of the typed password; null: it was refused. */
  readonly onTyped: (hash: string | null) => void;
  readonly onChallenge: (challenge: string) => void;
  readonly onRegister: () => void;
}

const PasswordStep = ({
  ways,
  reason,
  onTyped,
  onChallenge,
  onRegister,
}: PasswordStepProps): ReactNode => {
  const first = useFocused<InputRef>();
  const enterBy = async ({ loginName, password }: LoginFormValues): Promise<void> => {
    const hash = passwordHash(password);
    onTyped(hash);
    try {
      await submitPasswordSignIn(loginName.trim(), hash);
    } catch (error) {
      const challenge = error instanceof CallError ? challengeIn(error) : '';
      if (challenge === '') {
        onTyped(null);
        throw error;
      }
      onChallenge(challenge);
    }
  };
  return (
    <>
      <EntryForm<LoginFormValues>
        large
        title={t('login.title')}
        submit={t('login.submit')}
        reason={reason}
        failed={t('login.failed')}
        onGiven={enterBy}
      >
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
      </EntryForm>
      {ways.cas === null ? null : (
        <Button block href={ways.cas.entry} className="gap-above">
          {t('cas.enter')}
        </Button>
      )}
      {ways.register ? (
        <Button type="link" block onClick={onRegister}>
          {t('register.open')}
        </Button>
      ) : null}
      {ways.site === '' ? null : (
        <Button type="link" block href={ways.site} target="_blank" rel="noopener noreferrer">
          {t('login.site')}
        </Button>
      )}
    </>
  );
};

/** Shows the wait for a CAS sign-in, on the way there or back. */
function ByTicket({ cas, onRefused, onChallenge }: ByTicketProps): ReactNode {
  const { entry, service } = cas;
  useEffect(() => {
    if (ticket === '') return globalThis.location.assign(entry);
    submitCasTicketOnce(service).then(beginSession, (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      // A ticket is valid once: a reload must not use it again.
      globalThis.history.replaceState(null, '', globalThis.location.pathname);
      const challenge = challengeIn(error);
      if (challenge === '') onRefused(error.message || t('login.failed'));
      else onChallenge(challenge);
    });
  }, [entry, service, onRefused, onChallenge]);
  return <CasSignInNotice />;
}

interface ByTicketProps {
  readonly cas: NonNullable<SignInOptions['cas']>;
  readonly onRefused: (reason: string) => void;
  readonly onChallenge: (challenge: string) => void;
}

/** Redeems a ticket once, regardless of the number of renders. */
let tried: Promise<UserSession> | null = null;
const submitCasTicketOnce = (service: string): Promise<UserSession> =>
  (tried ??= submitCasTicket(service));

type LoginStep =
  | { readonly name: 'arrival' | 'register' }
  | { readonly name: 'password'; readonly reason: string }
  | { readonly name: 'code'; readonly challenge: string };

/** Signing in begins with the CAS server only when the page is opened, not when somebody has just signed out. */
const chooseInitialLoginStep = (): LoginStep =>
  tried === null && (goesUnasked || ticket !== '')
    ? { name: 'arrival' }
    : { name: 'password', reason: '' };

const CasSignInNotice = (): ReactNode => <p role="status">{t('cas.busy')}</p>;

/** Renders the sign-in methods in sequence. */
function LoginFlow({ onTyped }: Pick<PasswordStepProps, 'onTyped'>): ReactNode {
  const ways = useSignInOptions();
  const [step, setStep] = useState<LoginStep>(chooseInitialLoginStep);
  const toPassword = useCallback((reason: string) => setStep({ name: 'password', reason }), []);
  const toCode = useCallback((challenge: string) => setStep({ name: 'code', challenge }), []);
  if (step.name === 'code') {
    return <SecondStep challenge={step.challenge} onSignedIn={beginSession} onBack={toPassword} />;
  }
  if (step.name === 'register') return <RegisterForm onBack={() => toPassword('')} />;
  if (step.name === 'arrival') {
    if (ways !== undefined && ways.cas !== null)
      return <ByTicket cas={ways.cas} onRefused={toPassword} onChallenge={toCode} />;
    if (ways === undefined && ticket !== '') return <CasSignInNotice />;
  }
  return (
    <PasswordStep
      ways={ways ?? onlyPassword}
      reason={step.name === 'password' ? step.reason : ''}
      onTyped={onTyped}
      onChallenge={toCode}
      onRegister={() => setStep({ name: 'register' })}
    />
  );
}

const NewPassword = ({ user, old }: Pick<PasswordFormProps, 'user' | 'old'>): ReactNode => (
  <>
    <Alert type="warning" showIcon title={t('password.mustChange')} className="gap-below" />
    <PasswordForm
      user={user}
      old={old}
      onChanged={(hash) => {
        // Sessions with a reset password only permit setting a new password, so the session restarts.
        void submitPasswordSignIn(user.loginName, hash).catch(() => {
          endSession();
          getNotices().message.success(t('password.changed'));
        });
      }}
    />
    <Button type="link" block onClick={endSession}>
      {t('act.cancel')}
    </Button>
  </>
);

/** Signs in a visitor; after a reset, sets a new password; otherwise continues to the requested page. */
const Login = (): ReactNode => {
  useSession();
  const asked: { readonly wanted?: string } | null = useLocation().state;
  // In memory alone: after a reload the form asks for the old password.
  const [typed, setTyped] = useState<string | null>(null);
  const user = getSession()?.user;
  if (user === undefined) return <LoginFlow onTyped={setTyped} />;
  return user.mustChangePassword ? (
    <NewPassword user={user} old={typed} />
  ) : (
    <Navigate to={asked?.wanted ?? '/'} replace />
  );
};

export default Login;

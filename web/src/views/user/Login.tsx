import type { SessionUser } from '@tradehouse/contract';
import { login } from '@tradehouse/contract';
import type { InputRef } from 'antd';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { lazy, useCallback, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { part } from '../../app/net/chunks.ts';
import { call } from '../../app/net/client.ts';
import { CallError } from '../../app/net/envelope.ts';
import { greetingKey } from '../../app/session/greeting.ts';
import { notices } from '../../app/notices.ts';
import { passwordHash } from '../../app/session/password.ts';
import { beginSession, endSession, session, useSession } from '../../app/session/session.ts';
import type { Session } from '../../app/session/session.ts';
import { EntryForm } from '../../layouts/EntryForm.tsx';
import { shell } from '../../layouts/shellPart.ts';
import { PasswordForm } from '../../layouts/PasswordForm.tsx';
import { useFocused } from '../../control/useFocused.ts';
import { t } from '../../phrase/index.ts';
import { goesUnasked, onlyPassword, signInByTicket, ticket, useWays } from './ways.ts';
import type { Ways } from './ways.ts';

const SecondStep = lazy(
  part(
    () => import('./secondStep.tsx'),
    (file) => file.SecondStep,
  ),
);
const RegisterForm = lazy(
  part(
    () => import('./registerForm.tsx'),
    (file) => file.RegisterForm,
  ),
);

interface Entries {
  readonly loginName: string;
  readonly password: string;
}

function welcome({ username }: SessionUser): void {
  const greeting = t(greetingKey(new Date().getHours()));
  notices().notification.success({
    title: t('login.welcome'),
    description: username === '' ? greeting : t('greeting.named', { greeting, name: username }),
  });
}

/** The token is kept for 7 days. */
function enter(answer: Session): void {
  beginSession(answer);
  if (!answer.user.mustChangePassword) welcome(answer.user);
}

/** Signs in with a password's hash. What is drawn next is fetched while the answer is waited for. */
const signIn = async (loginName: string, password: string): Promise<void> => {
  const [answer] = await Promise.all([
    call(login, { loginName, password }, { quiet: true }),
    // What fails to come is fetched again where it is drawn, and said there.
    shell.load().catch(() => undefined),
  ]);
  enter(answer);
};

/** The challenge of a sign-in that still wants a code; '' where the refusal is another. */
const challengeIn = ({ facts }: CallError): string =>
  facts['key'] === 'secondFactor.needed' ? String(facts['challenge']) : '';

interface PasswordStepProps {
  readonly ways: Ways;
  /** Why the sign-in before this one did not succeed. */
  readonly reason: string;
  readonly onChallenge: (challenge: string) => void;
  readonly onRegister: () => void;
}

const PasswordStep = ({ ways, reason, onChallenge, onRegister }: PasswordStepProps): ReactNode => {
  const first = useFocused<InputRef>();
  const enterBy = async ({ loginName, password }: Entries): Promise<void> => {
    try {
      await signIn(loginName.trim(), passwordHash(password));
    } catch (error) {
      const challenge = error instanceof CallError ? challengeIn(error) : '';
      if (challenge === '') throw error;
      onChallenge(challenge);
    }
  };
  return (
    <>
      <EntryForm<Entries>
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

/** Waits for someone who comes by the CAS server, on the way there or back. */
function ByTicket({ cas, onRefused, onChallenge }: ByTicketProps): ReactNode {
  const { entry, service } = cas;
  useEffect(() => {
    if (ticket === '') return globalThis.location.assign(entry);
    once(service).then(enter, (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      // A ticket opens once: a reload should not try it again.
      globalThis.history.replaceState(null, '', globalThis.location.pathname);
      const challenge = challengeIn(error);
      if (challenge === '') onRefused(error.message || t('login.failed'));
      else onChallenge(challenge);
    });
  }, [entry, service, onRefused, onChallenge]);
  return <Waiting />;
}

interface ByTicketProps {
  readonly cas: NonNullable<Ways['cas']>;
  readonly onRefused: (reason: string) => void;
  readonly onChallenge: (challenge: string) => void;
}

/** A ticket opens once, however often its page is drawn. */
let tried: Promise<Session> | null = null;
const once = (service: string): Promise<Session> => (tried ??= signInByTicket(service));

type Step =
  | { readonly name: 'arrival' | 'register' }
  | { readonly name: 'password'; readonly reason: string }
  | { readonly name: 'code'; readonly challenge: string };

/** Signing in begins with the CAS server only when the page is opened, not when somebody has just signed out. */
const arrival = (): Step =>
  tried === null && (goesUnasked || ticket !== '')
    ? { name: 'arrival' }
    : { name: 'password', reason: '' };

const Waiting = (): ReactNode => <p role="status">{t('cas.busy')}</p>;

/** The ways in, one after the other. */
function SignIn(): ReactNode {
  const ways = useWays();
  const [step, setStep] = useState<Step>(arrival);
  const toPassword = useCallback((reason: string) => setStep({ name: 'password', reason }), []);
  const toCode = useCallback((challenge: string) => setStep({ name: 'code', challenge }), []);
  if (step.name === 'code') {
    return <SecondStep challenge={step.challenge} onSignedIn={enter} onBack={toPassword} />;
  }
  if (step.name === 'register') return <RegisterForm onBack={() => toPassword('')} />;
  if (step.name === 'arrival') {
    if (ways !== undefined && ways.cas !== null)
      return <ByTicket cas={ways.cas} onRefused={toPassword} onChallenge={toCode} />;
    if (ways === undefined && ticket !== '') return <Waiting />;
  }
  return (
    <PasswordStep
      ways={ways ?? onlyPassword}
      reason={step.name === 'password' ? step.reason : ''}
      onChallenge={toCode}
      onRegister={() => setStep({ name: 'register' })}
    />
  );
}

const NewPassword = ({ user }: { readonly user: SessionUser }): ReactNode => (
  <>
    <Alert type="warning" showIcon title={t('password.mustChange')} className="gap-below" />
    <PasswordForm
      user={user}
      onChanged={(hash) => {
        // The reset password only allowed setting this one, so the session starts again with it.
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
  const asked: { readonly wanted?: string } | null = useLocation().state;
  const user = session()?.user;
  if (user === undefined) return <SignIn />;
  return user.mustChangePassword ? (
    <NewPassword user={user} />
  ) : (
    <Navigate to={asked?.wanted ?? '/'} replace />
  );
};

export default Login;

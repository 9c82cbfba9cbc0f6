import {
  confirmSecondFactor,
  secondFactor,
  startSecondFactor,
  stopSecondFactor,
} from '@tradehouse/contract';
import type { ReplyOf, SessionUser } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, QRCode, Skeleton, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { passwordHash } from '../../app/session/password.ts';
import { invalidateQueryKeys } from '../../app/net/query.ts';
import { t } from '../../phrase/index.ts';
import { ProofForm } from './ProofForm.tsx';

const key = ['secondFactor'] as const;

type Secret = ReplyOf<typeof startSecondFactor>;

type SecondFactorStep =
  | { readonly name: 'state' | 'password' | 'stop' }
  | { readonly name: 'scan'; readonly secret: Secret }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

const Scan = ({ secret, uri }: Secret): ReactNode => (
  <>
    <p>{t('security.scan')}</p>
    <Flex gap={16} align="center" wrap>
      {/* Black on white in either colour mode, or cameras can't read it. */}
      <QRCode value={uri} color="#000" bgColor="#fff" />
      <span>
        {t('security.key')}
        <br />
        <Typography.Text code copyable={{ text: secret }}>
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Typography.Text>
      </span>
    </Flex>
  </>
);

const Codes = ({ codes }: { readonly codes: readonly string[] }): ReactNode => (
  <>
    <Alert type="warning" showIcon title={t('security.codesHint')} className="gap-below" />
    <Typography.Text strong>{t('security.codes')}</Typography.Text>
    <ul className="plain-list recovery-codes" aria-label={t('security.codes')}>
      {codes.map((code) => (
        <li key={code}>
          <Typography.Text code>{code}</Typography.Text>
        </li>
      ))}
    </ul>
  </>
);

interface StepProps {
  readonly user: SessionUser;
  readonly onStep: (step: SecondFactorStep) => void;
  readonly back: () => void;
}

const AskPassword = ({ user, onStep, back }: StepProps): ReactNode => (
  <ProofForm
    user={user}
    asks={['password']}
    submit={t('security.next')}
    onCancel={back}
    onGiven={async ({ password }) => {
      const input = { password: passwordHash(password) };
      const secret = await callEndpoint(startSecondFactor, input, { quiet: true });
      onStep({ name: 'scan', secret });
    }}
  />
);

const AskCode = ({ user, onStep, back }: StepProps): ReactNode => (
  <ProofForm
    user={user}
    asks={['code']}
    submit={t('security.confirm')}
    onCancel={back}
    onGiven={async ({ code }) => {
      const { recoveryCodes } = await callEndpoint(confirmSecondFactor, { code }, { quiet: true });
      onStep({ name: 'codes', codes: recoveryCodes });
    }}
  />
);

const AskBoth = ({ user, back }: StepProps): ReactNode => (
  <ProofForm
    user={user}
    asks={['password', 'code']}
    submit={t('security.turnOff')}
    onCancel={back}
    onGiven={async ({ password, code }) => {
      const input = { password: passwordHash(password), code };
      await callEndpoint(stopSecondFactor, input, { quiet: true });
      getNotices().message.success(t('security.turnedOff'));
      await invalidateQueryKeys(key);
      back();
    }}
  />
);

interface StateProps extends Pick<StepProps, 'onStep'> {
  readonly now: ReplyOf<typeof secondFactor>;
}

const State = ({ now: { on, recoveryCodes }, onStep }: StateProps): ReactNode => (
  <Flex justify="space-between" align="center" gap={8}>
    <span>
      {on ? (
        <Tag color="success">{t('security.codeOn', { n: recoveryCodes })}</Tag>
      ) : (
        t('security.codeOff')
      )}
    </span>
    <Button
      type={on ? 'default' : 'primary'}
      onClick={() => onStep({ name: on ? 'stop' : 'password' })}
    >
      {on ? t('security.turnOff') : t('security.turnOn')}
    </Button>
  </Flex>
);

/** Sets up the second factor step by step, and switches the factor off. */
export function SecondFactor({ user }: { readonly user: SessionUser }): ReactNode {
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => callEndpoint(secondFactor, {}),
    staleTime: 0,
  });
  const [step, setStep] = useState<SecondFactorStep>({ name: 'state' });
  const props: StepProps = { user, onStep: setStep, back: () => setStep({ name: 'state' }) };
  if (data === undefined) return <Skeleton active paragraph={{ rows: 1 }} title={false} />;
  switch (step.name) {
    case 'state':
      return <State now={data} onStep={setStep} />;
    case 'password':
      return <AskPassword {...props} />;
    case 'scan':
      return (
        <>
          <Scan {...step.secret} />
          <AskCode {...props} />
        </>
      );
    case 'codes':
      return (
        <>
          <Codes codes={step.codes} />
          <Button type="primary" onClick={() => void invalidateQueryKeys(key).then(props.back)}>
            {t('security.kept')}
          </Button>
        </>
      );
    case 'stop':
      return <AskBoth {...props} />;
  }
}

import { openToken } from '@tradehouse/contract';
import type { OpenCall } from '@tradehouse/contract';
import { sentences } from '@tradehouse/domain';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { CallError, reasonOfError } from '../app/net/envelope.ts';
import { askAsProgram, canSign, tokenFor } from '../app/net/program.ts';
import type { ProgramAnswer } from '../app/net/program.ts';
import { language } from '../app/session/language.ts';
import { useBusy } from '../app/useBusy.ts';
import { t } from '../phrase/index.ts';
import { labelOfColumn } from '../record/labels.ts';
import { parametersOf } from './openApiWords.ts';

export interface ProgramToken {
  readonly appId: string;
  readonly text: string;
}
export interface TokenProps {
  readonly token: ProgramToken | null;
  readonly onToken: (token: ProgramToken | null) => void;
}

/** Code to read and copy; long code scrolls, by the keyboard, too. */
export const CodeText = ({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
}): ReactNode => (
  <Input.TextArea
    readOnly
    aria-label={label}
    className="open-api-code"
    value={text}
    autoSize={{ maxRows: 20 }}
  />
);

/** Requests an application's token; the secret is cleared on sign-in. */
function OpenApiSignIn({ onToken }: Pick<TokenProps, 'onToken'>): ReactNode {
  const [appId, setAppId] = useState('');
  const [secret, setSecret] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, during] = useBusy();
  const signIn = (): Promise<boolean> =>
    during(async () => {
      setSecret('');
      try {
        const { access_token: text } = await tokenFor(appId.trim(), secret.trim());
        onToken({ appId: appId.trim(), text });
      } catch (error) {
        // All refused access has one error; in this case the token was refused.
        const unsigned = error instanceof CallError && error.status === 401;
        setWrong(unsigned ? sentences[language]['application.sign'] : reasonOfError(error));
      }
    });
  if (!canSign()) return <Alert type="warning" showIcon title={t('openApi.insecure')} />;
  return (
    <Form layout="vertical" onFinish={() => void signIn()} className="open-api-form">
      <Form.Item label={labelOfColumn({ id: 'openApi' }, 'app_id')} htmlFor="open-api-id">
        <Input
          id="open-api-id"
          autoComplete="off"
          value={appId}
          onChange={({ target }) => setAppId(target.value)}
        />
      </Form.Item>
      <Form.Item
        label={t('openApi.secret')}
        htmlFor="open-api-secret"
        extra={t('openApi.secretHint')}
      >
        <Input.Password
          id="open-api-secret"
          autoComplete="off"
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
      </Form.Item>
      {wrong !== null && <Alert type="error" showIcon title={wrong} />}
      <Button
        type="primary"
        htmlType="submit"
        loading={busy}
        disabled={appId.trim() === '' || secret.trim() === ''}
      >
        {t('openApi.signIn')}
      </Button>
    </Form>
  );
}

function Came({ answer }: { readonly answer: ProgramAnswer }): ReactNode {
  const { status, took, body } = answer;
  const said = t('openApi.came', { status, ms: took });
  return (
    <section aria-label={t('openApi.reply')}>
      <Alert type={status === 200 ? 'success' : 'error'} showIcon title={said} />
      <CodeText label={t('openApi.reply')} text={JSON.stringify(body, null, 2)} />
    </section>
  );
}

/** Edits the request: a JSON body, otherwise a field per parameter. */
function Send({ one, token }: { readonly one: OpenCall; readonly token: ProgramToken }) {
  const { call } = one;
  const asBody = call.method === 'POST';
  const [given, setGiven] = useState(one.sample);
  const [body, setBody] = useState(() => JSON.stringify(one.sample, null, 2));
  const [answer, setAnswer] = useState<ProgramAnswer | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, during] = useBusy();
  const send = (): Promise<boolean> =>
    during(async () => {
      setAnswer(null);
      setWrong(null);
      try {
        // SAFETY: the server refuses anything but an object.
        const input = asBody ? (JSON.parse(body) as typeof given) : given;
        setAnswer(await askAsProgram(call, input, token.text));
      } catch (error) {
        setWrong(error instanceof SyntaxError ? t('openApi.notJson') : reasonOfError(error));
      }
    });
  return (
    <Form layout="vertical" onFinish={() => void send()} className="open-api-form">
      {asBody ? (
        <Form.Item label={t('openApi.body')} htmlFor="open-api-body">
          <Input.TextArea
            id="open-api-body"
            className="open-api-code"
            autoSize={{ minRows: 6, maxRows: 20 }}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        </Form.Item>
      ) : (
        parametersOf(one).map(({ name }) => (
          <Form.Item
            key={name}
            label={labelOfColumn({ id: call.labels ?? '' }, name)}
            htmlFor={`open-api-${name}`}
          >
            <Input
              id={`open-api-${name}`}
              value={String(given[name] ?? '')}
              onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
            />
          </Form.Item>
        ))
      )}
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('openApi.send')}
      </Button>
      {wrong !== null && <Alert type="error" showIcon title={wrong} />}
      {answer !== null && <Came answer={answer} />}
    </Form>
  );
}

/** Tries a call with an application's token. */
export function OpenApiTest({
  one,
  token,
  onToken,
}: TokenProps & { readonly one: OpenCall }): ReactNode {
  if (token === null) return <OpenApiSignIn onToken={onToken} />;
  return (
    <>
      <Alert
        type="success"
        showIcon
        title={t('openApi.signedIn', { app: token.appId })}
        action={
          <Button size="small" onClick={() => onToken(null)}>
            {t('openApi.forget')}
          </Button>
        }
      />
      {one.call !== openToken && <Send one={one} token={token} />}
    </>
  );
}

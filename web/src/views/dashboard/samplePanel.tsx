import type { Samples } from '@tradehouse/contract';
import { emptySamples, fillSamples, samples } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Progress, Space } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { call } from '../../app/net/client.ts';
import { CallError } from '../../app/net/envelope.ts';
import { outdate, queryClient } from '../../app/net/query.ts';
import { notices } from '../../app/notices.ts';
import { session } from '../../app/session/session.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';

const KEY = ['samples'];
const LOOK = 1500;

const put = (state: Samples): void => void queryClient.setQueryData(KEY, state);

/** Does what was asked; a refusal has shown its sentence, and another window may be at it: how far it is, is read again. */
async function orReadAgain(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    await queryClient.invalidateQueries({ queryKey: KEY });
  }
}

const fill = (): Promise<void> =>
  orReadAgain(async () => {
    put(await call(fillSamples, {}));
    // The demo company is called by its name in the language of who looks.
    await outdate(['settings']);
  });

const empty = (): Promise<void> =>
  orReadAgain(async () => {
    put(await call(emptySamples, {}));
    await queryClient.invalidateQueries();
  });

const ask = (title: string, onOk: () => Promise<void>): void =>
  void notices().modal.confirm({
    title,
    content: t('samples.goes'),
    okText: t('samples.delete'),
    okButtonProps: { danger: true },
    onOk,
  });

/** Everything goes at once, so the name of the company must be typed first. */
function askToEmpty(name: string): void {
  const typed = { name: '' };
  void notices().modal.confirm({
    title: t('samples.emptyAsk'),
    content: (
      <>
        <p>{t('samples.goes')}</p>
        <Input
          aria-label={t('samples.nameToEmpty', { name })}
          placeholder={t('samples.nameToEmpty', { name })}
          onChange={({ target }) => (typed.name = target.value)}
        />
      </>
    ),
    okText: t('samples.delete'),
    okButtonProps: { danger: true },
    // A function that takes its end leaves the question open until it is called.
    onOk: (close: () => void) => {
      if (typed.name.trim() !== name.trim()) {
        void notices().message.warning(t('samples.nameToEmpty', { name }));
        return undefined;
      }
      close();
      return empty();
    },
  });
}

/** How far the samples are. The first owner to come begins them; everything is read again once they are there. */
function useSamples(owner: boolean): Samples | null {
  const { data = null } = useQuery({
    queryKey: KEY,
    queryFn: () => call(samples, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'filling' ? LOOK : false),
  });
  const state = data?.state;
  const before = useRef(state);
  useEffect(() => {
    if (owner && state === 'offered') void fill();
    if (state === 'filled' && before.current === 'filling')
      void queryClient.invalidateQueries({ queryKey: ['home'] });
    before.current = state;
  }, [owner, state]);
  return data;
}

/** Tells that goods and documents are being made up, and lets the owner of a company with samples empty it. */
export function SamplePanel(): ReactNode {
  const { companyName } = useSettings();
  const owner = session()?.user.owner ?? false;
  const at = useSamples(owner);
  if (at === null || at.state === 'offered') return null;
  if (at.state === 'filling')
    return (
      <Alert
        type="info"
        showIcon
        title={t('samples.filling')}
        description={
          <Progress
            aria-label={t('samples.filling')}
            percent={at.total === 0 ? 0 : Math.floor((at.done / at.total) * 100)}
          />
        }
      />
    );
  if (!owner) return null;
  return (
    <Alert
      type={at.state === 'failed' ? 'warning' : 'info'}
      title={t(`samples.${at.state}`)}
      action={
        <Space wrap>
          {at.state === 'empty' ? (
            <Button size="small" onClick={() => void fill()}>
              {t('samples.fill')}
            </Button>
          ) : (
            <>
              <Button size="small" onClick={() => ask(t('samples.againAsk'), fill)}>
                {t('samples.again')}
              </Button>
              <Button size="small" danger onClick={() => askToEmpty(companyName)}>
                {t('samples.toEmpty')}
              </Button>
            </>
          )}
        </Space>
      }
    />
  );
}

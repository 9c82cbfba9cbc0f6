import type { Samples } from '@tradehouse/contract';
import { emptySamples, fillSamples, samples } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { createChunkLoader } from '../app/net/chunks.ts';
import { callEndpoint } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { invalidateQueryKeys, queryClient } from '../app/net/query.ts';
import { getNotices } from '../app/notices.ts';
import { getSession } from '../app/session/session.ts';
import { useSettings } from '../app/settings/settings.ts';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { t } from '../phrase/index.ts';

// Seen once in a company's life.
const Progress = lazy(createChunkLoader(() => import('antd/es/progress')));

const KEY = ['samples'];
const LOOK = 1500;

const cacheSampleState = (state: Samples): void => void queryClient.setQueryData(KEY, state);

/**
 * Runs the work; a refusal reads the progress again, because another window may run the samples. The client
 * shows the error.
 */
async function orReadAgain(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    await queryClient.invalidateQueries({ queryKey: KEY });
  }
}

const fillSampleData = (): Promise<void> =>
  orReadAgain(async () => {
    cacheSampleState(await callEndpoint(fillSamples, {}));
    // The demo company's name follows the user's language.
    await invalidateQueryKeys(['settings']);
  });

const deleteSampleData = (): Promise<void> =>
  orReadAgain(async () => {
    cacheSampleState(await callEndpoint(emptySamples, {}));
    await queryClient.invalidateQueries();
  });

const confirmSampleDeletion = (title: string, onOk: () => Promise<void>): void =>
  void getNotices().modal.confirm({
    title,
    content: t('samples.goes'),
    okText: t('samples.delete'),
    okButtonProps: { danger: true },
    onOk,
  });

/** Asks for the company's name first, because emptying deletes everything. */
function askToEmpty(name: string): void {
  const typed = { name: '' };
  void getNotices().modal.confirm({
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
    // The dialog stays open until the handler calls `close`.
    onOk: (close: () => void) => {
      if (typed.name.trim() !== name.trim()) {
        void getNotices().message.warning(t('samples.nameToEmpty', { name }));
        return undefined;
      }
      close();
      return deleteSampleData();
    },
  });
}

/**
 * Returns the progress of the samples. The first owner to visit starts the samples; the figures of the home
 * page follow the progress.
 */
function useSamples(owner: boolean): Samples | null {
  const { data = null } = useQuery({
    queryKey: KEY,
    queryFn: () => callEndpoint(samples, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'filling' ? LOOK : false),
  });
  const state = data?.state;
  const done = data?.done;
  const before = useRef(state);
  useEffect(() => {
    if (owner && state === 'offered') void fillSampleData();
    if (before.current === 'filling') void queryClient.invalidateQueries({ queryKey: ['home'] });
    before.current = state;
  }, [owner, state, done]);
  return data;
}

/** Shows that samples are being generated; lets the owner empty a company with samples. */
export function SamplePanel(): ReactNode {
  const { companyName } = useSettings();
  const owner = getSession()?.user.owner ?? false;
  const at = useSamples(owner);
  if (at === null || at.state === 'offered') return null;
  if (at.state === 'filling')
    return (
      <Alert
        type="info"
        showIcon
        title={t('samples.filling')}
        description={
          // As high as the bar, so that nothing moves when it arrives.
          <ErrorBoundary renderFailure={() => null}>
            <Suspense fallback={<div className="samples-bar" />}>
              <Progress
                aria-label={t('samples.filling')}
                percent={at.total === 0 ? 0 : Math.floor((at.done / at.total) * 100)}
              />
            </Suspense>
          </ErrorBoundary>
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
            <Button size="small" onClick={() => void fillSampleData()}>
              {t('samples.fill')}
            </Button>
          ) : (
            <>
              <Button
                size="small"
                onClick={() => confirmSampleDeletion(t('samples.againAsk'), fillSampleData)}
              >
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

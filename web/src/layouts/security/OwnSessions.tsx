import { endOtherSessions, endOwnSession, ownSessions } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Skeleton, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { invalidateQueryKeys } from '../../app/net/query.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { clientName } from './clientName.ts';

type OwnSession = ReplyOf<typeof ownSessions>[number];

const key = ['ownSessions'] as const;

async function reportEndedSessions(ending: Promise<{ readonly changed: number }>): Promise<void> {
  // A refusal has been shown; the list then reloads the true state.
  await ending.then(
    ({ changed }) => getNotices().message.success(t('security.ended', { n: changed })),
    () => {},
  );
  await invalidateQueryKeys(key);
}

const askToEndAll = (): void => {
  getNotices().modal.confirm({
    title: t('security.endAllAsk'),
    okText: t('security.endAll'),
    onOk: () => reportEndedSessions(callEndpoint(endOtherSessions, {})),
  });
};

const OwnSessionRow = ({ session }: { readonly session: OwnSession }): ReactNode => {
  const { timeZone } = useSettings();
  const { id, client, address, since, current } = session;
  const time = timeText(since, timeZone);
  return (
    <Flex component="li" justify="space-between" align="center" gap={8} className="gap-below">
      <span>
        {clientName(client) || t('security.unknownClient')}{' '}
        {current ? <Tag color="success">{t('security.here')}</Tag> : null}
        <br />
        <Typography.Text type="secondary">{t('security.since', { time, address })}</Typography.Text>
      </span>
      {current ? null : (
        <Button onClick={() => void reportEndedSessions(callEndpoint(endOwnSession, { id }))}>
          {t('security.end')}
        </Button>
      )}
    </Flex>
  );
};

export function OwnSessions(): ReactNode {
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => callEndpoint(ownSessions, {}),
    staleTime: 0,
  });
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  return (
    <>
      <ul className="plain-list" aria-label={t('security.sessions')}>
        {data.map((session) => (
          <OwnSessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data.length > 1 ? (
        <Button danger onClick={askToEndAll}>
          {t('security.endAll')}
        </Button>
      ) : (
        <Typography.Text type="secondary">{t('security.only')}</Typography.Text>
      )}
    </>
  );
}

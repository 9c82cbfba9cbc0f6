import { openApiPage, resendDelivery, webhookDeliveries } from '@tradehouse/contract';
import type { ReplyOf, RowOf, webhooks } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useMay } from '../app/settings/permission.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useBusy } from '../app/useBusy.ts';
import { EntryTable } from '../control/EntryTable.tsx';
import { timeText } from '../control/format.ts';
import { PaneModal } from '../control/PaneModal.tsx';
import { choiceOf, labelOfColumn } from '../record/labels.ts';
import type { RowDialogProps } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { WebhookOutcomeTag, tellCame } from './webhookResult.tsx';

type WebhookDeliveryReply = ReplyOf<typeof webhookDeliveries>[number];

function Result({ one }: { readonly one: WebhookDeliveryReply }): ReactNode {
  const { timeZone } = useSettings();
  const { outcome, status, answer, nextAt } = one;
  return (
    <>
      {outcome === null ? null : <WebhookOutcomeTag outcome={outcome} />}
      {[status, answer].filter((part) => part !== null && part !== '').join(' ')}
      {nextAt !== null && <div>{t('webhook.next', { time: timeText(nextAt, timeZone) })}</div>}
    </>
  );
}

/** Lists a webhook's latest deliveries and replies; each can be resent. */
export function WebhookDeliveries({
  row: { id, name },
  onClose,
}: RowDialogProps<RowOf<typeof webhooks.table>>): ReactNode {
  const may = useMay();
  const { timeZone } = useSettings();
  const [busy, during] = useBusy();
  const { data, refetch } = useQuery({
    queryKey: ['list', webhookDeliveries.path, id],
    queryFn: () => callEndpoint(webhookDeliveries, { id: id ?? '' }),
    refetchInterval: 5000,
  });
  const resend = (delivery: string): Promise<boolean> =>
    during(async () => {
      tellCame(await callEndpoint(resendDelivery, { id: delivery }));
      await refetch();
    });
  return (
    <PaneModal
      title={t('webhook.deliveriesOf', { name: name ?? '' })}
      width={1000}
      onCancel={() => onClose(true)}
    >
      {data === undefined ? (
        <Skeleton active />
      ) : (
        <EntryTable<WebhookDeliveryReply>
          rowKey="id"
          dataSource={data}
          locale={{ emptyText: <Empty description={t('webhook.none')} /> }}
          columns={[
            {
              title: labelOfColumn({ id: 'webhooks' }, 'createTime'),
              key: 'createTime',
              width: 150,
              render: (_, { createTime }) => timeText(createTime, timeZone),
            },
            {
              title: t('webhook.event'),
              key: 'event',
              width: 170,
              render: (_, { event, number }) => `${choiceOf('events', event)} ${number}`,
            },
            { title: t('webhook.tries'), dataIndex: 'tries', width: 70, align: 'right' },
            {
              title: t('webhook.result'),
              key: 'result',
              render: (_, one) => <Result one={one} />,
            },
            ...(may(openApiPage, '1')
              ? [
                  {
                    title: t('act.actions'),
                    key: 'resend',
                    width: 90,
                    render: (_: unknown, one: WebhookDeliveryReply) => (
                      <Button
                        type="link"
                        size="small"
                        disabled={busy}
                        onClick={() => void resend(one.id)}
                      >
                        {t('webhook.resend')}
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </PaneModal>
  );
}

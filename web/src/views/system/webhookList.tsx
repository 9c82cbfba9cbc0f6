import { ExperimentOutlined, KeyOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { newWebhookSecret, tryWebhook, webhooks } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { call } from '../../app/net/client.ts';
import { recordPage } from '../../list/recordPage.tsx';
import { masterForm } from '../../record/masterForm.ts';
import { t } from '../../phrase/index.ts';
import { tellSecret } from './tellSecret.tsx';
import { WebhookDeliveries } from './webhookDeliveries.tsx';
import { WebhookCheck } from './webhookCheck.tsx';
import { Outcome, tellCame } from './webhookResult.tsx';

type Row = RowOf<typeof webhooks.table>;

const WebhookForm = masterForm(webhooks, {
  initial: { events: [] },
  own: {
    url: { hint: t('webhook.urlHint') },
    appId: { hint: t('webhook.appHint') },
  },
});

/** Addresses that are told what happens. */
export const WebhookList = recordPage(webhooks, {
  form: WebhookForm,
  facts: ['url', 'lastOutcome', 'lastAt', 'enabled'],
  cells: {
    lastOutcome: ({ lastOutcome }: Row) =>
      lastOutcome === null ? null : <Outcome outcome={lastOutcome} />,
  },
  told: <WebhookCheck />,
  // One that is on may just be told something.
  removable: ({ enabled }: Row) => enabled !== true,
  rowActions: [
    {
      key: 'deliveries',
      label: t('webhook.deliveries'),
      icon: <UnorderedListOutlined aria-hidden />,
      dialog: WebhookDeliveries,
    },
    {
      key: 'trial',
      label: t('webhook.trial'),
      icon: <ExperimentOutlined aria-hidden />,
      button: '1',
      run: async ({ id }) => {
        tellCame(await call(tryWebhook, { id: id ?? '' }));
        return true;
      },
    },
    {
      key: 'secret',
      label: t('webhook.secret'),
      icon: <KeyOutlined aria-hidden />,
      button: '1',
      confirm: ({ name }) => t('webhook.secretAsk', { name: name ?? '' }),
      run: async ({ id, name }) => {
        const { secret } = await call(newWebhookSecret, { id: id ?? '' });
        tellSecret(t('webhook.secretIs', { name: name ?? '' }), [secret]);
        return true;
      },
    },
  ],
});

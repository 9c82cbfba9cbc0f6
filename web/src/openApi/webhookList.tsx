import { ExperimentOutlined, KeyOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { newWebhookSecret, tryWebhook, webhooks } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import { recordPage } from '../list/recordPage.tsx';
import { masterForm } from '../record/masterForm.ts';
import { t } from '../phrase/index.ts';
import { tellSecret } from './tellSecret.tsx';
import { WebhookDeliveries } from './webhookDeliveries.tsx';
import { WebhookCheck } from './webhookCheck.tsx';
import { WebhookOutcomeTag, tellCame } from './webhookResult.tsx';

type WebhookListRow = RowOf<typeof webhooks.table>;

const WebhookForm = masterForm(webhooks, {
  initial: { events: [] },
  own: {
    url: { hint: t('webhook.urlHint') },
    appId: { hint: t('webhook.appHint') },
  },
});

export const WebhookList = recordPage(webhooks, {
  form: WebhookForm,
  facts: ['url', 'lastOutcome', 'lastAt', 'enabled'],
  cells: {
    lastOutcome: ({ lastOutcome }: WebhookListRow) =>
      lastOutcome === null ? null : <WebhookOutcomeTag outcome={lastOutcome} />,
  },
  notice: <WebhookCheck />,
  // An enabled webhook may be sending at the moment.
  removable: ({ enabled }: WebhookListRow) => enabled !== true,
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
        tellCame(await callEndpoint(tryWebhook, { id: id ?? '' }));
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
        const { secret } = await callEndpoint(newWebhookSecret, { id: id ?? '' });
        tellSecret(t('webhook.secretIs', { name: name ?? '' }), [secret]);
        return true;
      },
    },
  ],
});

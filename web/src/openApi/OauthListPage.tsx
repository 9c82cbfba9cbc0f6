import { KeyOutlined } from '@ant-design/icons';
import { applications, newApplicationSecret } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import { recordPage } from '../list/recordPage.tsx';
import { t } from '../phrase/index.ts';
import { masterForm } from '../record/masterForm.ts';
import { tellSecret } from './tellSecret.tsx';

const ApplicationForm = masterForm(applications, {
  initial: { validMinutes: 120, addresses: [] },
  own: {
    userId: { hint: t('application.userHint') },
    addresses: { hint: t('application.addressHint') },
  },
});

export default recordPage(applications, {
  form: ApplicationForm,
  hint: t('emptyList.applications'),
  facts: ['userName', 'scopes', 'lastUsedAt', 'enabled'],
  rowActions: [
    {
      key: 'secret',
      label: t('application.secret'),
      icon: <KeyOutlined aria-hidden />,
      button: '1',
      confirm: ({ name }) => t('application.secretAsk', { name: name ?? '' }),
      run: async ({ id, name }) => {
        const { appId, secret } = await callEndpoint(newApplicationSecret, { id: id ?? '' });
        tellSecret(t('application.secretIs', { name: name ?? '' }), [appId, secret]);
        return true;
      },
    },
  ],
});

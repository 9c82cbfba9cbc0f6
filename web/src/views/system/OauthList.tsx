import { KeyOutlined } from '@ant-design/icons';
import { applications, newApplicationSecret } from '@tradehouse/contract';
import { Typography } from 'antd';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { recordPage } from '../../list/recordPage.tsx';
import { t } from '../../phrase/index.ts';
import { masterForm } from '../../record/masterForm.ts';

const ApplicationForm = masterForm(applications, {
  initial: { validMinutes: 120, addresses: [] },
  own: {
    userId: { hint: t('application.userHint') },
    addresses: { hint: t('application.addressHint') },
  },
});

/** Shows a secret, the only time it is shown. */
const tellSecret = (name: string, { appId, secret }: { appId: string; secret: string }): void => {
  notices().modal.success({
    title: t('application.secretIs', { name }),
    content: (
      <>
        {[appId, secret].map((text) => (
          <Typography.Paragraph key={text} code copyable>
            {text}
          </Typography.Paragraph>
        ))}
        {t('application.secretOnce')}
      </>
    ),
  });
};

/** Programs that sign in. */
export default recordPage(applications, {
  form: ApplicationForm,
  facts: ['userName', 'scopes', 'lastUsedAt', 'enabled'],
  rowActions: [
    {
      key: 'secret',
      label: t('application.secret'),
      icon: <KeyOutlined aria-hidden />,
      button: '1',
      confirm: ({ name }) => t('application.secretAsk', { name: name ?? '' }),
      run: async ({ id, name }) => {
        tellSecret(name ?? '', await call(newApplicationSecret, { id: id ?? '' }));
        return true;
      },
    },
  ],
});

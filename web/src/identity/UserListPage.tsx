import { KeyOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { resetPassword, users } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { Thumbnail } from '../control/Pictures.tsx';
import { listPage } from '../list/listPage.tsx';
import { t } from '../phrase/index.ts';
import { UserForm } from './userForm.tsx';
import { grantActions } from './userGrants.tsx';
import { tellPassword } from './userPassword.ts';
import { UserRights } from './userRights.tsx';

export default listPage({
  table: users.table,
  resource: users,
  form: UserForm,
  cells: {
    name: ({ pictureId, name }): ReactNode => (
      <>
        {pictureId === null ? null : <Thumbnail id={pictureId} name={name ?? ''} />}
        {name}
      </>
    ),
  },
  facts: ['name', 'roleName', 'enabled'],
  rowActions: [
    ...grantActions,
    {
      key: 'reset',
      label: t('user.reset'),
      icon: <KeyOutlined aria-hidden />,
      button: '1',
      confirm: ({ name }) => t('user.resetAsk', { name: name ?? '' }),
      run: async ({ id, loginName }) => {
        const { password } = await callEndpoint(resetPassword, { id: id ?? '' });
        if (password !== null) tellPassword(loginName ?? '', password);
        return true;
      },
    },
    {
      key: 'rights',
      label: t('rights.see'),
      icon: <SafetyCertificateOutlined aria-hidden />,
      button: '1',
      dialog: UserRights,
    },
  ],
});

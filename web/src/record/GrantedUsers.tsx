import { TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { GrantType } from '@tradehouse/contract';
import { grantedUsers, setGrantedUsers, userPage } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { hasWord } from '../control/hasWord.ts';
import { t } from '../phrase/index.ts';
import { GrantsModal } from './GrantsModal.tsx';
import type { RowAction, RowDialogProps } from './listTypes.ts';

interface GrantTargetRow {
  readonly id: string | null;
  readonly name: string | null;
}

/** Edits the users of one warehouse or customer. */
function GrantedUsers({
  type,
  row,
  onClose,
}: RowDialogProps<GrantTargetRow> & { readonly type: GrantType }): ReactNode {
  const value = row.id ?? '';
  const [keyword, search] = useState('');
  const { data } = useQuery({
    queryKey: ['grants', type, 'of', value],
    queryFn: () => callEndpoint(grantedUsers, { type, value }),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <GrantsModal
      type={type}
      title={t('grant.usersOf', { name: row.name ?? '' })}
      tableTitle={t('grant.user')}
      inForce={data?.inForce}
      rows={data?.rows
        .filter((user) => hasWord(`${user.name} ${user.loginName}`, keyword))
        .map((user) => ({
          id: user.id,
          name: user.name,
          note: user.all ? t('grant.hasAll') : user.loginName,
          granted: user.granted || user.all,
          fixed: user.all,
        }))}
      onSearch={search}
      save={(changes, key) =>
        callEndpoint(setGrantedUsers, { type, value, ...changes }, { key, quiet: true })
      }
      onClose={onClose}
    />
  );
}

/** Row action of warehouses and customers: their users. Available to user administrators. */
export const grantedUsersAction = (type: GrantType): RowAction<GrantTargetRow> => ({
  key: 'users',
  label: t('grant.users'),
  icon: <TeamOutlined aria-hidden />,
  button: '1',
  page: userPage,
  dialog: (props) => <GrantedUsers type={type} {...props} />,
});

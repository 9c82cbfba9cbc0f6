import { TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { GrantType } from '@tradehouse/contract';
import { grantedUsers, setGrantedUsers, userPage } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../app/net/client.ts';
import { t } from '../phrase/index.ts';
import type { Ticks } from './GrantTable.tsx';
import { GrantTable, changesOf } from './GrantTable.tsx';
import type { RowAction, RowDialogProps } from './listTypes.ts';
import { TicksModal } from './TicksModal.tsx';

interface Named {
  readonly id: string | null;
  readonly name: string | null;
}

/** The users of one warehouse or customer, each with a tick. */
function GrantedUsers({
  type,
  row,
  onClose,
}: RowDialogProps<Named> & { readonly type: GrantType }): ReactNode {
  const value = row.id ?? '';
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const [keyword, search] = useState('');
  const { data } = useQuery({
    queryKey: ['grants', type, 'of', value],
    queryFn: () => call(grantedUsers, { type, value }),
    gcTime: 0,
    staleTime: 0,
  });
  const save = (key: string) =>
    call(setGrantedUsers, { type, value, ...changesOf(ticks) }, { key, quiet: true });
  return (
    <TicksModal
      title={t('grant.usersOf', { name: row.name ?? '' })}
      dirty={ticks.size > 0}
      loading={data === undefined}
      save={save}
      onClose={onClose}
    >
      {data?.inForce === false ? (
        <Alert type="info" showIcon className="gap-below" title={t(`grant.off.${type}`)} />
      ) : null}
      <GrantTable
        title={t('grant.user')}
        rows={data?.rows
          .filter((user) => `${user.name} ${user.loginName}`.includes(keyword.trim()))
          .map((user) => ({
            id: user.id,
            name: user.name,
            note: user.all ? t('grant.hasAll') : user.loginName,
            granted: user.granted || user.all,
            fixed: user.all,
          }))}
        ticks={ticks}
        onTicks={setTicks}
        onSearch={search}
      />
    </TicksModal>
  );
}

/** Row action of warehouses and customers: which users may use it. Anyone who administers users has it. */
export const grantedUsersAction = (type: GrantType): RowAction<Named> => ({
  key: 'users',
  label: t('grant.users'),
  icon: <TeamOutlined aria-hidden />,
  button: '1',
  page: userPage,
  dialog: (props) => <GrantedUsers type={type} {...props} />,
});

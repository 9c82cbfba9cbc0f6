import { ContactsOutlined, HomeOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { GrantType } from '@tradehouse/contract';
import { MOST_GRANTS, setUserGrants, userGrants } from '@tradehouse/contract';
import { Checkbox, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { GrantsModal } from '../record/GrantsModal.tsx';
import type { RowAction, RowDialogProps } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';

interface GrantUserRow {
  readonly id: string | null;
  readonly name: string | null;
  readonly userType: string | null;
}

/** Edits one user's warehouses or customers: all, or the ticked rows. */
function UserGrants({
  type,
  row,
  onClose,
}: RowDialogProps<GrantUserRow> & { readonly type: GrantType }): ReactNode {
  const keyId = row.id ?? '';
  const [all, setAll] = useState<boolean | null>(null);
  const [q, search] = useState('');
  const { data } = useQuery({
    queryKey: ['grants', type, 'to', keyId, q],
    queryFn: () => callEndpoint(userGrants, { type, keyId, q }),
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const everything = all ?? data?.all ?? false;
  return (
    <GrantsModal
      type={type}
      title={t(`grant.of.${type}`, { name: row.name ?? '' })}
      tableTitle={t(`grant.title.${type}`)}
      inForce={data?.inForce}
      rows={data?.rows}
      disabled={everything}
      dirty={all !== null}
      before={
        <Checkbox
          className="gap-below"
          checked={everything}
          disabled={data?.mayGiveAll !== true}
          onChange={({ target }) => setAll(target.checked)}
        >
          {t(`grant.all.${type}`)}
        </Checkbox>
      }
      after={
        (data?.rows.length ?? 0) < MOST_GRANTS ? null : (
          <Typography.Text type="secondary">{t('grant.more', { n: MOST_GRANTS })}</Typography.Text>
        )
      }
      onSearch={search}
      save={(changes, key) => {
        const body = { type, keyId, ...(all === null ? {} : { all }), ...changes };
        return callEndpoint(setUserGrants, body, { key, quiet: true });
      }}
      onClose={onClose}
    />
  );
}

const buildUserGrantAction = (type: GrantType, icon: ReactNode): RowAction<GrantUserRow> => ({
  key: type,
  label: t(`grant.title.${type}`),
  icon,
  button: '1',
  // Owners have access to all.
  shown: ({ userType }) => userType !== 'owner',
  dialog: (props) => <UserGrants type={type} {...props} />,
});

/** Row actions of users: their warehouses, their customers. */
export const grantActions: readonly RowAction<GrantUserRow>[] = [
  buildUserGrantAction('UserDepot', <HomeOutlined aria-hidden />),
  buildUserGrantAction('UserCustomer', <ContactsOutlined aria-hidden />),
];

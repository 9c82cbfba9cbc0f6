import { ApartmentOutlined } from '@ant-design/icons';
import { ledgerAccounts } from '@tradehouse/contract';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { List } from '../list/listPage.tsx';
import { masterForm } from '../record/masterForm.ts';
import { t } from '../phrase/index.ts';
import { LedgerRolesDialog } from './ledgerRoles.tsx';

const form = masterForm(ledgerAccounts, {
  own: { accountType: { hint: t('ledgerAccount.typeHint') } },
});

/** Chart of accounts, with the parts of the books by account. */
export default function LedgerAccountList(): ReactNode {
  const [open, setOpen] = useState(false);
  const { table } = ledgerAccounts;
  return (
    <>
      <List
        table={table}
        resource={ledgerAccounts}
        form={form}
        nameColumn="name"
        facts={['code', 'accountType', 'roles']}
        actions={[
          {
            key: 'roles',
            label: t('ledgerAccount.roles'),
            icon: <ApartmentOutlined aria-hidden />,
            button: '1',
            needs: 'none',
            hint: t('ledgerAccount.rolesHint'),
            run: () => {
              setOpen(true);
              return false;
            },
          },
        ]}
      />
      {open ? (
        <LedgerRolesDialog
          onClose={(changed) => {
            setOpen(false);
            if (changed) invalidateQueryKeys(['list', table.path]);
          }}
        />
      ) : null}
    </>
  );
}

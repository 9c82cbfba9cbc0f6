import { ImportOutlined } from '@ant-design/icons';
import { bankStatements } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { bankStatementAddress } from '../document/money/bankRowStart.ts';
import { List } from '../list/listPage.tsx';
import type { ListAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { ImportStatement } from './bankImport.tsx';
import { BankStatement } from './bankStatement.tsx';
import './bank.css';

type BankStatementListRow = RowOf<typeof bankStatements.table>;

/** Bank statements; `?statement=` shows one with its rows. */
export default function BankStatementList(): ReactNode {
  const { query } = useTab();
  const { replace } = useTabActions();
  const [importing, setImporting] = useState(false);
  const id = query.get('statement');
  const actions: readonly ListAction<BankStatementListRow>[] = [
    {
      key: 'import',
      label: t('bank.import'),
      icon: <ImportOutlined aria-hidden />,
      button: '1',
      needs: 'none',
      primary: true,
      run: () => {
        setImporting(true);
        return false;
      },
    },
  ];
  if (id !== null) return <BankStatement key={id} id={id} />;
  return (
    <>
      <List
        key={query.toString()}
        table={bankStatements.table}
        resource={bankStatements}
        nameColumn="name"
        facts={['accountName', 'until', 'openRows']}
        actions={actions}
        urlOf={({ id: statement }) => bankStatementAddress(statement ?? '')}
      />
      {importing ? (
        <ImportStatement
          onClose={(made) => {
            setImporting(false);
            if (made === null) return;
            void invalidateQueryKeys(['list']);
            replace(bankStatementAddress(made));
          }}
        />
      ) : null}
    </>
  );
}

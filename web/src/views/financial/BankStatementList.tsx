import { ImportOutlined } from '@ant-design/icons';
import { bankStatements } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { outdate } from '../../app/net/query.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { bankStatementAddress } from '../../document/money/bankRowStart.ts';
import { List } from '../../list/listPage.tsx';
import type { ListAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { ImportStatement } from './bankImport.tsx';
import { BankStatement } from './bankStatement.tsx';
import './bank.css';

type Row = RowOf<typeof bankStatements.table>;

/** Statements of banks; `?statement=` shows one with its rows. */
export default function BankStatementList(): ReactNode {
  const { query } = useTab();
  const { replace } = useTabs();
  const [importing, setImporting] = useState(false);
  const id = query.get('statement');
  const actions: readonly ListAction<Row>[] = [
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
        onOpen={(row) => replace(bankStatementAddress(row.id ?? ''))}
      />
      {importing ? (
        <ImportStatement
          onClose={(made) => {
            setImporting(false);
            if (made === null) return;
            void outdate(['list']);
            replace(bankStatementAddress(made));
          }}
        />
      ) : null}
    </>
  );
}

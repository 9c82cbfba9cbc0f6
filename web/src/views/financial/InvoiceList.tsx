import { StopOutlined } from '@ant-design/icons';
import { invoices } from '@tradehouse/contract';
import type { InvoiceFields, RowOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { outdate } from '../../app/net/query.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { StatusTag } from '../../control/StatusTag.tsx';
import { List } from '../../list/listPage.tsx';
import { choiceOf } from '../../record/labels.ts';
import { WithQuickForms } from '../../record/quickForms.tsx';
import type { FormProps, ListAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { InvoiceForm } from './invoiceForm.tsx';
import { ImportInvoices } from './invoiceImport.tsx';
import { VoidDialog } from './invoiceVoid.tsx';

type Row = RowOf<typeof invoices.table>;

/** What is open over the list. */
type Above = { readonly voids: readonly string[] } | 'import' | null;

const actionsOf = (show: (above: Above) => void): readonly ListAction<Row>[] => [
  {
    key: 'void',
    label: t('invoice.void'),
    icon: <StopOutlined aria-hidden />,
    button: '1',
    needs: 'some',
    danger: true,
    run: (rows) => {
      show({ voids: rows.map(({ id }) => id ?? '') });
      return false;
    },
  },
  {
    key: 'import',
    label: t('invoice.import'),
    button: '1',
    needs: 'none',
    run: () => {
      show('import');
      return false;
    },
  },
];

const directionOf = (text: string | null): InvoiceFields['direction'] | undefined =>
  text === 'issued' || text === 'received' ? text : undefined;

/** An invoice begun elsewhere: from bills (`?bills=`) or for a partner (`?organId=`, `?direction=`). */
function Begun({ onClose }: Pick<FormProps, 'onClose'>): ReactNode {
  const { query } = useTab();
  const ids = query.get('bills');
  const { data: start, isError } = useQuery({
    queryKey: ['invoiceStart', ids],
    queryFn: () => call(invoices.startBills, { ids: ids ?? '' }),
    enabled: ids !== null,
    gcTime: 0,
    retry: false,
  });
  if (isError || (ids !== null && start === undefined)) return null;
  const direction = directionOf(query.get('direction'));
  const partnerId = query.get('organId') ?? undefined;
  return <InvoiceForm id={null} begins={{ start, direction, partnerId }} onClose={onClose} />;
}

/** One that stands is in order, a void one counts no more. */
const invoiceStatus = ({ invoiceStatus: status }: Row): ReactNode => (
  <StatusTag meaning={status === '1' ? 'quiet' : 'done'}>
    {choiceOf('invoiceStatus', status ?? '0')}
  </StatusTag>
);

/** Every invoice that was issued or received. */
export default function InvoiceList(): ReactNode {
  const { query, page } = useTab();
  const { replace, setDirty } = useTabs();
  const [above, setAbove] = useState<Above>(null);
  const close = (changed: boolean): void => {
    setAbove(null);
    if (changed) void outdate(['list'], ['document'], ['invoicesOfBill']);
  };
  const begun = ['bills', 'begin'].some((name) => query.has(name));
  return (
    <WithQuickForms>
      <List
        key={query.toString()}
        table={invoices.table}
        form={InvoiceForm}
        nameColumn="number"
        facts={['partnerName', 'gross', 'invoiceDate']}
        cells={{ invoiceStatus }}
        actions={actionsOf(setAbove)}
      />
      {begun ? (
        <Begun
          onClose={(saved) => {
            setDirty(false);
            close(saved);
            replace(page.url);
          }}
        />
      ) : null}
      {above === 'import' ? <ImportInvoices onClose={close} /> : null}
      {above !== null && above !== 'import' ? (
        <VoidDialog ids={above.voids} onClose={close} />
      ) : null}
    </WithQuickForms>
  );
}

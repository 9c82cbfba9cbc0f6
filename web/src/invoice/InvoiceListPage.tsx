import { StopOutlined } from '@ant-design/icons';
import { invoices } from '@tradehouse/contract';
import type { InvoiceFields, RowOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { StatusTag } from '../control/StatusTag.tsx';
import { List } from '../list/listPage.tsx';
import { choiceOf } from '../record/labels.ts';
import { WithQuickForms } from '../record/quickForms.tsx';
import type { RecordFormProps, ListAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { InvoiceForm } from './invoiceForm.tsx';
import { ImportInvoices } from './invoiceImport.tsx';
import { VoidDialog } from './invoiceVoid.tsx';

type InvoiceTableRow = RowOf<typeof invoices.table>;

/** Dialog open over the list. */
type InvoiceListDialog = { readonly voids: readonly string[] } | 'import' | null;

const buildInvoiceListActions = (
  show: (above: InvoiceListDialog) => void,
): readonly ListAction<InvoiceTableRow>[] => [
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
function Begun({ onClose }: Pick<RecordFormProps, 'onClose'>): ReactNode {
  const { query } = useTab();
  const ids = query.get('bills');
  const { data: start, isError } = useQuery({
    queryKey: ['invoiceStart', ids],
    queryFn: () => callEndpoint(invoices.startBills, { ids: ids ?? '' }),
    enabled: ids !== null,
    gcTime: 0,
    retry: false,
  });
  if (isError || (ids !== null && start === undefined)) return null;
  const direction = directionOf(query.get('direction'));
  const partnerId = query.get('organId') ?? undefined;
  return <InvoiceForm id={null} begins={{ start, direction, partnerId }} onClose={onClose} />;
}

/** Shows the status: done for an invoice in force, quiet for a void invoice. */
const invoiceStatus = ({ invoiceStatus: status }: InvoiceTableRow): ReactNode => (
  <StatusTag meaning={status === '1' ? 'quiet' : 'done'}>
    {choiceOf('invoiceStatus', status ?? '0')}
  </StatusTag>
);

export default function InvoiceList(): ReactNode {
  const { query, page } = useTab();
  const { replace, setDirty } = useTabActions();
  const [above, setAbove] = useState<InvoiceListDialog>(null);
  const close = (changed: boolean): void => {
    setAbove(null);
    if (changed) void invalidateQueryKeys(['list'], ['document'], ['invoicesOfBill']);
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
        actions={buildInvoiceListActions(setAbove)}
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

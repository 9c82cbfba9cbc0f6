import {
  CalendarOutlined,
  CheckOutlined,
  EyeOutlined,
  ImportOutlined,
  MoneyCollectOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { freightPage, freights } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { documentKinds, isFreightOpen } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useMay } from '../app/settings/permission.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { List } from '../list/listPage.tsx';
import type { CellRenderers, ListAction, RowAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { BillDialog } from './freightBill.tsx';
import { FreightDialog } from './freightDialog.tsx';
import { FreightForm } from './freightForm.tsx';
import { PaymentDialog, asRead } from './freightPayment.tsx';
import { FreightState } from './freightState.tsx';

type FreightListRow = RowOf<typeof freights.table>;
type Month = RowOf<typeof freights.monthTable>;

const cells: CellRenderers<typeof freights.table> = {
  documentNumber: ({ documentNumber, documentKind, documentId }) => (
    <DocumentLink kind={documentKind ?? ''} id={documentId}>
      {documentNumber}
    </DocumentLink>
  ),
  paymentNumber: ({ paymentNumber, paymentId }) => (
    <DocumentLink kind="itemOut" id={paymentId}>
      {paymentNumber}
    </DocumentLink>
  ),
  freightState: ({ freightState }) => <FreightState state={freightState ?? 'expected'} />,
};

const buildFreightConfirmation = (
  act: typeof freights.confirm | typeof freights.unconfirm,
  done: 'freight.confirmed' | 'freight.unconfirmed',
) =>
  async function accept(rows: readonly FreightListRow[]): Promise<boolean> {
    const { changed } = await callEndpoint(act, { rows: asRead(rows) });
    void getNotices().message.success(t(done, { n: changed }));
    await invalidateQueryKeys(['freight']);
    return true;
  };

/** Dialog open over the list. */
type FreightListDialog = { readonly pays: readonly FreightListRow[] } | 'bill' | null;

interface FreightActionContext {
  readonly show: (above: FreightListDialog) => void;
  readonly toMonths: () => void;
  /** True: sale amounts are visible, so the user may edit freight. */
  readonly sees: boolean;
  readonly mayPay: boolean;
}

function buildFreightActions({
  show,
  toMonths,
  sees,
  mayPay,
}: FreightActionContext): readonly ListAction<FreightListRow>[] {
  const opens = (above: FreightListDialog): false => {
    show(above);
    return false;
  };
  const writing: readonly ListAction<FreightListRow>[] = [
    {
      key: 'bill',
      label: t('freight.import'),
      icon: <ImportOutlined aria-hidden />,
      button: '1',
      needs: 'none',
      run: () => opens('bill'),
    },
    {
      key: 'confirm',
      label: t('freight.confirm'),
      icon: <CheckOutlined aria-hidden />,
      button: '2',
      needs: 'some',
      confirm: (n) => t('freight.confirmAsk', { n }),
      run: buildFreightConfirmation(freights.confirm, 'freight.confirmed'),
    },
    {
      key: 'unconfirm',
      label: t('freight.unconfirm'),
      icon: <UndoOutlined aria-hidden />,
      button: '2',
      needs: 'some',
      more: true,
      confirm: (n) => t('freight.unconfirmAsk', { n }),
      run: buildFreightConfirmation(freights.unconfirm, 'freight.unconfirmed'),
    },
  ];
  const pay: ListAction<FreightListRow> = {
    key: 'pay',
    label: t('freight.pay'),
    icon: <MoneyCollectOutlined aria-hidden />,
    needs: 'some',
    run: (rows) => opens({ pays: rows }),
  };
  return [
    ...(sees ? writing : []),
    ...(sees && mayPay ? [pay] : []),
    {
      key: 'months',
      label: t('freight.months'),
      icon: <CalendarOutlined aria-hidden />,
      needs: 'none',
      run: () => {
        toMonths();
        return false;
      },
    },
  ];
}

const rowActions: readonly RowAction<FreightListRow>[] = [
  {
    key: 'show',
    label: t('freight.show'),
    icon: <EyeOutlined aria-hidden />,
    dialog: ({ row, onClose }) => (
      <FreightDialog id={row.id ?? ''} onClose={() => onClose(false)} />
    ),
  },
];

/**
 * Returns true if deletable: freight of a shipping label is deleted with the label, and confirmed freight
 * remains.
 */
const isDeletableFreight = ({ orderId, freightState }: FreightListRow): boolean =>
  orderId === null && isFreightOpen(freightState);

/** Freight of carriers: expected, billed, confirmed, paid; `?by=month`: months by carrier. */
export default function FreightInfo(): ReactNode {
  const { query } = useTab();
  const { replace } = useTabActions();
  const may = useMay();
  const { hiddenAmounts } = useSettings();
  const [above, show] = useState<FreightListDialog>(null);
  const sees = !hiddenAmounts.includes('sale');
  const mayPay = may(documentKinds.itemOut.url ?? '', '1');
  const actions = useMemo(
    () =>
      buildFreightActions({
        show,
        toMonths: () => replace(`${freightPage}?by=month`),
        sees,
        mayPay,
      }),
    [replace, sees, mayPay],
  );
  const close = (changed: boolean): void => {
    show(null);
    if (changed) void invalidateQueryKeys(['list'], ['freight'], ['document']);
  };
  if (query.get('by') === 'month') return <Months />;
  return (
    <>
      <List
        table={freights.table}
        hint={t('emptyList.freight')}
        resource={freights}
        removable={isDeletableFreight}
        {...(sees ? { form: FreightForm } : {})}
        nameColumn="documentNumber"
        facts={freights.table.facts}
        cells={cells}
        actions={actions}
        rowActions={rowActions}
      />
      {above === 'bill' ? <BillDialog onClose={close} /> : null}
      {above !== null && above !== 'bill' ? (
        <PaymentDialog rows={above.pays} onClose={close} />
      ) : null}
    </>
  );
}

function Months(): ReactNode {
  const { replace } = useTabActions();
  const actions = useMemo(
    (): readonly ListAction<Month>[] => [
      {
        key: 'rows',
        label: t('freight.rows'),
        icon: <UnorderedListOutlined aria-hidden />,
        needs: 'none',
        run: () => {
          replace(freightPage);
          return false;
        },
      },
    ],
    [replace],
  );
  return (
    <List
      table={freights.monthTable}
      nameColumn="companyName"
      facts={freights.monthTable.facts}
      actions={actions}
    />
  );
}

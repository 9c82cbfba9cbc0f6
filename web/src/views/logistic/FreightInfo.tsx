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
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { outdate } from '../../app/net/query.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { List } from '../../list/listPage.tsx';
import type { Cells, ListAction, RowAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { BillDialog } from './freightBill.tsx';
import { FreightDialog } from './freightDialog.tsx';
import { FreightForm } from './freightForm.tsx';
import { PaymentDialog, asRead } from './freightPayment.tsx';
import { FreightState } from './freightState.tsx';

type Row = RowOf<typeof freights.table>;
type Month = RowOf<typeof freights.monthTable>;

const cells: Cells<typeof freights.table> = {
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

const accepting = (
  act: typeof freights.confirm | typeof freights.unconfirm,
  done: 'freight.confirmed' | 'freight.unconfirmed',
) =>
  async function accept(rows: readonly Row[]): Promise<boolean> {
    const { changed } = await call(act, { rows: asRead(rows) });
    void notices().message.success(t(done, { n: changed }));
    await outdate(['freight']);
    return true;
  };

/** What is open over the list. */
type Above = { readonly pays: readonly Row[] } | 'bill' | null;

interface Ways {
  readonly show: (above: Above) => void;
  readonly toMonths: () => void;
  /** Writes what is in amounts that are not hidden from the user. */
  readonly sees: boolean;
  readonly mayPay: boolean;
}

function actionsOf({ show, toMonths, sees, mayPay }: Ways): readonly ListAction<Row>[] {
  const opens = (above: Above): false => {
    show(above);
    return false;
  };
  const writing: readonly ListAction<Row>[] = [
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
      run: accepting(freights.confirm, 'freight.confirmed'),
    },
    {
      key: 'unconfirm',
      label: t('freight.unconfirm'),
      icon: <UndoOutlined aria-hidden />,
      button: '2',
      needs: 'some',
      more: true,
      confirm: (n) => t('freight.unconfirmAsk', { n }),
      run: accepting(freights.unconfirm, 'freight.unconfirmed'),
    },
  ];
  const pay: ListAction<Row> = {
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

const rowActions: readonly RowAction<Row>[] = [
  {
    key: 'show',
    label: t('freight.show'),
    icon: <EyeOutlined aria-hidden />,
    dialog: ({ row, onClose }) => (
      <FreightDialog id={row.id ?? ''} onClose={() => onClose(false)} />
    ),
  },
];

/** What came with a label goes with it, and what was accepted stays. */
const noted = ({ orderId, freightState }: Row): boolean =>
  orderId === null && isFreightOpen(freightState);

/** What carriers take for what they carry: expected, billed, accepted, paid; `?by=month`: each carrier's months. */
export default function FreightInfo(): ReactNode {
  const { query } = useTab();
  const { replace } = useTabs();
  const may = useMay();
  const { hiddenAmounts } = useSettings();
  const [above, show] = useState<Above>(null);
  const sees = !hiddenAmounts.includes('sale');
  const mayPay = may(documentKinds.itemOut.url ?? '', '1');
  const actions = useMemo(
    () => actionsOf({ show, toMonths: () => replace(`${freightPage}?by=month`), sees, mayPay }),
    [replace, sees, mayPay],
  );
  const close = (changed: boolean): void => {
    show(null);
    if (changed) void outdate(['list'], ['freight'], ['document']);
  };
  if (query.get('by') === 'month') return <Months />;
  return (
    <>
      <List
        table={freights.table}
        resource={freights}
        removable={noted}
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

/** What each carrier took in each month. */
function Months(): ReactNode {
  const { replace } = useTabs();
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

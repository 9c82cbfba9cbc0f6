import { filterStart, invoices } from '@tradehouse/contract';
import type { InvoiceFields, RowOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Space } from 'antd';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { readTablePage } from '../app/net/client.ts';
import { useSettings } from '../app/settings/settings.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { DateRange } from '../control/DateRange.tsx';
import type { DateRangeDays } from '../control/DateRange.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { PickTable } from '../control/PickTable.tsx';
import { timeText, todayIn } from '../control/format.ts';
import { removeColumn } from '../control/removeColumn.tsx';
import { nameOfKind, labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import type { InvoiceBillLine } from './invoiceDraft.ts';

type InvoiceableBillRow = RowOf<typeof invoices.billTable>;
const PAGE = 100;
const labelOfInvoiceBill = (name: string): string => labelOfColumn(invoices.billTable, name);
const renderBillMoney = (value: string | null): ReactNode => (
  <NumberText value={value} as="money" />
);

const pickColumns = (timeZone: string): TableColumnsType<InvoiceableBillRow> => [
  { title: labelOfInvoiceBill('number'), dataIndex: 'number', width: 170 },
  { title: labelOfInvoiceBill('kindName'), dataIndex: 'kindName', width: 130 },
  {
    title: labelOfInvoiceBill('time'),
    dataIndex: 'time',
    width: 160,
    render: (time: string | null) => timeText(time, timeZone),
  },
  { title: labelOfInvoiceBill('currency'), dataIndex: 'currency', width: 70 },
  ...(['amount', 'invoiced', 'uninvoiced'] as const).map((dataIndex) => ({
    title: labelOfInvoiceBill(dataIndex),
    dataIndex,
    width: 110,
    align: 'right' as const,
    render: renderBillMoney,
  })),
];

interface PickerProps {
  readonly direction: InvoiceFields['direction'];
  readonly partnerId: string;
  readonly taken: ReadonlySet<string>;
  readonly onTake: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Initial date range; bills are normally invoiced well before its end. */
const firstDays = (today: string): DateRangeDays => {
  // SAFETY: the filter starts with two days.
  return filterStart(invoices.billTable.filters.time, today) as DateRangeDays;
};

/** Picks the partner's bills not fully invoiced. Selects several; a double click takes one. */
export function BillPicker({
  direction,
  partnerId,
  taken,
  onTake,
  onClose,
}: PickerProps): ReactNode {
  const { timeZone } = useSettings();
  const [asked, setAsked] = useState('');
  const [days, setDays] = useState<DateRangeDays | null>(() => firstDays(todayIn(timeZone)));
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlyMap<string, InvoiceableBillRow>>(new Map());
  const search = JSON.stringify({
    direction,
    organId: partnerId,
    ...(asked === '' ? {} : { number: asked }),
    ...(days === null ? {} : { time: days }),
  });
  const found = useQuery({
    queryKey: ['list', invoices.billTable.path, search, page],
    queryFn: () =>
      readTablePage(
        invoices.billTable,
        { search, currentPage: page, pageSize: PAGE },
        { quiet: true },
      ),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const closed = (row: InvoiceableBillRow): boolean => taken.has(row.id ?? '');
  return (
    <ChoiceModal
      width={1000}
      title={t('invoice.pick')}
      okText={
        chosen.size === 0
          ? t('editor.picker.take')
          : t('editor.picker.takeN', { count: chosen.size })
      }
      okDisabled={chosen.size === 0}
      onOk={() => onTake([...chosen.keys()])}
      onCancel={onClose}
    >
      <Space wrap className="gap-below">
        <Input.Search
          allowClear
          aria-label={labelOfInvoiceBill('number')}
          placeholder={labelOfInvoiceBill('number')}
          onSearch={(number) => {
            setPage(1);
            setAsked(number.trim());
          }}
        />
        <DateRange
          value={days}
          onChange={(picked) => {
            setPage(1);
            setDays(picked);
          }}
        />
      </Space>
      <PickTable<InvoiceableBillRow>
        found={found}
        page={page}
        pageSize={PAGE}
        onPage={setPage}
        none={t(days === null ? 'invoice.noBills' : 'invoice.noBillsThen')}
        rowKey="id"
        columns={pickColumns(timeZone)}
        scroll={{ x: 900, y: 380 }}
        rowSelection={{
          selectedRowKeys: [...chosen.keys()],
          preserveSelectedRowKeys: true,
          getCheckboxProps: (row) => ({ disabled: closed(row) }),
          onChange: (_, rows) => setChosen(new Map(rows.map((row) => [row.id ?? '', row]))),
        }}
        onRow={(row) => ({ onDoubleClick: () => !closed(row) && onTake([row.id ?? '']) })}
      />
    </ChoiceModal>
  );
}

interface BillsProps {
  readonly bills: readonly InvoiceBillLine[];
  readonly readOnly: boolean;
  readonly onChange: (bills: readonly InvoiceBillLine[]) => void;
  /** null: no partner chosen, so no bills to pick. */
  readonly onPick: (() => void) | null;
}

const columnsOfInvoiceBills = ({
  bills,
  readOnly,
  onChange,
}: BillsProps): EntryColumn<InvoiceBillLine>[] => [
  {
    title: labelOfInvoiceBill('number'),
    dataIndex: 'number',
    render: (number: string, { kind }) => `${number} · ${nameOfKind(kind)}`,
  },
  {
    title: labelOfInvoiceBill('amount'),
    dataIndex: 'amount',
    align: 'right',
    width: 120,
    render: renderBillMoney,
  },
  {
    title: labelOfInvoiceBill('uninvoiced'),
    dataIndex: 'left',
    align: 'right',
    width: 120,
    render: renderBillMoney,
  },
  {
    title: t('invoice.part'),
    dataIndex: 'invoiced',
    align: 'right',
    width: 150,
    render: (invoiced: string, line) =>
      readOnly ? (
        renderBillMoney(invoiced === '' ? null : invoiced)
      ) : (
        <DecimalInput
          aria-label={`${t('invoice.part')} ${line.number}`}
          value={invoiced}
          onChange={(next) =>
            onChange(bills.map((other) => (other === line ? { ...line, invoiced: next } : other)))
          }
        />
      ),
  },
  ...(readOnly
    ? []
    : [removeColumn<InvoiceBillLine>((line) => onChange(bills.filter((other) => other !== line)))]),
];

/** Lists an invoice's bills with the invoiced part of each. */
export const InvoiceBills = (props: BillsProps): ReactNode => (
  <>
    {props.readOnly ? null : (
      <Button
        className="gap-above gap-below"
        disabled={props.onPick === null}
        title={
          props.onPick === null
            ? t('report.choose', { names: labelOfInvoiceBill('partnerName') })
            : ''
        }
        onClick={props.onPick ?? undefined}
      >
        {t('invoice.pick')}
      </Button>
    )}
    <EntryTable<InvoiceBillLine>
      rowKey="documentId"
      scroll={{ x: 640 }}
      dataSource={[...props.bills]}
      columns={columnsOfInvoiceBills(props)}
      locale={{ emptyText: t('invoice.noneChosen') }}
    />
  </>
);

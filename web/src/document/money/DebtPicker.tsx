import { debtTable, lastPage } from '@tradehouse/contract';
import type { MoneyKindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { readTable } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { timeText } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { t } from '../../phrase/index.ts';
import { currencyFromReply } from '../draft/headDraft.ts';
import type { Debt } from './moneyLine.ts';
import { settledTitle } from './settledTitle.ts';

interface Props {
  readonly code: MoneyKindCode;
  readonly partnerId: string;
  readonly partnerName: string;
  /** What stands on the document already, by the key of its line. */
  readonly taken: ReadonlySet<string>;
  /** That of what stands there, '' the company's own; null: nothing does yet. */
  readonly currency: string | null;
  readonly onTake: (debts: readonly Debt[]) => void;
  readonly onClose: () => void;
}

const PAGE = 100;

const keyOf = ({ id, opening }: Debt): string => (opening === true ? 'opening' : (id ?? ''));

/** What is open with a partner: bills and the opening balance. Several at once; a double click takes one. */
export function DebtPicker(props: Props) {
  const { code, partnerId, partnerName, taken, currency, onTake, onClose } = props;
  const { timeZone } = useSettings();
  const [number, setNumber] = useState('');
  const [asked, setAsked] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Debt>>(new Map());
  const search = JSON.stringify({
    kind: code,
    organId: partnerId,
    ...(asked === '' ? {} : { number: asked }),
  });
  const { data, isFetching, error } = useQuery({
    queryKey: ['list', debtTable.path, search, page],
    queryFn: () =>
      readTable(debtTable, { search, currentPage: page, pageSize: PAGE }, { quiet: true }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const [first] = chosen.values();
  const only = currency ?? (first === undefined ? null : currencyFromReply(first).currency);
  const closed = (debt: Debt): boolean =>
    taken.has(keyOf(debt)) || (only !== null && currencyFromReply(debt).currency !== only);
  const money = (value: string | null) => <NumberText value={value} as="money" />;
  const columns: TableColumnsType<Debt> = [
    {
      title: settledTitle(code, 'number'),
      dataIndex: 'number',
      width: 180,
      render: (text: string, debt) => (debt.opening === true ? t('money.opening') : text),
    },
    { title: t('document.summary'), dataIndex: 'summary', ellipsis: true },
    {
      title: t('document.time'),
      dataIndex: 'time',
      width: 165,
      render: (time: string | null) => timeText(time, timeZone),
    },
    { title: t('document.currency'), dataIndex: 'currency', width: 80 },
    {
      title: settledTitle(code, 'debt'),
      dataIndex: 'debt',
      width: 120,
      align: 'right',
      render: money,
    },
    {
      title: settledTitle(code, 'settled'),
      dataIndex: 'settled',
      width: 120,
      align: 'right',
      render: money,
    },
    {
      title: settledTitle(code, 'open'),
      dataIndex: 'openDebt',
      width: 120,
      align: 'right',
      render: money,
    },
  ];
  return (
    <ChoiceModal
      width={1000}
      title={t('money.pick', { name: partnerName })}
      okText={
        chosen.size === 0
          ? t('editor.picker.take')
          : t('editor.picker.takeN', { count: chosen.size })
      }
      okDisabled={chosen.size === 0}
      onOk={() => onTake([...chosen.values()])}
      onCancel={onClose}
    >
      <Input.Search
        allowClear
        style={{ width: 280, marginBottom: 8 }}
        value={number}
        placeholder={t('document.number')}
        onChange={(event) => setNumber(event.target.value)}
        onSearch={(text) => {
          setPage(1);
          setAsked(text.trim());
        }}
      />
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <Table<Debt>
        size="small"
        rowKey={keyOf}
        columns={columns}
        dataSource={[...(data?.rows ?? [])]}
        loading={isFetching}
        scroll={{ x: 800, y: 380 }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: Math.min(data?.total ?? 0, lastPage(PAGE) * PAGE),
          onChange: setPage,
          showSizeChanger: false,
          hideOnSinglePage: true,
        }}
        rowSelection={{
          selectedRowKeys: [...chosen.keys()],
          preserveSelectedRowKeys: true,
          getCheckboxProps: (debt) => ({ disabled: closed(debt) }),
          onChange: (_, rows) => setChosen(new Map(rows.map((row) => [keyOf(row), row]))),
        }}
        onRow={(debt) => ({ onDoubleClick: () => !closed(debt) && onTake([debt]) })}
        locale={{ emptyText: t('money.none') }}
      />
    </ChoiceModal>
  );
}

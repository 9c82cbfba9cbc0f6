import { PlusOutlined } from '@ant-design/icons';
import { bankStatements } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { decimal, documentKinds, toPlainDecimal, sum } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint, readTablePage } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { language } from '../app/session/language.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { PickTable } from '../control/PickTable.tsx';
import { bankRowAddress, bankRowKind, whenMatched } from '../document/money/bankRowStart.ts';
import type { UnbookedRow } from '../document/money/bankRowStart.ts';
import { labelOfColumn, choiceOf } from '../record/labels.ts';
import type { RowDialogProps } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';

export type BankStatementLine = RowOf<typeof bankStatements.rowTable>;
type BankMatchEntry = RowOf<typeof bankStatements.moveTable>;
const PAGE = 50;

const labelOfBankMatchEntry = (name: string): string =>
  labelOfColumn(bankStatements.moveTable, name);

const columns = [
  { title: labelOfBankMatchEntry('date'), dataIndex: 'date', width: 110 },
  { title: labelOfBankMatchEntry('number'), dataIndex: 'number', width: 170 },
  {
    title: labelOfBankMatchEntry('kind'),
    key: 'kind',
    width: 110,
    render: (_: unknown, { kind }: BankMatchEntry) => choiceOf('kind', kind ?? ''),
  },
  {
    title: labelOfBankMatchEntry('partnerName'),
    dataIndex: 'partnerName',
    width: 180,
    ellipsis: true,
  },
  {
    title: labelOfBankMatchEntry('amount'),
    key: 'amount',
    width: 120,
    align: 'right' as const,
    render: (_: unknown, { amount, currency }: BankMatchEntry) => (
      <NumberText value={amount} as="money" of={currency} />
    ),
  },
  { title: labelOfBankMatchEntry('remark'), dataIndex: 'remark', ellipsis: true },
];

interface BankMatchQuery {
  readonly statementId: string;
  readonly bankRow: string;
  /** Includes documents in the opposite direction. */
  readonly bothWays: boolean;
  /** A part of the partner's name. */
  readonly asked: string;
  readonly page: number;
}

/** Lists unmatched movements on the account, nearest to the row's amount first. */
function useMoves({ statementId, bankRow, bothWays, asked, page }: BankMatchQuery) {
  const search = JSON.stringify({
    statementId,
    bankRow,
    ...(bothWays ? { bothWays } : {}),
    ...(asked === '' ? {} : { partnerName: asked }),
  });
  return useQuery({
    queryKey: ['list', bankStatements.moveTable.path, search, page],
    queryFn: () =>
      readTablePage(
        bankStatements.moveTable,
        { search, currentPage: page, pageSize: PAGE, column: 'amountApart', order: 'asc' },
        { quiet: true },
      ),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}

const rowFacts = ({ row, date, amount, currency, bankPartner, purpose }: BankStatementLine) => ({
  row: String(row),
  date: date ?? '',
  amount: amount ?? '0',
  currency: currency ?? '',
  partner: bankPartner ?? '',
  purpose: purpose ?? '',
});

/** Opens a new income or expenditure prefilled from the row, and matches both after saving. */
function NewDocument({
  row,
  onOpen,
}: {
  readonly row: UnbookedRow;
  readonly onOpen: () => void;
}): ReactNode {
  const tabs = useTabActions();
  const may = useMay();
  const { url, name } = documentKinds[bankRowKind(row.amount)];
  if (url === null || !may(url, '1')) return null;
  const open = (): void => {
    onOpen();
    tabs.open(bankRowAddress(row));
  };
  return (
    <Button icon={<PlusOutlined aria-hidden />} onClick={open}>
      {t('bank.newDocument', { kind: name[language] })}
    </Button>
  );
}

/** Dialog for the documents of a statement row, whose amounts add up exactly to the row's. */
export const matchDialog = (statementId: string, accountId: string) =>
  function MatchDialog({ row, onClose }: RowDialogProps<BankStatementLine>): ReactNode {
    const [asked, setAsked] = useState('');
    const [page, setPage] = useState(1);
    const [chosen, setChosen] = useState<ReadonlyMap<string, BankMatchEntry>>(new Map());
    const [failed, setFailed] = useState<string | null>(null);
    const [busy, run] = useBusy();
    const [bothWays, setBothWays] = useState(false);
    const found = useMoves({ statementId, bankRow: String(row.row), bothWays, asked, page });
    const moved = sum([...chosen.values()].map(({ amount }) => decimal(amount ?? '0')));
    const left = decimal(row.amount ?? '0').minus(moved);
    const take = () =>
      run(async () => {
        const match = { row: Number(row.row), documentIds: [...chosen.keys()] };
        await whenMatched(
          callEndpoint(
            bankStatements.match,
            { id: statementId, matches: [match] },
            { quiet: true },
          ),
        ).then(
          () => onClose(true),
          (error: unknown) => setFailed(reasonOfError(error)),
        );
      });
    return (
      <ChoiceModal
        width={1000}
        title={t('bank.matchTitle', { row: row.row ?? '', partner: row.bankPartner ?? '' })}
        okText={t('bank.match')}
        okDisabled={busy || chosen.size === 0 || !left.isZero()}
        onOk={() => void take()}
        onCancel={() => onClose(false)}
      >
        <p>
          {row.date} · {row.purpose} ·{' '}
          <NumberText value={row.amount} as="money" of={row.currency} />
          {' · '}
          {t('bank.left')} <NumberText value={toPlainDecimal(left)} as="money" of={row.currency} />
        </p>
        <Input.Search
          allowClear
          className="gap-below"
          aria-label={labelOfBankMatchEntry('partnerName')}
          placeholder={labelOfBankMatchEntry('partnerName')}
          onSearch={(text) => {
            setPage(1);
            setAsked(text.trim());
          }}
        />
        <div className="bank-ways gap-below">
          <Checkbox
            checked={bothWays}
            onChange={({ target }) => {
              setPage(1);
              setBothWays(target.checked);
            }}
          >
            {t('bank.bothWays')}
          </Checkbox>
          <NewDocument
            row={{ statementId, accountId, ...rowFacts(row) }}
            onOpen={() => onClose(false)}
          />
        </div>
        {failed === null ? null : (
          <Alert type="error" showIcon className="gap-below" title={failed} />
        )}
        <PickTable<BankMatchEntry>
          found={found}
          page={page}
          pageSize={PAGE}
          onPage={setPage}
          none={t('bank.noMoves')}
          rowKey="id"
          columns={columns}
          scroll={{ x: 900, y: 380 }}
          rowSelection={{
            selectedRowKeys: [...chosen.keys()],
            preserveSelectedRowKeys: true,
            onChange: (_, rows) => setChosen(new Map(rows.map((one) => [one.id ?? '', one]))),
          }}
        />
      </ChoiceModal>
    );
  };

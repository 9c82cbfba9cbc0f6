import { debtTable, fieldLabel } from '@tradehouse/contract';
import { purseSettledByKind } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { readTablePage } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { timeText } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { PickTable } from '../../control/PickTable.tsx';
import { t } from '../../phrase/index.ts';
import { currencyFromReply } from '../draft/commonHead.ts';
import { filtersFromDocumentSearch, Finders, nothingAsked } from '../editor/Finders.tsx';
import type { DocumentSearch } from '../editor/Finders.tsx';
import { lineOfDebt, numberOfDebt, settledKey } from './moneyLine.ts';
import type { Debt } from './moneyLine.ts';
import { settledTitle } from './moneyTitles.ts';

interface Props {
  readonly code: MoneyKindCode;
  readonly partnerId: string;
  readonly partnerName: string;
  /** Keys of lines already on the document. */
  readonly taken: ReadonlySet<string>;
  /** Currency of existing lines, '' the company's own; null: no lines yet. */
  readonly currency: string | null;
  readonly onTake: (debts: readonly Debt[]) => void;
  readonly onClose: () => void;
}

const PAGE = 100;

/** Returns a debt's key. Besides bills, opening balances exist once per currency. */
const keyOfDebt = ({ id, opening, currency }: Debt): string =>
  opening === true ? `opening ${currency}` : (id ?? '');

const renderDebtAmount = (value: string | null, { currency }: Debt) => (
  <NumberText value={value} as="money" of={currency} />
);

/** Debts are due; the deposits of orders are not. */
const isDue = (code: MoneyKindCode): boolean => purseSettledByKind(code) !== 'deposit';

const columnsOfDebtPicker = (code: MoneyKindCode, timeZone: string): TableColumnsType<Debt> => [
  {
    title: settledTitle(code, 'number'),
    dataIndex: 'number',
    width: 165,
    render: (_, debt) => numberOfDebt(debt),
  },
  { title: t('document.summary'), dataIndex: 'summary', ellipsis: true },
  {
    title: t('document.time'),
    dataIndex: 'time',
    width: 155,
    render: (time: string | null, { opening }) =>
      timeText(opening === true ? null : time, timeZone),
  },
  ...(isDue(code)
    ? [
        {
          title: fieldLabel(language, debtTable.id, 'dueOn'),
          dataIndex: 'dueOn',
          width: 100,
          render: (day: string | null, { opening }: Debt) => (opening === true ? null : day),
        },
      ]
    : []),
  { title: t('document.creator'), dataIndex: 'creatorName', width: 90 },
  { title: t('document.currency'), dataIndex: 'currency', width: 70 },
  ...(
    [
      ['debt', 'debt'],
      ['settled', 'settled'],
      ['open', 'openDebt'],
    ] as const
  ).map(([title, dataIndex]) => ({
    title: settledTitle(code, title),
    dataIndex,
    width: 110,
    align: 'right' as const,
    render: renderDebtAmount,
  })),
];

/** Reads a page of a partner's open debts, searched by number, product and days. */
function useDebts(code: MoneyKindCode, partnerId: string) {
  const [typed, setTyped] = useState(nothingAsked);
  const [asked, setAsked] = useState(nothingAsked);
  const [page, setPage] = useState(1);
  const search = JSON.stringify({
    kind: code,
    organId: partnerId,
    ...filtersFromDocumentSearch(asked),
  });
  const found = useQuery({
    queryKey: ['list', debtTable.path, search, page],
    queryFn: () =>
      readTablePage(debtTable, { search, currentPage: page, pageSize: PAGE }, { quiet: true }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const ask = (next: DocumentSearch): void => {
    setPage(1);
    setTyped(next);
    setAsked(next);
  };
  return { found, page, setPage, finders: { typed, setTyped, ask } };
}

/** Picks a partner's open debts: bills and the opening balance. Several at once; a double click takes one. */
export function DebtPicker(props: Props) {
  const { code, partnerId, partnerName, taken, currency, onTake, onClose } = props;
  const { timeZone } = useSettings();
  const { found, page, setPage, finders } = useDebts(code, partnerId);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Debt>>(new Map());
  const [first] = chosen.values();
  const only = currency ?? (first === undefined ? null : currencyFromReply(first).currency);
  const closed = (debt: Debt): boolean =>
    taken.has(settledKey(lineOfDebt(debt))) ||
    (only !== null && currencyFromReply(debt).currency !== only);
  return (
    <ChoiceModal
      width={1100}
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
      <Finders {...finders} />
      <PickTable<Debt>
        found={found}
        page={page}
        pageSize={PAGE}
        onPage={setPage}
        none={t('money.none')}
        rowKey={keyOfDebt}
        columns={columnsOfDebtPicker(code, timeZone)}
        scroll={{ x: 1050, y: 380 }}
        rowSelection={{
          selectedRowKeys: [...chosen.keys()],
          preserveSelectedRowKeys: true,
          getCheckboxProps: (debt) => ({ disabled: closed(debt) }),
          onChange: (_, rows) => setChosen(new Map(rows.map((row) => [keyOfDebt(row), row]))),
        }}
        onRow={(debt) => ({ onDoubleClick: () => !closed(debt) && onTake([debt]) })}
      />
    </ChoiceModal>
  );
}

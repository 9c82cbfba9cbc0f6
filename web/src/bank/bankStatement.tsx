import {
  ArrowLeftOutlined,
  CheckOutlined,
  DisconnectOutlined,
  LinkOutlined,
} from '@ant-design/icons';
import { bankStatementPage, bankStatements } from '@tradehouse/contract';
import type { BankReconciliation } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { whenMatched } from '../document/money/bankRowStart.ts';
import { List } from '../list/listPage.tsx';
import type { CellRenderers, ListAction, RowAction, CellTexts } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { matchDialog } from './bankMatch.tsx';
import type { BankStatementLine } from './bankMatch.tsx';
import { ClosingField } from './bankClosing.tsx';

type BankRowSuggestions = ReadonlyMap<
  number,
  { readonly documentId: string; readonly kind: string; readonly number: string }
>;
const NONE: BankRowSuggestions = new Map();

/** Reads unambiguous matches of the rows. */
function useSuggestions(id: string): BankRowSuggestions {
  const { data } = useQuery({
    queryKey: ['bankSuggestions', id],
    queryFn: () => callEndpoint(bankStatements.suggestions, { id }, { quiet: true }),
    staleTime: 0,
  });
  return useMemo(
    () => (data === undefined ? NONE : new Map(data.suggestions.map((one) => [one.row, one]))),
    [data],
  );
}

function buildBankStatementActions(
  id: string,
  suggestions: BankRowSuggestions,
): readonly ListAction<BankStatementLine>[] {
  const matches = [...suggestions].map(([row, { documentId }]) => ({
    row,
    documentIds: [documentId],
  }));
  const accept: ListAction<BankStatementLine> = {
    key: 'accept',
    label: t('bank.acceptAll', { n: matches.length }),
    icon: <CheckOutlined aria-hidden />,
    button: '1',
    needs: 'none',
    primary: true,
    hint: t('bank.acceptHint'),
    run: () => whenMatched(callEndpoint(bankStatements.match, { id, matches })),
  };
  return [
    ...(matches.length === 0 ? [] : [accept]),
    {
      key: 'unmatch',
      label: t('bank.unmatch'),
      icon: <DisconnectOutlined aria-hidden />,
      button: '1',
      needs: 'some',
      confirm: (n) => t('bank.unmatchAsk', { n }),
      run: (rows) =>
        whenMatched(
          callEndpoint(bankStatements.unmatch, { id, rows: rows.map(({ row }) => Number(row)) }),
        ),
    },
  ];
}

const buildBankRowActions = (
  id: string,
  accountId: string,
  suggestions: BankRowSuggestions,
): readonly RowAction<BankStatementLine>[] => [
  {
    key: 'accept',
    label: t('bank.accept'),
    icon: <CheckOutlined aria-hidden />,
    button: '1',
    shown: ({ row }) => suggestions.has(Number(row)),
    run: ({ row }) => {
      const documentIds = [suggestions.get(Number(row))?.documentId ?? ''];
      return whenMatched(
        callEndpoint(bankStatements.match, { id, matches: [{ row: Number(row), documentIds }] }),
      );
    },
  },
  {
    key: 'match',
    label: t('bank.match'),
    icon: <LinkOutlined aria-hidden />,
    button: '1',
    shown: ({ bankRowState }) => bankRowState !== '1',
    dialog: matchDialog(id, accountId),
  },
];

const buildBankRowCells = (
  suggestions: BankRowSuggestions,
): CellRenderers<typeof bankStatements.rowTable> => ({
  matchedNumbers: ({ row, matchedNumbers }) => {
    const suggested = suggestions.get(Number(row));
    if (suggested === undefined) return matchedNumbers;
    return (
      <span className="secondary">
        {t('bank.suggested')}{' '}
        <DocumentLink kind={suggested.kind} id={suggested.documentId}>
          {suggested.number}
        </DocumentLink>
      </span>
    );
  },
});

const saysOf = (suggestions: BankRowSuggestions): CellTexts<typeof bankStatements.rowTable> => ({
  matchedNumbers: ({ row, matchedNumbers }) => {
    const suggested = suggestions.get(Number(row));
    return suggested === undefined
      ? (matchedNumbers ?? '')
      : `${t('bank.suggested')} ${suggested.number}`;
  },
});

const figures = [
  ['closing', 'onlyBooked', 'adjustedBank'],
  ['booked', 'onlyBank', 'adjustedBooks'],
] as const;

/**
 * Reconciliation of bank and books: both balances, unmatched items on either side, and the difference.
 * Reserves its space until loaded.
 */
const ReconciliationFigures = ({
  reconciliation,
}: {
  readonly reconciliation: BankReconciliation | undefined;
}): ReactNode => (
  <dl className="bank-figures">
    {figures.flat().map((name) => (
      <div key={name}>
        <dt>{t(`bank.${name}`)}</dt>
        <dd>
          {name === 'closing' && reconciliation !== undefined ? (
            <ClosingField key={reconciliation.closing} reconciliation={reconciliation} />
          ) : (
            <NumberText
              value={reconciliation?.[name] ?? null}
              as="money"
              of={reconciliation?.currency ?? null}
            />
          )}
        </dd>
      </div>
    ))}
    <div className={isUneven(reconciliation) ? 'bank-uneven' : 'bank-even'}>
      <dt>{t('bank.difference')}</dt>
      <dd>
        <NumberText
          value={reconciliation?.difference ?? null}
          as="money"
          of={reconciliation?.currency ?? null}
        />
      </dd>
    </div>
  </dl>
);
const isUneven = (reconciliation: BankReconciliation | undefined): boolean =>
  reconciliation !== undefined &&
  reconciliation.difference !== null &&
  reconciliation.difference !== '0';

/** Shows one statement: the reconciliation, and rows with their documents. */
export function BankStatement({ id }: { readonly id: string }): ReactNode {
  const { replace } = useTabActions();
  const suggestions = useSuggestions(id);
  const { data } = useQuery({
    queryKey: ['bankStatement', id],
    queryFn: () => callEndpoint(bankStatements.infoCall, { id }, { quiet: true }),
    staleTime: 0,
  });
  const actions = useMemo(() => buildBankStatementActions(id, suggestions), [id, suggestions]);
  const accountId = data?.accountId ?? '';
  const rowActions = useMemo(
    () => buildBankRowActions(id, accountId, suggestions),
    [id, accountId, suggestions],
  );
  const cells = useMemo(() => buildBankRowCells(suggestions), [suggestions]);
  const says = useMemo(() => saysOf(suggestions), [suggestions]);
  const fixed = useMemo(() => ({ statementId: id }), [id]);
  return (
    <>
      <header className="bank-title">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden />}
          onClick={() => replace(bankStatementPage)}
        >
          {t('bank.back')}
        </Button>
        {data === undefined ? null : (
          <strong>
            {data.accountName} · {data.name} · {data.since} – {data.until}
          </strong>
        )}
      </header>
      <ReconciliationFigures reconciliation={data} />
      {data === undefined || data.changedRows === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          className="gap-below"
          title={t('bank.changedRows', { n: data.changedRows })}
        />
      )}
      <List
        table={bankStatements.rowTable}
        fixed={fixed}
        cells={cells}
        says={says}
        nameColumn="row"
        facts={['date', 'amount', 'bankPartner', 'purpose', 'matchedNumbers']}
        actions={actions}
        rowActions={rowActions}
      />
    </>
  );
}

import { QuestionCircleOutlined } from '@ant-design/icons';
import { documentLines, documentTables, moneyDocuments } from '@tradehouse/contract';
import type { DocumentTable } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Tooltip } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { useMay } from '../../app/settings/permission.ts';
import { outdate } from '../../app/net/query.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { CancelDialog } from '../steps/CancelDialog.tsx';
import { PaperLines } from '../paper/PaperLines.tsx';
import { RemarkDialog } from '../steps/RemarkDialog.tsx';
import { t } from '../../phrase/index.ts';
import { PrintDialog } from '../../print/PrintDialog.tsx';
import {
  labelAction,
  labels,
  listActions,
  printAction,
  rowActions,
  urlOf,
} from '../steps/documentActions.tsx';
import type { DocumentRow } from '../steps/documentActions.tsx';
import { cellsOf, numberSays, statusSays } from './documentCells.tsx';
import { List } from '../../list/listPage.tsx';
import { usePageKeys } from '../../list/usePageKeys.ts';
import { isWaitedFor, WaitingButton } from '../money/WaitingPartners.tsx';
import '../form/document.css';

/** The lines of a document inside the list, read when its row opens. */
function Lines({ code, row }: { readonly code: KindCode; readonly row: DocumentRow }) {
  const id = row.id ?? '';
  const { data, error } = useQuery({
    queryKey: ['documentLines', id],
    queryFn: async () =>
      documentKinds[code].subject === 'money'
        ? (await call(moneyDocuments.info, { id }, { quiet: true })).lines
        : (await call(documentLines, { headerId: id }, { quiet: true })).rows,
  });
  if (error !== null)
    return <Alert type="warning" title={t('document.linesFailed')} description={error.message} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  return <PaperLines reply={{ kind: code, currency: row['currency'] ?? '', lines: [...data] }} />;
}

const linesOf = (code: KindCode) => (row: DocumentRow) => <Lines code={code} row={row} />;

/** Where sales orders are not bought for, nothing of purchases stands in their list. */
function withoutPurchases(table: DocumentTable): DocumentTable {
  const without = <Value,>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'purchaseStatus'));
  return { ...table, columns: without(table.columns), filters: without(table.filters) };
}

/** What the kind is written for, behind a question mark; for those who may write it. */
const Purpose = ({ code }: { readonly code: KindCode }) => {
  const { purpose } = documentKinds[code];
  if (purpose === undefined) return null;
  return (
    <Tooltip title={purpose[language]} placement="bottomRight">
      <QuestionCircleOutlined className="purpose" aria-label={purpose[language]} tabIndex={0} />
    </Tooltip>
  );
};

interface BesideProps {
  readonly code: KindCode;
  readonly onOpen: (path: string) => void;
}

/** For those who may write the kind: who waits for it, and what it is for. */
const Beside = ({ code, onOpen }: BesideProps) => (
  <>
    {isWaitedFor(code) && (
      <WaitingButton
        code={code}
        onTake={({ id, name }) =>
          onOpen(`${urlOf(code)}/new?partner=${id}&name=${encodeURIComponent(name)}`)
        }
      />
    )}
    <Purpose code={code} />
  </>
);

/** What a card of the list says. */
function factsOf(code: KindCode, { columns }: DocumentTable): readonly string[] {
  const amounts =
    documentKinds[code].subject === 'money'
      ? ['paidNow', 'totalAmount']
      : ['totalAmount', 'goodsAmount', 'totalQuantity'];
  const total = amounts.find((name) => name in columns) ?? 'time';
  const debt = 'openDebt' in columns ? 'openDebt' : 'debt';
  return ['partnerName', 'time', total, debt, 'status'].filter((name) => name in columns);
}

/** What a dialog is open for; never for more than one thing. */
interface Asked {
  readonly noted: DocumentRow | null;
  readonly left: readonly DocumentRow[];
  readonly printing: readonly string[];
}
const nothingAsked: Asked = { noted: null, left: [], printing: [] };

interface DialogsProps {
  readonly code: KindCode;
  readonly asked: Asked;
  readonly onClose: () => void;
}

function Dialogs({ code, asked, onClose }: DialogsProps) {
  const { noted, left, printing } = asked;
  const close = (changed: boolean): void => {
    onClose();
    if (changed) void outdate(['list', documentTables[code].path], ['document']);
  };
  return (
    <>
      {left.length > 0 && <CancelDialog ids={left.map(({ id }) => id ?? '')} onClose={close} />}
      {printing.length > 0 && <PrintDialog code={code} ids={printing} onClose={onClose} />}
      {noted !== null && (
        <RemarkDialog
          id={noted.id ?? ''}
          number={noted.number ?? ''}
          remark={noted.remark ?? ''}
          onClose={close}
        />
      )}
    </>
  );
}

/** The list of a kind: its columns and filters come from the contract, its actions from what the kind can do. */
export function DocumentList({ code }: { readonly code: KindCode }) {
  const { open, create } = useTabs();
  const may = useMay();
  const { purchaseBySale } = useSettings();
  const [asked, setAsked] = useState<Asked>(nothingAsked);
  const url = urlOf(code);
  usePageKeys('n, f2', () => create(`${url}/new`), may(url, '1'));
  const actions = useMemo(
    () => [
      ...listActions(code, {
        open,
        create,
        may,
        purchaseBySale,
        onRemark: (noted) => setAsked({ ...nothingAsked, noted }),
        onCancel: (left) => setAsked({ ...nothingAsked, left }),
      }),
      printAction((printing) => setAsked({ ...nothingAsked, printing })),
      ...(labels(code, may) ? [labelAction(open)] : []),
    ],
    [code, open, create, may, purchaseBySale],
  );
  const acts = useMemo(() => rowActions(code, { open, may }), [code, open, may]);
  const expanded = useMemo(() => linesOf(code), [code]);
  const openRow = useCallback((row: DocumentRow) => open(`${url}/${row.id}`), [open, url]);
  const table = useMemo(
    () => (purchaseBySale ? documentTables[code] : withoutPurchases(documentTables[code])),
    [code, purchaseBySale],
  );
  const cells = useMemo(() => cellsOf(table), [table]);
  const says = useMemo(() => ({ number: numberSays(code), status: statusSays(code) }), [code]);
  return (
    <>
      <List
        table={table}
        nameColumn="number"
        facts={factsOf(code, table)}
        actions={actions}
        rowActions={acts}
        onOpen={openRow}
        expanded={expanded}
        cells={cells}
        says={says}
        extra={may(url, '1') ? <Beside code={code} onOpen={open} /> : null}
      />
      <Dialogs code={code} asked={asked} onClose={() => setAsked(nothingAsked)} />
    </>
  );
}

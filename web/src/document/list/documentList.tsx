import { QuestionCircleOutlined } from '@ant-design/icons';
import { documentLines, documentTables, moneyDocuments } from '@tradehouse/contract';
import type { DocumentTable } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Tooltip } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTabActions } from '../../app/tabs/tabs.ts';
import { CancelDialog } from '../steps/CancelDialog.tsx';
import { PaperLines } from '../paper/PaperLines.tsx';
import { RemarkDialog } from '../steps/RemarkDialog.tsx';
import { t } from '../../phrase/index.ts';
import { PrintDialog } from '../../print/PrintDialog.tsx';
import {
  labelAction,
  mayPrintLabels,
  listActions,
  printAction,
  rowActions,
  urlOf,
} from '../steps/documentActions.tsx';
import type { DocumentListRow } from '../steps/documentActions.tsx';
import { cellsOfDocumentList, numberSays, statusSays } from './documentCells.tsx';
import { List } from '../../list/listPage.tsx';
import type { ShownPage } from '../../record/listTypes.ts';
import { rememberList, toListPlace } from './neighbours.ts';
import { isWaitedFor, WaitingButton } from '../money/WaitingPartners.tsx';
import { refreshDocuments } from '../refreshDocuments.ts';
import '../form/document.css';

/** Shows a document's lines inside the list, read when its row opens. */
function DocumentListLines({
  code,
  row,
}: {
  readonly code: KindCode;
  readonly row: DocumentListRow;
}) {
  const id = row.id ?? '';
  const { data, error } = useQuery({
    queryKey: ['documentLines', id],
    queryFn: async () =>
      documentKinds[code].subject === 'money'
        ? (await callEndpoint(moneyDocuments.info, { id }, { quiet: true })).lines
        : (await callEndpoint(documentLines, { headerId: id }, { quiet: true })).rows,
  });
  if (error !== null)
    return <Alert type="warning" title={t('document.linesFailed')} description={error.message} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  return <PaperLines reply={{ kind: code, currency: row['currency'] ?? '', lines: [...data] }} />;
}

const renderDocumentLines = (code: KindCode) => (row: DocumentListRow) => (
  <DocumentListLines code={code} row={row} />
);

/** Where sales orders are not bought for, nothing of purchases stands in their list. */
function withoutPurchases(table: DocumentTable): DocumentTable {
  const without = <Value,>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'purchaseStatus'));
  return { ...table, columns: without(table.columns), filters: without(table.filters) };
}

/** Shows a kind's purpose behind a question mark, to users with write permission. */
const Purpose = ({ code }: { readonly code: KindCode }) => {
  const { purpose } = documentKinds[code];
  if (purpose === undefined) return null;
  return (
    <Tooltip title={purpose[language]} placement="bottomRight">
      <QuestionCircleOutlined className="purpose" aria-label={purpose[language]} tabIndex={0} />
    </Tooltip>
  );
};

interface DocumentListExtrasProps {
  readonly code: KindCode;
  readonly onOpen: (path: string) => void;
}

/** Shows waiting partners and the kind's purpose, to users with write permission. */
const DocumentListExtras = ({ code, onOpen }: DocumentListExtrasProps) => (
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

/** Returns the facts on a list card. */
function factsOfDocumentList(code: KindCode, { columns }: DocumentTable): readonly string[] {
  const amounts =
    documentKinds[code].subject === 'money'
      ? ['paidNow', 'totalAmount']
      : ['totalAmount', 'goodsAmount', 'totalQuantity'];
  const total = amounts.find((name) => name in columns) ?? 'time';
  const debt = 'openDebt' in columns ? 'openDebt' : 'debt';
  const ends = documentKinds[code].targetWarehouse
    ? ['warehouseNames', 'targetWarehouseNames']
    : [];
  return ['partnerName', 'madeGoods', ...ends, 'time', total, debt, 'status'].filter(
    (name) => name in columns,
  );
}

/** Subject of the open dialog; at most one. */
interface DocumentDialogState {
  readonly noted: DocumentListRow | null;
  readonly left: readonly DocumentListRow[];
  readonly printing: readonly string[];
}
const nothingAsked: DocumentDialogState = { noted: null, left: [], printing: [] };

interface DialogsProps {
  readonly code: KindCode;
  readonly asked: DocumentDialogState;
  readonly onClose: () => void;
}

function Dialogs({ code, asked, onClose }: DialogsProps) {
  const { noted, left, printing } = asked;
  const close = (changed: boolean): void => {
    onClose();
    if (changed) void refreshDocuments();
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

/**
 * Lists documents of a kind: columns and filters come from the contract, actions from the kind's abilities.
 */
export function DocumentList({ code }: { readonly code: KindCode }) {
  const { open, create } = useTabActions();
  const may = useMay();
  const { purchaseBySale } = useSettings();
  const [asked, setAsked] = useState<DocumentDialogState>(nothingAsked);
  const url = urlOf(code);
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
      ...(mayPrintLabels(code, may) ? [labelAction(open)] : []),
    ],
    [code, open, create, may, purchaseBySale],
  );
  const acts = useMemo(() => rowActions(code, { open, may }), [code, open, may]);
  const expanded = useMemo(() => renderDocumentLines(code), [code]);
  const openRow = useCallback((row: DocumentListRow) => open(`${url}/${row.id}`), [open, url]);
  const keepPage = useCallback(
    ({ table: listed, query, rows }: ShownPage<DocumentTable>) =>
      rememberList(code, toListPlace(listed, query, rows)),
    [code],
  );
  const table = useMemo(
    () => (purchaseBySale ? documentTables[code] : withoutPurchases(documentTables[code])),
    [code, purchaseBySale],
  );
  const cells = useMemo(() => cellsOfDocumentList(table), [table]);
  const says = useMemo(() => ({ number: numberSays(code), status: statusSays(code) }), [code]);
  return (
    <>
      <List
        table={table}
        nameColumn="number"
        facts={factsOfDocumentList(code, table)}
        actions={actions}
        rowActions={acts}
        onOpen={openRow}
        onShown={keepPage}
        expanded={expanded}
        cells={cells}
        says={says}
        extra={may(url, '1') ? <DocumentListExtras code={code} onOpen={open} /> : null}
      />
      <Dialogs code={code} asked={asked} onClose={() => setAsked(nothingAsked)} />
    </>
  );
}

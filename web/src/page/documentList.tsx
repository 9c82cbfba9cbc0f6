import { documentLines, documentTables, moneyDocuments } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Space } from 'antd';
import { useCallback, useMemo } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { call } from '../app/client.ts';
import { useMay } from '../app/permission.ts';
import { useTabs } from '../app/tabs.ts';
import type { Meaning } from '../control/StatusTag.tsx';
import { StatusTag } from '../control/StatusTag.tsx';
import { PaperLines } from '../editor/document/PaperLines.tsx';
import { t } from '../phrase/index.ts';
import { listActions, rowActions, urlOf } from './documentActions.tsx';
import type { DocumentRow } from './documentActions.tsx';
import { List } from './listPage.tsx';
import '../editor/document/document.css';

const meanings: Readonly<Record<string, Meaning>> = {
  0: 'quiet',
  1: 'done',
  2: 'done',
  3: 'partial',
};

/** A document's state in a word. */
export function DocumentStatus({
  status,
  closed,
}: {
  readonly status: string;
  readonly closed: boolean;
}) {
  const word = closed ? t('document.closed') : t(`document.status.${status as '0'}`);
  return <StatusTag meaning={closed ? 'quiet' : (meanings[status] ?? 'quiet')}>{word}</StatusTag>;
}

/** The lines of a document inside the list, read when its row opens. */
function Lines({ code, id }: { readonly code: KindCode; readonly id: string }) {
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
  return <PaperLines reply={{ kind: code, lines: [...data] }} />;
}

const linesOf = (code: KindCode) => (row: DocumentRow) => <Lines code={code} id={row.id ?? ''} />;

/** The state in the list, and whether something of it came back. */
const cells = {
  status: (row: DocumentRow) => {
    const { closed, hasReturn } = row as Readonly<Record<string, unknown>>;
    return (
      <Space size={4}>
        <DocumentStatus status={row.status ?? '0'} closed={closed === true} />
        {hasReturn === true && <StatusTag meaning="partial">{t('document.hasReturn')}</StatusTag>}
      </Space>
    );
  },
};

/** The list of a kind: its columns and filters come from the contract, its actions from what the kind can do. */
export function DocumentList({ code }: { readonly code: KindCode }) {
  const tabs = useTabs();
  const may = useMay();
  const { open } = tabs;
  const url = urlOf(code);
  useHotkeys('n, f2', () => open(`${url}/new`), { enabled: may(url, '1'), preventDefault: true });
  const actions = useMemo(() => listActions(code, open, may), [code, open, may]);
  const acts = useMemo(() => rowActions(code, open), [code, open]);
  const expanded = useMemo(() => linesOf(code), [code]);
  const openRow = useCallback((row: DocumentRow) => open(`${url}/${row.id}`), [open, url]);
  const table = documentTables[code];
  const total =
    ['paidNow', 'totalAmount', 'goodsAmount'].find((name) => name in table.columns) ?? 'time';
  return (
    <List
      table={table}
      fixed={{ kind: code }}
      nameColumn="number"
      facts={['partnerName', 'time', total].filter((name) => name in table.columns)}
      actions={actions}
      rowActions={acts}
      onOpen={openRow}
      expanded={expanded}
      cells={cells}
    />
  );
}

import type { RowOf } from '@tradehouse/contract';
import { documentTables } from '@tradehouse/contract';
import type { DocumentTable } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { TableColumnsType, TableProps } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { readTablePage } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { DocumentStatus } from '../../control/DocumentStatus.tsx';
import { timeText } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { PickTable } from '../../control/PickTable.tsx';
import type { PickPage } from '../../control/PickTable.tsx';
import { t } from '../../phrase/index.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { filtersFromDocumentSearch, Finders, nothingAsked } from './Finders.tsx';
import type { DocumentSearch } from './Finders.tsx';

/** Displayed fields of a found document. */
export type FoundRow = RowOf<DocumentTable> & Readonly<Record<string, string | null>>;

interface Props {
  readonly kind: KindCode;
  /** Filters not chosen by the user. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Hides partner and payment from the reader. */
  readonly discreet?: boolean;
  /** Controls before and beside the filters. */
  readonly before?: ReactNode;
  readonly rowSelection?: TableProps<FoundRow>['rowSelection'];
  readonly onTake?: (row: FoundRow) => void;
  /** Content of an expanded row. */
  readonly renderBelow?: (row: FoundRow) => ReactNode;
}

const PAGE = 10;
/** Placeholder for a hidden partner: a sales order's customer, when only purchasing. */
const HIDDEN = '****';

/** Holds the search input, the query and the page found. */
function useFinding({ kind, fixed }: Props) {
  const [typed, setTyped] = useState(nothingAsked);
  const [asked, setAsked] = useState(nothingAsked);
  const [page, setPage] = useState(1);
  const table = documentTables[kind];
  const search = JSON.stringify({
    kind,
    ...fixed,
    ...filtersFromDocumentSearch(asked),
  });
  const { data, isFetching, error } = useQuery({
    queryKey: ['list', table.path, 'find', kind, search, page],
    queryFn: () =>
      readTablePage(table, { search, currentPage: page, pageSize: PAGE }, { quiet: true }),
    placeholderData: (earlier) => earlier,
  });
  const ask = (next: DocumentSearch): void => {
    setTyped(next);
    setAsked(next);
    setPage(1);
  };
  // SAFETY: cells read by name below are texts in tables of every kind.
  const found = { data: data as PickPage<FoundRow>['data'], isFetching, error };
  return { typed, setTyped, ask, page, setPage, found };
}

/** Documents of a kind to look through: by number, product and days, a page at a time. */
export function DocumentFinder(props: Props) {
  const { kind, discreet = false, before, rowSelection, onTake, renderBelow } = props;
  const { timeZone } = useSettings();
  const finding = useFinding(props);
  return (
    <>
      <Finders {...finding} before={before} />
      <PickTable<FoundRow>
        found={finding.found}
        page={finding.page}
        pageSize={PAGE}
        onPage={finding.setPage}
        none={t('document.link.none')}
        rowKey="id"
        columns={columnsOfDocumentFinder(documentTables[kind], discreet, timeZone)}
        scroll={{ x: 900, y: 380 }}
        {...(rowSelection === undefined ? {} : { rowSelection })}
        {...(renderBelow === undefined
          ? {}
          : {
              expandable: {
                expandedRowRender: renderBelow,
                columnTitle: <span className="unseen">{t('list.more')}</span>,
              },
            })}
        onRow={(row) => (onTake === undefined ? {} : { onDoubleClick: () => onTake(row) })}
      />
    </>
  );
}

function columnsOfDocumentFinder(
  { kind, columns }: DocumentTable,
  discreet: boolean,
  timeZone: string,
): TableColumnsType<FoundRow> {
  const money = (name: string, title: string): TableColumnsType<FoundRow>[number] => ({
    title,
    dataIndex: name,
    width: 110,
    align: 'right',
    render: (value: string | null, row) => (
      <NumberText value={value} as="money" of={row['currency']} />
    ),
  });
  const all: readonly (TableColumnsType<FoundRow>[number] & { readonly dataIndex: string })[] = [
    {
      title: partnerLabel(documentKinds[kind]),
      dataIndex: 'partnerName',
      width: 130,
      ellipsis: true,
      render: (name: string | null) => (discreet ? HIDDEN : name),
    },
    {
      title: t('document.number'),
      dataIndex: 'number',
      width: 165,
      render: (number: string, row) => (
        <DocumentLink kind={kind} id={row['id'] ?? null}>
          {number}
        </DocumentLink>
      ),
    },
    { title: t('document.summary'), dataIndex: 'summary', ellipsis: true },
    {
      title: t('document.time'),
      dataIndex: 'time',
      width: 155,
      render: (time: string) => timeText(time, timeZone),
    },
    { title: t('document.creator'), dataIndex: 'creatorName', width: 90, ellipsis: true },
    {
      title: t('editor.column.quantity'),
      dataIndex: 'totalQuantity',
      width: 80,
      align: 'right',
      render: (value: string | null) => <NumberText value={value} />,
    },
    ...(discreet
      ? []
      : [
          { ...money('goodsAmount', t('editor.column.amount')), dataIndex: 'goodsAmount' },
          { ...money('totalAmount', t('editor.column.total')), dataIndex: 'totalAmount' },
        ]),
    {
      title: t('bill.status'),
      dataIndex: 'status',
      width: 90,
      render: (status: string, row: Readonly<Record<string, unknown>>) => (
        <DocumentStatus kind={kind} status={status} closed={row['closed'] === true} />
      ),
    },
  ];
  return all.filter(({ dataIndex }) => dataIndex in columns);
}

import type { ReplyOf, RowOf } from '@tradehouse/contract';
import { documentTables, documentToConvert, lastPage } from '@tradehouse/contract';
import type { DocumentTable } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode, KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Segmented, Space, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { call, readTable } from '../../app/client.ts';
import { language } from '../../app/language.ts';
import { useSettings } from '../../app/settings.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { timeText } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';

type Converted = ReplyOf<typeof documentToConvert>;
type ConvertedLine = Converted['lines'][number];
/** What the picker shows of a source; every goods kind has these. */
type SourceRow = RowOf<DocumentTable> & Readonly<Record<string, string | null>>;

interface Props {
  readonly code: GoodsKindCode;
  readonly partnerId: string | null;
  /** Source lines that stand on the document already. */
  readonly taken: ReadonlySet<string>;
  readonly onTake: (reply: Converted) => void;
  readonly onClose: () => void;
}

const PAGE = 10;
const keyOf = ({ sourceDocumentId, sourceLine, line }: ConvertedLine): string =>
  `${sourceDocumentId} ${sourceLine ?? line}`;

/** Which documents of a source are offered: audited and partly done; for returns also what is complete. */
const statusesOf = (source: KindCode, code: GoodsKindCode): readonly string[] => {
  const returns = documentKinds[code].sources[source] === 'returned';
  const possible = documentTables[source].columns['status']?.choices ?? [];
  return possible.filter(
    (status) => status === '1' || status === '3' || (returns && status === '2'),
  );
};

/** The kinds a document of this kind can be made from. */
export const sourceKinds = (code: GoodsKindCode): readonly KindCode[] =>
  Object.keys(documentKinds[code].sources) as KindCode[];

/**
 * Two steps: documents of one partner, then their lines with what is left of each. Several documents at once.
 */
export function LinkPicker({ code, partnerId, taken, onTake, onClose }: Props) {
  const [ids, setIds] = useState<string | null>(null);
  return ids === null ? (
    <SourceStep code={code} partnerId={partnerId} onNext={setIds} onClose={onClose} />
  ) : (
    <LineStep
      code={code}
      ids={ids}
      taken={taken}
      onBack={() => setIds(null)}
      onTake={onTake}
      onClose={onClose}
    />
  );
}

interface SourceProps {
  readonly code: GoodsKindCode;
  readonly partnerId: string | null;
  readonly onNext: (ids: string) => void;
  readonly onClose: () => void;
}

function SourceStep({ code, partnerId, onNext, onClose }: SourceProps) {
  const kinds = sourceKinds(code);
  const { timeZone } = useSettings();
  const [source, setSource] = useState(kinds[0] ?? 'saleOut');
  const [number, setNumber] = useState('');
  const [product, setProduct] = useState('');
  const [asked, setAsked] = useState({ number: '', product: '' });
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlyMap<string, SourceRow>>(new Map());

  const search = JSON.stringify({
    kind: source,
    status: statusesOf(source, code),
    ...(partnerId === null ? {} : { organId: partnerId }),
    ...(asked.number === '' ? {} : { number: asked.number }),
    ...(asked.product === '' ? {} : { materialParam: asked.product }),
  });
  const { data, isFetching, error } = useQuery({
    queryKey: ['list', documentTables[source].path, 'link', source, search, page],
    queryFn: () =>
      readTable(
        documentTables[source],
        { search, currentPage: page, pageSize: PAGE },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });

  const partners = new Set([...chosen.values()].map((row) => row['partnerId']));
  const columns: TableColumnsType<SourceRow> = [
    { title: t('document.partner'), dataIndex: 'partnerName', width: 150, ellipsis: true },
    { title: t('document.number'), dataIndex: 'number', width: 180 },
    { title: t('document.summary'), dataIndex: 'summary', ellipsis: true },
    {
      title: t('document.time'),
      dataIndex: 'time',
      width: 165,
      render: (time: string) => timeText(time, timeZone),
    },
    {
      title: t('editor.column.quantity'),
      dataIndex: 'totalQuantity',
      width: 90,
      align: 'right',
      render: (value) => <NumberText value={value} />,
    },
    {
      title: t('editor.column.amount'),
      dataIndex:
        documentTables[source].columns['totalAmount'] === undefined ? 'goodsAmount' : 'totalAmount',
      width: 120,
      align: 'right',
      render: (value) => <NumberText value={value} as="money" />,
    },
  ];
  const next = (rows: Iterable<string>): void => onNext([...rows].join(','));
  return (
    <ChoiceModal
      width={1100}
      title={t('document.link.documents', { kind: documentKinds[source].name[language] })}
      okText={t('document.link.next')}
      okDisabled={chosen.size === 0 || partners.size > 1}
      onOk={() => next(chosen.keys())}
      onCancel={onClose}
    >
      <Space wrap style={{ marginBottom: 8 }}>
        {kinds.length > 1 && (
          <Segmented
            value={source}
            options={kinds.map((kind) => ({
              value: kind,
              label: documentKinds[kind].name[language],
            }))}
            onChange={(kind) => {
              setSource(kind);
              setChosen(new Map());
              setPage(1);
            }}
          />
        )}
        <Input
          allowClear
          value={number}
          placeholder={t('document.number')}
          onChange={(event) => setNumber(event.target.value)}
          onPressEnter={() => setAsked({ number, product })}
        />
        <Input
          allowClear
          value={product}
          placeholder={t('document.summary')}
          onChange={(event) => setProduct(event.target.value)}
          onPressEnter={() => setAsked({ number, product })}
        />
        <Button
          onClick={() => {
            setPage(1);
            setAsked({ number, product });
          }}
        >
          {t('act.search')}
        </Button>
      </Space>
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      {partners.size > 1 && <Alert type="warning" showIcon title={t('document.link.onePartner')} />}
      <Table<SourceRow>
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={[...((data?.rows ?? []) as readonly SourceRow[])]}
        loading={isFetching}
        scroll={{ x: 900, y: 380 }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: Math.min(data?.total ?? 0, lastPage(PAGE) * PAGE),
          onChange: setPage,
          showSizeChanger: false,
        }}
        rowSelection={{
          selectedRowKeys: [...chosen.keys()],
          preserveSelectedRowKeys: true,
          onChange: (_, rows) => setChosen(new Map(rows.map((row) => [String(row['id']), row]))),
        }}
        onRow={(row) => ({ onDoubleClick: () => next([String(row['id'])]) })}
        locale={{ emptyText: t('document.link.none') }}
      />
    </ChoiceModal>
  );
}

interface LineProps {
  readonly code: GoodsKindCode;
  readonly ids: string;
  readonly taken: ReadonlySet<string>;
  readonly onBack: () => void;
  readonly onTake: (reply: Converted) => void;
  readonly onClose: () => void;
}

const positive = ({ remaining }: ConvertedLine): boolean => !/^-|^0(\.0+)?$/.test(remaining);

function LineStep({ code, ids, taken, onBack, onTake, onClose }: LineProps) {
  const { data, isFetching, error } = useQuery({
    queryKey: ['convert', ids, code],
    queryFn: () => call(documentToConvert, { ids, kind: code }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const lines = data?.lines ?? [];
  const free = lines.filter((line) => positive(line) && !taken.has(keyOf(line)));
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const chosen = free.filter((line) => !dropped.has(keyOf(line)));
  const columns: TableColumnsType<ConvertedLine> = [
    { title: t('document.number'), dataIndex: 'sourceNumber', width: 170 },
    { title: t('editor.column.barcode'), dataIndex: 'barcode', width: 140 },
    { title: t('editor.column.name'), dataIndex: 'productName', ellipsis: true },
    { title: t('editor.column.standard'), dataIndex: 'standard', width: 110, ellipsis: true },
    { title: t('editor.column.unit'), dataIndex: 'unit', width: 70 },
    {
      title: t('editor.column.quantity'),
      dataIndex: 'quantity',
      width: 90,
      align: 'right',
      render: (value) => <NumberText value={value} />,
    },
    {
      title: t('editor.column.remaining'),
      dataIndex: 'remaining',
      width: 100,
      align: 'right',
      render: (value) => <NumberText value={value} />,
    },
    {
      title: t('editor.column.unitPrice'),
      dataIndex: 'unitPrice',
      width: 100,
      align: 'right',
      render: (value) => <NumberText value={value} as="price" />,
    },
  ];
  return (
    <PaneModal
      width={1100}
      title={t('document.link.lines')}
      ready={data !== undefined}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onBack}>{t('document.link.back')}</Button>
          <Button
            type="primary"
            disabled={data === undefined || chosen.length === 0}
            onClick={() => data !== undefined && onTake({ ...data, lines: [...chosen] })}
          >
            {t('document.link.take', { count: chosen.length })}
          </Button>
        </>
      }
    >
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      {data !== undefined && free.length === 0 && (
        <Alert type="warning" showIcon title={t('document.link.nothingLeft')} />
      )}
      <Table<ConvertedLine>
        size="small"
        rowKey={keyOf}
        columns={columns}
        dataSource={[...lines]}
        loading={isFetching}
        pagination={false}
        scroll={{ x: 900, y: 380 }}
        rowSelection={{
          selectedRowKeys: chosen.map(keyOf),
          getCheckboxProps: (line) => ({ disabled: !free.includes(line) }),
          onChange: (keys) => {
            const kept = new Set(keys);
            setDropped(new Set(free.map(keyOf).filter((key) => !kept.has(key))));
          },
        }}
      />
    </PaneModal>
  );
}

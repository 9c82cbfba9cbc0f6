import type { ReplyOf } from '@tradehouse/contract';
import { documentTables, documentToConvert, plainLine } from '@tradehouse/contract';
import { documentKinds, keysOf, progressOn } from '@tradehouse/domain';
import type { GoodsKindCode, KindCode, DocumentKind } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import { titleOfPlainLineField } from '../columns/plainColumns.ts';
import { DocumentFinder } from './DocumentFinder.tsx';
import type { FoundRow } from './DocumentFinder.tsx';

type LinkableDocuments = ReplyOf<typeof documentToConvert>;
type LinkableLine = LinkableDocuments['lines'][number];

interface Props {
  readonly code: GoodsKindCode;
  readonly partnerId: string | null;
  /** Source lines already on the document. */
  readonly taken: ReadonlySet<string>;
  readonly onTake: (reply: LinkableDocuments) => void;
  readonly onClose: () => void;
}

const keyOfLinkableLine = ({ sourceDocumentId, sourceLine, line }: LinkableLine): string =>
  `${sourceDocumentId} ${sourceLine ?? line}`;

/** Filters source documents: approved and partly done; for returns also complete documents. */
function filtersOfLinkSource(
  source: KindCode,
  code: GoodsKindCode,
): Readonly<Record<string, unknown>> {
  const progress = progressOn(source, code);
  const possible = documentTables[source].columns['status']?.choices ?? [];
  const status = possible.filter(
    (one) => one === '1' || one === '3' || (progress === 'returned' && one === '2'),
  );
  return { status, ...(progress === 'purchased' ? { purchaseStatus: ['0', '3'] } : {}) };
}

/** Checks if both kinds have one type of partner: otherwise the source's partner is irrelevant here. */
const samePartner = (source: KindCode, code: GoodsKindCode): boolean =>
  documentKinds[source].partner?.type === documentKinds[code].partner?.type;

const sourceKindsOfGoods = (code: GoodsKindCode): readonly KindCode[] =>
  // SAFETY: no document is made from kinds written by the product itself.
  keysOf(documentKinds[code].sources) as readonly KindCode[];

/** Checks if the source determines the partner. */
export const partnerFollows = (code: GoodsKindCode): boolean =>
  sourceKindsOfGoods(code).some((source) => samePartner(source, code));

/** Lists the source kinds of a kind; sales orders only if purchasing by sale is enabled. */
export const sourceKinds = (code: GoodsKindCode, purchaseBySale: boolean): readonly KindCode[] =>
  sourceKindsOfGoods(code).filter(
    (source) => purchaseBySale || progressOn(source, code) !== 'purchased',
  );

/**
 * Picks sources in two steps: documents of one partner, several at once, then lines with their remainders.
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
  const may = useMay();
  const { purchaseBySale } = useSettings();
  const kinds = sourceKinds(code, purchaseBySale).filter((kind) =>
    may(documentKinds[kind].url ?? ''),
  );
  const [source, setSource] = useState(kinds[0]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, FoundRow>>(new Map());
  const one = source !== undefined && samePartner(source, code);
  const partners = new Set([...chosen.values()].map((row) => row['partnerId']));
  const mixed = one && partners.size > 1;
  const next = (rows: Iterable<string>): void => onNext([...rows].join(','));
  return (
    <ChoiceModal
      width={1300}
      title={t('document.link.documents', {
        kind: source === undefined ? '' : documentKinds[source].name[language],
      })}
      okText={t('document.link.next')}
      okDisabled={chosen.size === 0 || mixed}
      onOk={() => next(chosen.keys())}
      onCancel={onClose}
    >
      {source === undefined && <Alert type="warning" showIcon title={t('bill.noSource')} />}
      {mixed && <Alert type="warning" showIcon title={t('document.link.onePartner')} />}
      {source !== undefined && (
        <DocumentFinder
          key={source}
          kind={source}
          discreet={progressOn(source, code) === 'purchased'}
          fixed={{
            ...filtersOfLinkSource(source, code),
            ...(one && partnerId !== null ? { organId: partnerId } : {}),
          }}
          before={
            kinds.length > 1 && (
              <Segmented
                aria-label={t('editor.link.kind')}
                value={source}
                options={kinds.map((kind) => ({
                  value: kind,
                  label: documentKinds[kind].name[language],
                }))}
                onChange={(kind) => {
                  setSource(kind);
                  setChosen(new Map());
                }}
              />
            )
          }
          rowSelection={{
            selectedRowKeys: [...chosen.keys()],
            preserveSelectedRowKeys: true,
            onChange: (_, rows) => setChosen(new Map(rows.map((row) => [String(row['id']), row]))),
          }}
          onTake={(row) => next([String(row['id'])])}
        />
      )}
    </ChoiceModal>
  );
}

type LineColumn = TableColumnsType<LinkableLine>[number];
const defineLinkTextColumn = (
  name: 'standard' | 'model' | 'supplierId',
  width: number,
  of: string = name,
): LineColumn => ({
  title: t(`editor.column.${name}`),
  dataIndex: of,
  width,
  ellipsis: true,
});
const defineLinkFigureColumn = (
  name: 'quantity' | 'remaining' | 'unitPrice' | 'amount' | 'taxRate' | 'tax' | 'total',
  width: number,
  as?: 'price' | 'money',
): LineColumn => ({
  title: t(`editor.column.${name}`),
  dataIndex: name,
  width,
  align: 'right',
  render: (value: string | null) => (
    <NumberText value={value} {...(as === undefined ? {} : { as })} />
  ),
});

/** Columns of the available lines; with suppliers if any is suggested. */
const columnsOfLinkPicker = (
  { price, amounts }: DocumentKind,
  lines: readonly LinkableLine[],
): TableColumnsType<LinkableLine> => [
  { title: t('document.number'), dataIndex: 'sourceNumber', width: 170 },
  { title: t('editor.column.barcode'), dataIndex: 'barcode', width: 140 },
  { title: t('editor.column.name'), dataIndex: 'productName', ellipsis: true },
  defineLinkTextColumn('standard', 110),
  defineLinkTextColumn('model', 90),
  { title: t('editor.column.unit'), dataIndex: 'unit', width: 70 },
  defineLinkFigureColumn('quantity', 90),
  defineLinkFigureColumn('remaining', 100),
  ...(price === null
    ? []
    : [
        defineLinkFigureColumn('unitPrice', 100, 'price'),
        defineLinkFigureColumn('amount', 110, 'money'),
      ]),
  ...(amounts.includes('tax')
    ? [
        defineLinkFigureColumn('taxRate', 80),
        defineLinkFigureColumn('tax', 110, 'money'),
        defineLinkFigureColumn('total', 110, 'money'),
      ]
    : []),
  ...(lines.some(({ supplierId }) => supplierId !== null)
    ? [defineLinkTextColumn('supplierId', 130, 'supplierName')]
    : []),
  ...plainLine.names
    .filter((name) => lines.some((line) => (line[name] ?? '') !== ''))
    .map((name) => ({
      title: titleOfPlainLineField(name),
      dataIndex: name,
      width: 120,
      ellipsis: true,
    })),
];

interface LinkLineStepProps {
  readonly code: GoodsKindCode;
  readonly ids: string;
  readonly taken: ReadonlySet<string>;
  readonly onBack: () => void;
  readonly onTake: (reply: LinkableDocuments) => void;
  readonly onClose: () => void;
}

const hasRemainingQuantity = ({ remaining }: LinkableLine): boolean =>
  !/^-|^0(\.0+)?$/.test(remaining);

function LineStep({ code, ids, taken, onBack, onTake, onClose }: LinkLineStepProps) {
  const { data, isFetching, error } = useQuery({
    queryKey: ['convert', ids, code],
    queryFn: () => callEndpoint(documentToConvert, { ids, kind: code }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const lines = data?.lines ?? [];
  const free = lines.filter(
    (line) => hasRemainingQuantity(line) && !taken.has(keyOfLinkableLine(line)),
  );
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const chosen = free.filter((line) => !dropped.has(keyOfLinkableLine(line)));
  return (
    <PaneModal
      width={1300}
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
      <Table<LinkableLine>
        size="small"
        rowKey={keyOfLinkableLine}
        columns={columnsOfLinkPicker(documentKinds[code], lines)}
        dataSource={[...lines]}
        loading={isFetching}
        pagination={false}
        scroll={{ x: documentKinds[code].price === null ? 900 : 1300, y: 380 }}
        rowSelection={{
          selectedRowKeys: chosen.map(keyOfLinkableLine),
          getCheckboxProps: (line) => ({ disabled: !free.includes(line) }),
          onChange: (keys) => {
            const kept = new Set(keys);
            setDropped(new Set(free.map(keyOfLinkableLine).filter((key) => !kept.has(key))));
          },
        }}
      />
    </PaneModal>
  );
}

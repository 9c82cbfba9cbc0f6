import { propertyNames } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Space, Table, Tag } from 'antd';
import type { TableColumnsType } from 'antd';
import { useEffect, useState } from 'react';
import { CategorySelect } from '../../control/CategorySelect.tsx';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { WarehouseSelect } from '../../control/references.tsx';
import { Thumbnail } from '../../control/Pictures.tsx';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import { PickerFilters } from './PickerFilters.tsx';
import type { PickerAsked } from './PickerFilters.tsx';
import { searchProducts } from './productSearch.ts';
import type { ProductHit } from './productSearch.ts';

interface Props {
  readonly keyword: string;
  readonly warehouseId: string | null;
  readonly onTake: (barcodes: readonly string[]) => void;
  /** Opens the form of a new product, with what was looked for; absent where the user may make none. */
  readonly onNew?: (keyword: string) => void;
  readonly onClose: () => void;
}

const PAGE = 50;
/** How many columns there are where no product has a rare fact. */
const PLAIN = 8;

/** Facts that few products have: a column each once some hit has one. */
const rare = ['color', 'brand', 'maker', ...propertyNames] as const;

const columnsOf = (hits: readonly ProductHit[]): TableColumnsType<ProductHit> => [
  {
    title: t('editor.column.barcode'),
    dataIndex: 'barcode',
    width: 160,
    render: (barcode: string, { imageId, name }) => (
      <>
        {imageId === null ? null : <Thumbnail id={imageId} name={name} />}
        {barcode}
      </>
    ),
  },
  {
    title: t('editor.column.name'),
    dataIndex: 'name',
    ellipsis: true,
    // Inline, so that a name that is too long ends in dots; the whole of it stands in the cell's own title.
    render: (name: string, hit) => (
      <span title={name}>
        {name}
        {hit.serialManaged && (
          <Tag color="orange" className="mark">
            {t('editor.picker.serial')}
          </Tag>
        )}
        {hit.lotManaged && (
          <Tag color="orange" className="mark">
            {t('editor.picker.lot')}
          </Tag>
        )}
      </span>
    ),
  },
  { title: t('editor.picker.category'), dataIndex: 'categoryName', width: 100, ellipsis: true },
  { title: t('editor.column.standard'), dataIndex: 'standard', width: 110, ellipsis: true },
  { title: t('editor.column.model'), dataIndex: 'model', width: 90, ellipsis: true },
  ...rare
    .filter((name) => hits.some((hit) => hit[name] !== ''))
    .map((name) => ({ title: columnTitle(name), dataIndex: name, width: 90, ellipsis: true })),
  { title: t('editor.column.attributes'), dataIndex: 'attributes', width: 110, ellipsis: true },
  {
    title: t('editor.column.unit'),
    dataIndex: 'unit',
    width: 90,
    render: (unit: string, { ratio }) => (ratio === '1' ? unit : `${unit} ×${ratio}`),
  },
  {
    title: t('editor.column.stock'),
    dataIndex: 'stock',
    width: 100,
    align: 'right',
    render: (stock: string) => <NumberText value={stock} />,
  },
];

/**
 * Products for lines: by keyword, category, warehouse and what they are; several at once. Enter in the keyword searches; where the
 * answer is one exact hit, a second Enter takes it.
 */
export function ProductPicker({ keyword, warehouseId, onTake, onNew, onClose }: Props) {
  const [typed, setTyped] = useState(keyword);
  const [asked, setAsked] = useState(keyword);
  const [category, setCategory] = useState<string | null>(null);
  const [depot, setDepot] = useState(warehouseId);
  const [facts, setFacts] = useState<PickerAsked>({});
  const [page, setPage] = useState(1);
  const [taken, setTaken] = useState<readonly string[]>([]);

  const query = {
    page,
    rows: PAGE,
    ...(asked === '' ? {} : { q: asked }),
    ...(category === null ? {} : { categoryId: category }),
    ...(depot === null ? {} : { depotId: depot }),
    ...facts,
  };
  const { data, isFetching, error } = useQuery({
    queryKey: ['picker', query],
    queryFn: () => searchProducts(query),
    placeholderData: (before) => before,
  });
  const rows = data?.rows ?? [];
  const columns = columnsOf(rows);
  const exact =
    asked === '' ? [] : rows.filter(({ barcode, name }) => barcode === asked || name === asked);
  const sure =
    typed === asked && !isFetching
      ? exact.length === 1
        ? exact[0]
        : rows.length === 1
          ? rows[0]
          : undefined
      : undefined;

  useEffect(() => setPage(1), [asked, category, depot, facts]);

  const finish = (barcodes: readonly string[]): void => {
    if (barcodes.length > 0) onTake(barcodes);
  };

  return (
    <ChoiceModal
      width={1100}
      title={t('editor.picker.title')}
      okText={
        taken.length === 0
          ? t('editor.picker.take')
          : t('editor.picker.takeN', { count: taken.length })
      }
      okDisabled={taken.length === 0}
      onOk={() => finish(taken)}
      onCancel={onClose}
    >
      <Space wrap style={{ marginBottom: 8 }}>
        <Input
          allowClear
          style={{ width: 300 }}
          value={typed}
          placeholder={t('editor.picker.keyword')}
          aria-label={t('editor.picker.keyword')}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (sure !== undefined) finish([sure.barcode]);
            else setAsked(typed.trim());
          }}
        />
        <div className="picker-category">
          <CategorySelect
            aria-label={t('editor.picker.category')}
            placeholder={t('editor.picker.category')}
            value={category}
            onChange={setCategory}
          />
        </div>
        <WarehouseSelect
          aria-label={t('editor.column.warehouse')}
          placeholder={t('editor.column.warehouse')}
          value={depot}
          onChange={setDepot}
          style={{ width: 180 }}
        />
        <PickerFilters asked={facts} onAsk={setFacts} />
        {onNew !== undefined && (
          <Button onClick={() => onNew(typed.trim())}>{t('editor.quick.open')}</Button>
        )}
      </Space>
      {sure !== undefined && (
        <Alert type="info" showIcon title={t('editor.picker.enterAgain', { name: sure.name })} />
      )}
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <Table<ProductHit>
        size="small"
        rowKey="barcode"
        columns={columns}
        dataSource={[...rows]}
        loading={isFetching}
        scroll={{ y: 380, x: 900 + 90 * (columns.length - PLAIN) }}
        rowSelection={{
          selectedRowKeys: [...taken],
          preserveSelectedRowKeys: true,
          onChange: (keys) => setTaken(keys.map(String)),
        }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        onRow={(hit) => ({
          onDoubleClick: () => finish([hit.barcode]),
          onClick: ({ target }) =>
            // A picture is looked at, not chosen.
            !(target as Element).closest('.thumbnail, .picture-large') &&
            setTaken((before) =>
              before.includes(hit.barcode)
                ? before.filter((code) => code !== hit.barcode)
                : [...before, hit.barcode],
            ),
        })}
        locale={{ emptyText: t('editor.picker.none') }}
      />
    </ChoiceModal>
  );
}

import { propertyNames } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Tag } from 'antd';
import type { TableColumnsType } from 'antd';
import { useEffect, useState } from 'react';
import { CategorySelect } from '../../control/CategorySelect.tsx';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { PickTable } from '../../control/PickTable.tsx';
import { WarehouseSelect } from '../../control/references.tsx';
import { Thumbnail } from '../../control/Pictures.tsx';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import { PickerFilters } from './PickerFilters.tsx';
import type { PickerAsked } from './PickerFilters.tsx';
import { searchProducts } from './productSearch.ts';
import type { ProductHit } from './productSearch.ts';
import { around } from '../../control/around.ts';

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
    width: hits.some(({ imageId }) => imageId !== null) ? 190 : 160,
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

const filtersOf = (asked: string, category: string | null, depot: string | null) => ({
  ...(asked === '' ? {} : { q: asked }),
  ...(category === null ? {} : { categoryId: category }),
  ...(depot === null ? {} : { depotId: depot }),
});

/** What is looked for, and the page of it that was found. */
function usePicking(keyword: string, warehouseId: string | null) {
  const [asked, setAsked] = useState(keyword);
  const [category, setCategory] = useState<string | null>(null);
  const [depot, setDepot] = useState(warehouseId);
  const [facts, setFacts] = useState<PickerAsked>({});
  const [page, setPage] = useState(1);
  const query = { page, rows: PAGE, ...filtersOf(asked, category, depot), ...facts };
  const found = useQuery({
    queryKey: ['picker', query],
    queryFn: () => searchProducts(query),
    placeholderData: (before) => before,
  });
  useEffect(() => setPage(1), [asked, category, depot, facts]);
  return {
    asked,
    setAsked,
    category,
    setCategory,
    depot,
    setDepot,
    facts,
    setFacts,
    page,
    setPage,
    found,
  };
}
type Picking = ReturnType<typeof usePicking>;

/** The one hit that is meant for sure: the exact one, or the only one. */
function sureHit({ asked, found }: Picking): ProductHit | undefined {
  const rows = found.data?.rows ?? [];
  const exact =
    asked === '' ? [] : rows.filter(({ barcode, name }) => barcode === asked || name === asked);
  return [exact, rows].find(({ length }) => length === 1)?.[0];
}

interface AskedProps {
  readonly picking: Picking;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onEnter: () => void;
}

const Keyword = ({ typed, onTyped, onEnter }: Omit<AskedProps, 'picking'>) => (
  <Input
    allowClear
    style={{ width: 300 }}
    value={typed}
    placeholder={t('editor.picker.keyword')}
    aria-label={t('editor.picker.keyword')}
    onFocus={(event) => event.target.select()}
    onChange={(event) => onTyped(event.target.value)}
    onPressEnter={(event) => {
      if (!event.nativeEvent.isComposing) onEnter();
    }}
  />
);

/** The keyword and the filters above the hits. */
function Asked({ picking, ...keyword }: AskedProps) {
  return (
    <>
      <Keyword {...keyword} />
      <div className="picker-category">
        <CategorySelect
          aria-label={t('editor.picker.category')}
          placeholder={t('editor.picker.category')}
          value={picking.category}
          onChange={picking.setCategory}
        />
      </div>
      <WarehouseSelect
        aria-label={t('editor.column.warehouse')}
        placeholder={t('editor.column.warehouse')}
        value={picking.depot}
        onChange={picking.setDepot}
        style={{ width: 180 }}
      />
      <PickerFilters asked={picking.facts} onAsk={picking.setFacts} />
    </>
  );
}

interface HitsProps {
  readonly picking: Picking;
  readonly taken: readonly string[];
  readonly onTaken: (barcodes: readonly string[]) => void;
  /** A double click takes this one. */
  readonly onTake: (barcode: string) => void;
}

function Hits({ picking, taken, onTaken, onTake }: HitsProps) {
  const columns = columnsOf(picking.found.data?.rows ?? []);
  const turn = (barcode: string): void =>
    onTaken(
      taken.includes(barcode) ? taken.filter((code) => code !== barcode) : [...taken, barcode],
    );
  return (
    <PickTable<ProductHit>
      found={picking.found}
      page={picking.page}
      pageSize={PAGE}
      onPage={picking.setPage}
      none={t('editor.picker.none')}
      rowKey="barcode"
      columns={columns}
      scroll={{ y: 380, x: 900 + 90 * (columns.length - PLAIN) }}
      rowSelection={{
        selectedRowKeys: [...taken],
        preserveSelectedRowKeys: true,
        onChange: (keys) => onTaken(keys.map(String)),
      }}
      onRow={({ barcode }) => ({
        onDoubleClick: () => onTake(barcode),
        onClick: ({ target }) => {
          // A picture is looked at, not chosen.
          if (around(target, '.thumbnail, .picture-large') === null) turn(barcode);
        },
      })}
    />
  );
}

/**
 * Products for lines: by keyword, category, warehouse and what they are; several at once. Enter in the keyword searches; where the
 * answer is one exact hit, a second Enter takes it.
 */
export function ProductPicker({ keyword, warehouseId, onTake, onNew, onClose }: Props) {
  const [typed, setTyped] = useState(keyword);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const picking = usePicking(keyword, warehouseId);
  const answered = typed === picking.asked && !picking.found.isFetching;
  const sure = answered ? sureHit(picking) : undefined;
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
      onOk={() => onTake(taken)}
      onCancel={onClose}
    >
      <div className="picker-asked">
        <Asked
          picking={picking}
          typed={typed}
          onTyped={setTyped}
          onEnter={() =>
            sure === undefined ? picking.setAsked(typed.trim()) : onTake([sure.barcode])
          }
        />
        {onNew !== undefined && (
          <Button onClick={() => onNew(typed.trim())}>{t('editor.quick.open')}</Button>
        )}
      </div>
      {sure !== undefined && (
        <Alert type="info" showIcon title={t('editor.picker.enterAgain', { name: sure.name })} />
      )}
      <Hits
        picking={picking}
        taken={taken}
        onTaken={setTaken}
        onTake={(barcode) => onTake([barcode])}
      />
    </ChoiceModal>
  );
}

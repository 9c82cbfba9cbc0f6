import { propertyNames } from '@tradehouse/contract';
import { Input, Tag } from 'antd';
import type { TableColumnType } from 'antd';
import { NumberText } from '../../control/NumberText.tsx';
import { Thumbnail } from '../../control/Pictures.tsx';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import { isWrongQuantity } from './pickedProducts.ts';
import type { Picked } from './pickedProducts.ts';
import { focusBeside } from './pickerKeys.ts';
import type { ProductHit } from './productSearch.ts';

type HitColumn = TableColumnType<ProductHit> & { readonly title: string; readonly width: number };

/** Fact columns, shown only if any hit has the fact. */
const facts = [
  ['categoryName', 90],
  ['standard', 100],
  ['model', 80],
  ['color', 80],
  ['brand', 80],
  ['maker', 80],
  ...propertyNames.map((name) => [name, 90] as const),
  ['attributes', 110],
] as const;

const nameColumn = (): HitColumn => ({
  title: t('editor.column.name'),
  dataIndex: 'name',
  width: 160,
  ellipsis: true,
  render: (name: string, hit) => (
    <span className="picker-name" title={name}>
      <span>{name}</span>
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
});

/** Quantity fields next to the found products. */
export interface QuantityEntry {
  readonly picked: Picked;
  readonly onType: (barcode: string, text: string) => void;
  readonly onEnter: () => void;
}

const quantityEntry = ({ picked, onType, onEnter }: QuantityEntry): HitColumn => ({
  title: t('editor.column.quantity'),
  key: 'quantity',
  width: 80,
  align: 'right',
  fixed: 'end',
  render: (_, { barcode, name }) => (
    <Input
      size="small"
      className="picker-quantity"
      inputMode="decimal"
      value={picked.get(barcode) ?? ''}
      // A line without a given quantity starts with one.
      placeholder={picked.has(barcode) ? '1' : ''}
      status={isWrongQuantity(picked.get(barcode) ?? '') ? 'error' : ''}
      aria-label={`${t('editor.column.quantity')} ${name}`}
      onChange={(event) => onType(barcode, event.target.value.trim())}
      onKeyDown={focusBeside}
      onPressEnter={onEnter}
    />
  ),
});

/** Prices by barcode; null if hidden, empty until loaded. */
type HitPrices = ReadonlyMap<string, string | null> | null;

const priceColumn = (prices: NonNullable<HitPrices>): HitColumn => ({
  title: t('editor.column.unitPrice'),
  key: 'unitPrice',
  width: 80,
  align: 'right',
  fixed: 'end',
  render: (_, { barcode }) => {
    const price = prices.get(barcode) ?? null;
    return price === null ? null : <NumberText value={price} as="price" />;
  },
});

/** Returns the columns with a value in any hit. */
export const pickerColumns = (
  hits: readonly ProductHit[],
  prices: HitPrices,
  quantity: QuantityEntry | undefined,
): HitColumn[] => [
  {
    title: t('editor.column.barcode'),
    dataIndex: 'barcode',
    width: hits.some(({ imageId }) => imageId !== null) ? 180 : 140,
    render: (barcode: string, { imageId, name }) => (
      <>
        {imageId === null ? null : <Thumbnail id={imageId} name={name} />}
        {barcode}
      </>
    ),
  },
  nameColumn(),
  ...facts
    .filter(([name]) => hits.some((hit) => hit[name] !== ''))
    .map(([name, width]) => ({
      title: name === 'categoryName' ? t('editor.picker.category') : columnTitle(name),
      dataIndex: name,
      width,
      ellipsis: true,
    })),
  {
    title: t('editor.column.unit'),
    dataIndex: 'unit',
    width: 70,
    render: (unit: string, { ratio }) => (ratio === '1' ? unit : `${unit} ×${ratio}`),
  },
  {
    title: t('editor.column.stock'),
    dataIndex: 'stock',
    width: 70,
    align: 'right',
    fixed: 'end',
    render: (stock: string) => <NumberText value={stock} />,
  },
  ...(prices !== null && hits.some(({ barcode }) => (prices.get(barcode) ?? null) !== null)
    ? [priceColumn(prices)]
    : []),
  ...(quantity === undefined ? [] : [quantityEntry(quantity)]),
];

/** Returns the columns' minimum width in pixels. */
export const pickerWidth = (columns: readonly HitColumn[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

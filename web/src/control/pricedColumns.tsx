import { t } from '../phrase/index.ts';
import type { EntryColumn } from './EntryTable.tsx';
import { NumberText } from './NumberText.tsx';

interface Priced {
  readonly barcode: string;
  readonly productName: string;
  readonly attributes: string;
  readonly unit: string;
}

/**
 * Returns the first columns of priced lines: barcode, product, and the price shown next to the entered
 * price.
 */
export const pricedColumns = <Line extends Priced>(
  dataIndex: keyof Line & string,
  title: string,
): EntryColumn<Line>[] => [
  { title: t('editor.column.barcode'), dataIndex: 'barcode', width: 130 },
  {
    title: t('editor.column.name'),
    dataIndex: 'productName',
    render: (name: string, { attributes, unit }) =>
      [name, attributes, unit].filter((part) => part !== '').join(' · '),
  },
  {
    title,
    dataIndex,
    align: 'right',
    width: 120,
    render: (price: string | null) =>
      price === null ? t('empty.none') : <NumberText value={price} as="price" />,
  },
];

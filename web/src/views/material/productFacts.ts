import { products } from '@tradehouse/contract';
import { labelOf } from '../../page/labels.ts';
import type { FactField } from '../../page/recordFacts.ts';
import { t } from '../../phrase/index.ts';
import { plainNames, prices } from './productBody.ts';

/** The fields of a product, as a conflict tells them. */
export const productFacts = (): readonly FactField[] => [
  ...[...plainNames, 'unitName', 'unitId'].map((name) => ({
    name,
    label: labelOf(products.table, name),
  })),
  { name: 'attributes', label: t('product.attributes'), row: ['name', 'values'] },
  {
    name: 'barcodes',
    label: labelOf(products.table, 'barcode'),
    row: ['code', 'unit', 'attributes', 'skuCode', 'outerSkuCode', ...prices],
  },
  {
    name: 'stock',
    label: t('product.stock'),
    row: ['warehouseName', 'openingStock', 'openingPrice', 'minimum', 'maximum'],
  },
  { name: 'images', label: t('product.pictures') },
];

import { products } from '@tradehouse/contract';
import { labelOfColumn } from '../record/labels.ts';
import type { FactField } from '../record/recordFacts.ts';
import { t } from '../phrase/index.ts';
import { plainNames, prices, stockNames } from './productBody.ts';

const toProductFactFields = (...names: readonly string[]) =>
  names.map((name) => ({ name, label: labelOfColumn(products.table, name) }));

/** Fields of a product in a conflict message. */
export const productFacts = (): readonly FactField[] => [
  ...toProductFactFields(...plainNames, 'unitName', 'unitId'),
  {
    name: 'attributes',
    label: t('product.attributes'),
    row: { called: 'name', parts: toProductFactFields('values') },
  },
  {
    name: 'barcodes',
    label: labelOfColumn(products.table, 'barcode'),
    row: { called: 'code', parts: toProductFactFields('unit', 'attributes', ...prices) },
  },
  {
    name: 'stock',
    label: t('product.stock'),
    row: { called: 'warehouseName', parts: toProductFactFields(...stockNames) },
  },
  { name: 'images', label: t('product.pictures') },
];

import { products } from '@tradehouse/contract';
import { labelOfColumn } from '../record/labels.ts';
import type { FactField } from '../record/recordFacts.ts';
import { t } from '../phrase/index.ts';
import { plainNames, prices, stockNames, supplierNames } from './productBody.ts';

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
  {
    name: 'suppliers',
    label: labelOfColumn(products.table, 'suppliers'),
    row: { called: 'supplierName', parts: toProductFactFields(...supplierNames) },
  },
  {
    name: 'parts',
    label: labelOfColumn(products.table, 'parts'),
    row: { called: 'productName', parts: toProductFactFields('quantity') },
  },
  { name: 'images', label: t('product.pictures') },
];

import { products } from '@tradehouse/contract';
import { labelOf } from '../../record/labels.ts';
import type { FactField } from '../../record/recordFacts.ts';
import { t } from '../../phrase/index.ts';
import { plainNames, prices, stockNames } from './productBody.ts';

const named = (...names: readonly string[]) =>
  names.map((name) => ({ name, label: labelOf(products.table, name) }));

/** The fields of a product, as a conflict tells them. */
export const productFacts = (): readonly FactField[] => [
  ...named(...plainNames, 'unitName', 'unitId'),
  {
    name: 'attributes',
    label: t('product.attributes'),
    row: { called: 'name', parts: named('values') },
  },
  {
    name: 'barcodes',
    label: labelOf(products.table, 'barcode'),
    row: { called: 'code', parts: named('unit', 'attributes', ...prices) },
  },
  {
    name: 'stock',
    label: t('product.stock'),
    row: { called: 'warehouseName', parts: named(...stockNames) },
  },
  { name: 'images', label: t('product.pictures') },
];

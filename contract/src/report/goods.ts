import type { TableColumn } from '../table.ts';

/** Product columns, by default barcode; quantities in base units. */
export const goodsColumns = {
  barcode: { type: 'text', code: true, width: 110 },
  name: { type: 'text', width: 150 },
  standard: { type: 'text', width: 80 },
  model: { type: 'text', width: 80 },
  color: { type: 'text', width: 70 },
  brand: { type: 'text', optional: true },
  maker: { type: 'text', optional: true },
  propertyOne: { type: 'text', optional: true },
  propertyTwo: { type: 'text', optional: true },
  propertyThree: { type: 'text', optional: true },
  categoryName: { type: 'text', width: 90 },
} as const satisfies Readonly<Record<string, TableColumn>>;

/** Product columns after the first picture. */
export const picturedGoods = {
  imageId: { type: 'id', hidden: true },
  ...goodsColumns,
  barcode: { ...goodsColumns.barcode, pictured: 'imageId' },
} as const satisfies Readonly<Record<string, TableColumn>>;

import type { ProductInfo } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { gridRows, highestOf, priceTimes, productBody } from './productBody.ts';

const known = {
  id: '1',
  barcodes: [{ id: '11', code: '1001', unit: '瓶', purchasePrice: null, salePrice: '3' }],
  stock: [{ warehouseId: '5', openingStock: '10', openingPrice: '2', minimum: '1', maximum: null }],
} as unknown as ProductInfo;

test('the price of a box is the price of a piece times the box ratio, exactly', () => {
  expect(priceTimes('0.1', '12')).toBe('1.2');
  expect(priceTimes('1.333333', '2.5')).toBe('3.333333');
});

test('a hidden price is not sent, and an emptied price is sent as null', () => {
  const body = productBody(
    {
      several: false,
      highest: '',
      attributes: [],
      images: [],
      unitName: '瓶',
      name: '茶',
      barcodes: [{ id: '11', code: '1001', unit: '瓶', purchasePrice: null, salePrice: '' }],
      stock: [],
    },
    known,
  );
  expect(body.barcodes).toEqual([{ id: '11', code: '1001', unit: '瓶', salePrice: null }]);
});

test('only changed stock figures are sent', () => {
  const body = productBody(
    {
      several: true,
      highest: '',
      attributes: [],
      images: [{ id: '7', name: 'a.webp' }],
      unitId: '9',
      name: '茶',
      barcodes: [],
      stock: [
        {
          warehouseId: '5',
          warehouseName: 'A',
          openingStock: '10.0',
          openingPrice: '2',
          minimum: '',
          maximum: '90',
        },
        { warehouseId: '6', warehouseName: 'B' },
      ],
    },
    known,
  );
  expect(body.stock).toEqual([{ warehouseId: '5', minimum: null, maximum: '90' }]);
  expect(body).toMatchObject({ unitId: '9', images: ['7'] });
});

test('the attribute grid keeps typed values and numbers new codes consecutively', () => {
  const colour = { id: '1', name: '颜色', values: ['红', '蓝'] };
  const size = { id: '2', name: '尺码', values: ['S', 'M'] };
  const first = gridRows([colour], [{ code: '2001', unit: '件', salePrice: '9' }], '件', '');
  expect(first).toEqual([
    { code: '2001', unit: '件', salePrice: '9', attributes: '红' },
    { code: '2002', unit: '件', attributes: '蓝' },
  ]);
  const typed = [
    { ...first[0], skuCode: 'R' },
    { ...first[1], code: '900' },
  ];
  const more = { ...colour, values: ['绿', '红', '蓝'] };
  expect(gridRows([more], typed, '件', '').map(({ code, skuCode }) => [code, skuCode])).toEqual([
    ['2002', undefined],
    ['2001', 'R'],
    ['900', undefined],
  ]);
  expect(
    gridRows([colour, size], [{ code: '9', unit: '件' }], '件', '').map((row) => row.attributes),
  ).toEqual(['红,S', '红,M', '蓝,S', '蓝,M']);
});

test('new barcodes of a product continue the highest own barcode of the company, not a maker’s barcode', () => {
  const bought = { code: '6901234509908', unit: '件' };
  expect(highestOf([bought], '1007')).toBe('1007');
  expect(highestOf([bought, { code: '2001' }], '1007')).toBe('2001');
  const colour = { id: '1', name: '颜色', values: ['红', '蓝'] };
  expect(gridRows([colour], [bought], '件', '1007').map(({ code }) => code)).toEqual([
    '6901234509908',
    '1008',
  ]);
});

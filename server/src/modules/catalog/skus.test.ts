import {
  attributeChoices,
  attributes,
  productTable,
  products,
  units,
  warehouses,
} from '@tradehouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
let colour: string;
let size: string;
beforeAll(async () => {
  server = await aServer();
  colour = (await server.call(attributes.add, { name: '颜色', values: ['红色', '蓝色'] })).id;
  size = (await server.call(attributes.add, { name: '尺码', values: ['S', 'M', 'L'] })).id;
});
afterAll(() => server.stop());

let next = 700_000;
const code = () => String((next += 1));
const row = (combination: string, more: object = {}) => ({
  code: code(),
  unit: '件',
  attributes: combination,
  ...more,
});
const shirt = (name: string, more: object = {}) => ({
  name,
  unitName: '件',
  attributes: [
    { id: colour, values: ['红色', '蓝色'] },
    { id: size, values: ['S', 'M'] },
  ],
  barcodes: [
    row('红色,S', { salePrice: '10', skuCode: 'RS' }),
    row('红色,M', { salePrice: '11' }),
    row('蓝色,S'),
    row('蓝色,M'),
  ],
  ...more,
});

describe('a product with attributes', () => {
  test('has a SKU with its own barcode, code and prices for each combination', async () => {
    const { id } = await server.call(products.add, shirt('衬衫'));
    const info = await server.call(products.infoCall, { id });
    expect(info.attributes).toEqual([
      { id: colour, name: '颜色', values: ['红色', '蓝色'] },
      { id: size, name: '尺码', values: ['S', 'M'] },
    ]);
    expect(info.barcodes.map((one) => [one.attributes, one.skuCode, one.salePrice])).toEqual([
      ['红色,S', 'RS', '10'],
      ['红色,M', '', '11'],
      ['蓝色,S', '', null],
      ['蓝色,M', '', null],
    ]);
    expect(info.barcodes.map(({ isDefault }) => isDefault)).toEqual([true, false, false, false]);
    const listed = await server.request('GET', productTable.path, { search: { keyword: '衬衫' } });
    expect(listed.json()).toMatchObject({ data: { total: 1, rows: [{ skus: 4, unit: '件' }] } });
  });

  test('may have only some combinations of attributes, and more later', async () => {
    const first = shirt('夹克');
    const { id, version } = await server.call(products.add, {
      ...first,
      barcodes: first.barcodes.slice(0, 2),
    });
    const { barcodes } = await server.call(products.infoCall, { id });
    const kept = barcodes.map((one) => ({
      id: one.id,
      code: one.code,
      unit: one.unit,
      attributes: one.attributes,
    }));
    await server.call(products.update, {
      id,
      version,
      name: '夹克',
      attributes: [
        { id: colour, values: ['红色', '蓝色'] },
        { id: size, values: ['S', 'M', 'L'] },
      ],
      barcodes: [...kept.slice(1), row('蓝色,L')],
    });
    const after = await server.call(products.infoCall, { id });
    expect(after.barcodes.map((one) => one.attributes)).toEqual(['红色,M', '蓝色,L']);
    expect(after.barcodes[0]?.id).toBe(kept[1]?.id);
  });

  test.each([
    [
      'a combination it does not come in',
      (one: object) => ({ ...one, barcodes: [row('绿色,S')] }),
      'attribute.combination',
      'barcodes',
    ],
    [
      'a combination twice',
      (one: object) => ({ ...one, barcodes: [row('红色,S'), row('红色,S')] }),
      'attribute.combination',
      'barcodes',
    ],
    [
      'an unknown attribute',
      (one: object) => ({ ...one, attributes: [{ id: '999999', values: ['x'] }] }),
      'record.missing',
      'attributes',
    ],
    [
      'opening stock',
      (one: object, warehouseId: string) => ({
        ...one,
        stock: [{ warehouseId, openingStock: '5' }],
      }),
      'product.openingStock',
      'stock',
    ],
  ])('is refused with %s', async (_, change, key, field) => {
    const { id: warehouseId } = await server.call(warehouses.add, { name: `仓 ${code()}` });
    const input = change(shirt(`Refused ${code()}`), warehouseId);
    expect(await server.refusal(products.add, input)).toMatchObject({ key, data: { field } });
  });

  test('cannot have a unit group, because attributes and unit groups exclude each other', async () => {
    const unit = await server.call(units.add, { baseUnit: '件', subUnit: '箱', ratio: '10' });
    const { unitName: _, ...input } = shirt('Boxed shirt');
    expect(await server.refusal(products.add, { ...input, unitId: unit.id })).toMatchObject({
      key: 'attribute.oneUnit',
    });
  });

  test('cannot change its attributes or the combination of a row', async () => {
    const { id, version } = await server.call(products.add, shirt('大衣'));
    const { barcodes } = await server.call(products.infoCall, { id });
    const rows = barcodes.map((one) => ({
      id: one.id,
      code: one.code,
      unit: one.unit,
      attributes: one.attributes,
    }));
    const same = { id, version, name: '大衣', barcodes: rows };
    expect(
      await server.refusal(products.update, {
        ...same,
        attributes: [{ id: colour, values: ['红色', '蓝色'] }],
      }),
    ).toMatchObject({ key: 'product.attributes' });
    const [first, second, ...others] = rows;
    const swapped = [
      { ...first, attributes: second?.attributes },
      { ...second, attributes: first?.attributes },
      ...others,
    ];
    expect(await server.refusal(products.update, { ...same, barcodes: swapped })).toMatchObject({
      key: 'attribute.combination',
      data: { line: 1 },
    });
  });
});

describe('an attribute', () => {
  test('an attribute used by products cannot be deleted, but can get more values', async () => {
    expect(await server.refusal(attributes.remove, { id: colour })).toMatchObject({
      key: 'record.inUse',
    });
    const { version } = await server.call(attributes.infoCall, { id: colour });
    const values = ['红色', '蓝色', '绿色'];
    await server.call(attributes.update, { id: colour, version, name: '颜色', values });
    expect((await server.call(attributeChoices, {})).find(({ id }) => id === colour)).toEqual({
      id: colour,
      name: '颜色',
      values,
    });
  });

  test.each([
    [{ name: '颜色', values: ['白'] }, 'name.taken', 'name'],
    [{ name: '材质', values: ['棉,麻'] }, 'attribute.value', 'values'],
    [{ name: '材质', values: ['棉', '棉'] }, 'attribute.repeated', 'values'],
    [{ name: '十一个字的属性名太长了吗', values: ['棉'] }, 'request.field', 'name'],
    [{ name: '材质', values: [] }, 'request.field', 'values'],
  ])('%j is refused: %s', async (fields, key, field) => {
    expect(await server.refusal(attributes.add, fields)).toMatchObject({ key, data: { field } });
  });
});

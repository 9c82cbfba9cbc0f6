import { beforeAll, describe, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { isWrongQuantity, pickedBeside, pickedQuantity, withQuantity } from './pickedProducts.ts';
import { pickerColumns, pickerWidth } from './pickerColumns.tsx';
import type { ProductHit } from './productSearch.ts';

beforeAll(() => loadPhrases('en'));

const bare: ProductHit = {
  id: '1',
  barcode: '100',
  skuId: '1',
  productId: '1',
  imageId: null,
  name: 'Tea',
  mnemonic: '',
  categoryName: '',
  standard: '',
  model: '',
  color: '',
  brand: '',
  maker: '',
  propertyOne: '',
  propertyTwo: '',
  propertyThree: '',
  unit: 'bag',
  ratio: '1',
  attributes: '',
  serialManaged: false,
  lotManaged: false,
  stock: '5',
};
const entry = { picked: new Map(), onType: () => undefined, onEnter: () => undefined };
const titles = (...what: Parameters<typeof pickerColumns>): readonly string[] =>
  pickerColumns(...what).map(({ title }) => title);

describe('columns of the product picker', () => {
  test('facts without a value in any hit take no column', () => {
    const basic = ['Barcode', 'Name', 'Unit', 'Stock'];
    expect(titles([bare], null, undefined)).toEqual(basic);
    const hits = [bare, { ...bare, model: 'M1', categoryName: 'Drinks' }];
    expect(titles(hits, null, undefined)).toEqual([
      'Barcode',
      'Name',
      'Category',
      'Model',
      'Unit',
      'Stock',
    ]);
  });

  test('price and quantity end the columns of lines', () => {
    const end = (prices: Parameters<typeof pickerColumns>[1]) =>
      titles([bare], prices, entry).slice(4);
    expect(end(new Map([['100', '30']]))).toEqual(['Unit price', 'Qty']);
    expect(end(new Map([['100', null]]))).toEqual(['Qty']);
    expect(end(null)).toEqual(['Qty']);
  });

  test('usual facts, prices and quantities fit the dialog, so that pinned columns cover none', () => {
    const facts = { categoryName: 'Drinks', standard: '500g', brand: 'B', attributes: 'Red,L' };
    const hit = { ...bare, ...facts, imageId: '7' };
    const columns = pickerColumns([hit], new Map([['100', '30']]), entry);
    expect(columns).toHaveLength(10);
    const [dialog, padding, ticks] = [1100, 48, 32];
    expect(pickerWidth(columns)).toBeLessThanOrEqual(dialog - padding - ticks);
  });

  test('prices have price format, with the decimals of the currency', () => {
    const columns = pickerColumns([bare], new Map([['100', '14.8']]), entry);
    const price = columns.find(({ title }) => title === 'Unit price')?.render?.('', bare, 0);
    expect(price).toMatchObject({ props: { value: '14.8', as: 'price' } });
  });
});

describe('products picked', () => {
  test('a typed quantity picks its product, and an emptied quantity releases the product', () => {
    const picked = withQuantity(new Map([['1', '']]), '2', '1,5');
    expect([...picked]).toEqual([
      ['1', ''],
      ['2', '1,5'],
    ]);
    expect([...withQuantity(picked, '2', '').keys()]).toEqual(['1']);
  });

  test('an unreadable quantity is refused', () => {
    expect(['', '2.5', 'x', '-1'].map(isWrongQuantity)).toEqual([false, false, true, true]);
  });

  test('a product picked beside earlier picks keeps the typed quantities', () => {
    const picked = new Map([['1', '3']]);
    expect([...pickedBeside(picked, '1')]).toEqual([['1', '3']]);
    expect([...pickedBeside(picked, '2').keys()]).toEqual(['1', '2']);
  });

  test('a quantity in full-width digits equals the plain quantity', () => {
    expect(pickedQuantity(new Map([['1', '１２']]), '1')).toBe('12');
  });
});

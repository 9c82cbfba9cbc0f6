import type { LabelGoods, LabelTemplate } from '@tradehouse/contract';
import { defaultLabel, labelSizes } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { labelMarks } from './drawing.ts';
import type { LabelMark } from './drawing.ts';
import { labelPages, labelSets, pageSize, pagesOfSets } from './pages.ts';

const goods: LabelGoods = {
  barcode: '6901234567892',
  productName: '青花瓷茶杯',
  englishName: 'Tea cup',
  skuCode: 'SKU-1',
  standard: '200 ml',
  model: '',
  color: '',
  brand: '',
  attributes: '',
  origin: '',
  unit: '个',
  contents: '',
  shelfPosition: 'A-3',
  lot: 'L1',
  expiry: '2027-05-01',
  serial: '',
  prices: { retail: '25', sale: null, distributor: null, supply: null },
  lotManaged: false,
  serialManaged: false,
  templateId: null,
  copies: 1,
};
const words = {
  company: '商仓',
  priced: (price: string) => `¥${price}`,
  nameOf: (field: string) => `[${field}]`,
  problem: (problem: string, field: string, text: string) => `${problem} ${field} ${text}`,
};
const measure = (text: string): number => [...text].length;
const letters = { text: '', fontSize: 10, bold: false, align: 'left' as const };
const place = { left: 2, top: 3, width: 30, height: 10 };
const marksOf = (
  element: LabelTemplate['elements'][number],
  facts: { goods?: LabelGoods; price?: 'retail' | 'sale' } = {},
): readonly LabelMark[] =>
  labelMarks(
    {
      kind: 'product',
      width: 40,
      height: 30,
      onSheet: false,
      sheet: defaultLabel('product', labelSizes['40x30']).sheet,
      elements: [element],
    },
    { goods: facts.goods ?? goods, price: facts.price ?? 'retail' },
    words,
    measure,
  );

describe('a label is drawn in millimetres', () => {
  test('a text is drawn inside the box, aligned to the side', () => {
    const field = {
      is: 'field' as const,
      field: 'unit' as const,
      named: false,
      ...place,
      ...letters,
    };
    const [left] = marksOf(field);
    // 10 points are 3.53 mm, a line of them 4.41; its letters stand 0.2 of their height above its foot.
    expect(left).toMatchObject({ is: 'text', lines: ['个'], x: 2, align: 'left' });
    expect(left?.is === 'text' && left.letters).toBeCloseTo(3.53, 2);
    expect(left?.is === 'text' && left.y).toBeCloseTo(3 + 4.41 - 0.44 - 0.71, 1);
    expect(marksOf({ ...field, align: 'center' })[0]).toMatchObject({ x: 17 });
    expect(marksOf({ ...field, align: 'right' })[0]).toMatchObject({ x: 32 });
  });

  test('a barcode fills its box, except for the line of its text', () => {
    const code = {
      is: 'ean13' as const,
      field: 'barcode' as const,
      named: false,
      ...place,
      ...letters,
    };
    expect(marksOf(code)).toEqual([{ is: 'code', code: 'ean13', text: '6901234567892', ...place }]);
    const [bars, said] = marksOf({ ...code, named: true });
    expect(bars?.is === 'code' && bars.height).toBeCloseTo(10 - 4.41, 2);
    expect(said).toMatchObject({ is: 'text', lines: ['6901234567892'] });
  });

  test('data invalid for its barcode type is replaced by a message', () => {
    const code = {
      is: 'ean13' as const,
      field: 'barcode' as const,
      named: true,
      ...place,
      ...letters,
    };
    const wrong = { goods: { ...goods, barcode: '1001' } };
    expect(marksOf(code, wrong)).toMatchObject([{ is: 'problem', ...place }]);
    const [problem] = marksOf(code, wrong);
    expect(problem?.is === 'problem' && problem.text.lines.join('')).toContain('ean13');
    expect(marksOf({ ...code, is: 'code128', field: 'serial' })).toMatchObject([{ is: 'problem' }]);
  });

  test('a hidden price and an empty field are not drawn', () => {
    const price = {
      is: 'field' as const,
      field: 'price' as const,
      named: false,
      ...place,
      ...letters,
    };
    expect(marksOf(price)[0]).toMatchObject({ lines: ['¥25'] });
    expect(marksOf(price, { price: 'sale' })).toEqual([]);
    const lot = { is: 'field' as const, field: 'lot' as const, named: true, ...place, ...letters };
    expect(marksOf(lot)[0]).toMatchObject({ lines: ['[lot] L1'] });
    expect(marksOf({ ...lot, field: 'serial' })).toEqual([]);
  });
});

describe('labels are laid out on pages', () => {
  const template = defaultLabel('product', labelSizes['60x40']);
  test('a label per page, repeated for the copies of its row', () => {
    expect(pageSize(template)).toEqual({ width: 60, height: 40 });
    expect(labelPages(template, [2, 0, 1]).map(([one]) => one?.row)).toEqual([0, 0, 2]);
  });
  test('labels are arranged in columns and rows on A4 sheets', () => {
    const sheet = { columns: 3, rows: 2, left: 10, top: 12, gapAcross: 2, gapDown: 3 };
    const pages = labelPages({ ...template, onSheet: true, sheet }, [5, 2]);
    expect(pageSize({ ...template, onSheet: true, sheet })).toEqual({ width: 210, height: 297 });
    expect(pages.map((page) => page.length)).toEqual([6, 1]);
    expect(pages[0]?.[4]).toEqual({ row: 0, left: 72, top: 55 });
    expect(pages[1]?.[0]).toEqual({ row: 1, left: 10, top: 12 });
  });
  test('labels are grouped by the template of their row', () => {
    const small = defaultLabel('product', labelSizes['40x30']);
    const sets = labelSets([
      { template, copies: 1 },
      { template: small, copies: 1 },
      { template, copies: 2 },
    ]);
    expect(
      pagesOfSets(sets).map(({ template: { width }, set, labels }) => [width, set, labels[0]?.row]),
    ).toEqual([
      [60, 0, 0],
      [60, 0, 2],
      [60, 0, 2],
      [40, 1, 1],
    ]);
  });
});

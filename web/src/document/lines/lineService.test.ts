import { describe, expect, test } from 'vitest';
import { priceText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { gridOf } from '../grid/gridState.ts';
import type { GridShape, GridState } from '../grid/gridState.ts';
import {
  withLineAllocation,
  firstAllocationOfLine,
  blankLine,
  isBlankLine,
  lineToInput,
} from '../draft/lineDraft.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { inUnit, listPriceHint } from './goodsColumns.ts';
import { priceLine } from '../draft/priced.ts';
import { withSerials } from '../columns/traceColumns.ts';
import {
  convertLineCurrency,
  productsPicked,
  refreshLineProduct,
  repriceForPartner,
  withLineProduct,
} from './lineService.ts';
import type { LineLookupContext } from './lineService.ts';
import { scansApplied } from './scannedLines.ts';
import { typedAmount, typedDay, typedNumber } from '../draft/numberInput.ts';
import { aProduct, scannedProduct } from './testProduct.ts';
import { pricing } from '../draft/testPricing.ts';

const own = { currency: '', exchangeRate: '' };
const world: LineLookupContext = {
  kind: 'saleOut',
  partnerId: '1',
  activityId: null,
  time: null,
  ...own,
  pricing,
  warehouseId: '7',
  offers: [],
};
const shape: GridShape<LineDraft> = {
  columns: [],
  blank: () => blankLine('7'),
  isBlank: isBlankLine,
};

const aLine = (barcode: string, over: Partial<LineProduct> = {}): LineDraft =>
  withLineProduct({ ...blankLine('7'), barcode }, aProduct(barcode, over), pricing);
const figures = ({ quantity, unitPrice, amount, tax, total }: LineDraft) => [
  quantity,
  unitPrice,
  amount,
  tax,
  total,
];
const shown = ({ rows }: GridState<LineDraft>) =>
  rows.map(({ value }) => [value.barcode, value.quantity]);

describe('a line with a chosen product', () => {
  test('starts with quantity 1, price and tax of the partner', () => {
    expect(figures(aLine('100'))).toEqual(['1', '4', '4', '0.52', '4.52']);
  });

  test('follows the list price of its quantity until a price is typed', () => {
    const priceSteps = [
      { from: '0', price: '4', list: '' },
      { from: '10', price: '3', list: 'Wholesale' },
    ];
    const line = aLine('100', { priceSteps });
    const withQuantity = (before: LineDraft, quantity: string) =>
      priceLine({ ...before, quantity }, pricing);
    const many = withQuantity(line, '12');
    expect([line, many, withQuantity(many, '9')].map(({ unitPrice }) => unitPrice)).toEqual([
      '4',
      '3',
      '4',
    ]);
    const typed = priceLine({ ...many, unitPrice: '2.5' }, pricing);
    expect(withQuantity(typed, '1').unitPrice).toBe('2.5');
    const again = refreshLineProduct(many, aProduct('100', { priceSteps }));
    expect(withQuantity(again, '1').unitPrice).toBe('4');
    expect(listPriceHint(many, 2)).toBe(
      t('editor.listStep', { list: 'Wholesale', from: '10', unit: 'bottle' }),
    );
    expect(listPriceHint(line, 2)).toBe(
      t('editor.listNext', { from: '10', unit: 'bottle', price: priceText('3', 2) }),
    );
  });

  test('keeps values pasted beside the code', () => {
    const pasted: LineDraft = {
      ...blankLine('7'),
      barcode: '100',
      quantity: '10',
      unitPrice: '3.5',
      taxRate: '0',
    };
    expect(figures(withLineProduct(pasted, aProduct('100'), pricing))).toEqual([
      '10',
      '3.5',
      '35',
      '0',
      '35',
    ]);
  });

  test('takes another partner’s price and tax, except agreed prices', () => {
    const other = aProduct('100', { price: '5', taxRate: '0' });
    expect(figures(repriceForPartner(aLine('100'), other, pricing))).toEqual([
      '1',
      '5',
      '5',
      '0',
      '5',
    ]);
    const source = { documentId: '9', line: 1, number: 'XSDD1', original: '5', remaining: '5' };
    expect(repriceForPartner({ ...aLine('100'), source }, other, pricing).unitPrice).toBe('4');
  });

  test('follows a change of currency, unless its price was typed or agreed', () => {
    const abroad = aProduct('100', { price: '0.5' });
    expect(figures(convertLineCurrency(aLine('100'), abroad, pricing))).toEqual([
      '1',
      '0.5',
      '0.5',
      '0.07',
      '0.57',
    ]);
    const typed = convertLineCurrency({ ...aLine('100'), unitPrice: '3' }, abroad, pricing);
    expect([typed.unitPrice, typed.product?.price]).toEqual(['3', '0.5']);
    // Yen have no cents.
    const yen = { ...pricing, currency: 'JPY', digits: 0 };
    const agreed = { ...aLine('100'), quantity: '7', unitPrice: '333.33' };
    expect(figures(convertLineCurrency(agreed, abroad, yen)).slice(1, 3)).toEqual([
      '333.33',
      '2333',
    ]);
    const source = { documentId: '9', line: 1, number: 'XSDD1', original: '5', remaining: '5' };
    expect(convertLineCurrency({ ...aLine('100'), source }, abroad, pricing).unitPrice).toBe('4');
    const asked = { ...source, unpriced: true as const };
    expect(convertLineCurrency({ ...aLine('100'), source: asked }, abroad, pricing).unitPrice).toBe(
      '0.5',
    );
  });

  test('follows a change of currency after a change of the list price', () => {
    const dearer = refreshLineProduct(aLine('100'), aProduct('100', { price: '4.4' }));
    expect(dearer.unitPrice).toBe('4');
    const abroad = aProduct('100', { price: '0.55' });
    expect(convertLineCurrency(dearer, abroad, pricing).unitPrice).toBe('0.55');
    const typed = convertLineCurrency({ ...dearer, unitPrice: '3' }, abroad, pricing);
    expect(typed.unitPrice).toBe('3');
    // A price equal to one that was proposed in another currency is a typed price.
    const home = aProduct('100', { price: '4.4' });
    expect(convertLineCurrency({ ...typed, unitPrice: '4' }, home, pricing).unitPrice).toBe('4');
  });

  test('has no price while the exchange rate is unknown', () => {
    const unknown = aProduct('100', { price: null });
    const blank = convertLineCurrency(aLine('100'), unknown, pricing);
    expect(blank.unitPrice).toBe('');
    expect(convertLineCurrency(blank, aProduct('100', { price: '0.5' }), pricing).unitPrice).toBe(
      '0.5',
    );
  });

  test('changes barcode, price and stock with the unit, and keeps the typed quantity', () => {
    const box = inUnit({ ...aLine('100'), quantity: '2' }, '200', pricing);
    expect([box.barcode, box.product?.unit, box.product?.stock, ...figures(box)]).toEqual([
      '200',
      'box',
      '2',
      '2',
      '90',
      '180',
      '23.4',
      '203.4',
    ]);
  });

  test('takes the quantity from the serial numbers', () => {
    const written = withSerials(aLine('100', { serialManaged: true }), 'a, b，c', pricing);
    expect(
      'row' in written && [written.row.quantity, firstAllocationOfLine(written.row).serials],
    ).toEqual(['3', ['a', 'b', 'c']]);
    expect(withSerials(aLine('100'), 'a a', pricing)).toHaveProperty('wrong');
  });
});

describe('goods of an order in another unit', () => {
  const bottle = aProduct('100');
  const box = aProduct('200', { unit: 'box', ratio: '24' });
  const agreed = {
    unitPrice: '72',
    quantity: '48',
    total: '162.72',
    tax: '18.72',
    takenQuantity: '0',
    takenTotal: '0',
    takenTax: '0',
  };
  const source = {
    documentId: '9',
    line: 1,
    number: 'XSDD1',
    original: '2',
    remaining: '2',
    agreed,
  };
  const ordered = withLineProduct({ ...blankLine('7'), quantity: '2', source }, box, pricing);
  const scanned = (rows: readonly LineDraft[], found: LineProduct) =>
    scansApplied(gridOf(rows), shape, { ...world, offers: [ordered] }, [
      { scan: { id: 1, code: found.barcode }, found: scannedProduct(found) },
    ]).grid.rows.map(({ value }) => value);
  const linked = (line: LineDraft | undefined) => [
    line?.barcode,
    line?.quantity,
    line?.unitPrice,
    line?.source?.remaining,
  ];

  test.each([
    ['beside the offered row', [ordered]],
    ['once the offered row is removed', []],
  ])('counts against its line when scanned %s', (_, rows) => {
    expect(linked(scanned(rows, bottle).at(-1))).toEqual(['100', '1', '3', '48']);
  });

  test('counts against its line when picked', () => {
    const offering = { ...world, offers: [ordered] };
    const { rows } = productsPicked(
      gridOf([blankLine('7')]),
      shape,
      '0',
      [{ product: bottle, quantity: '' }],
      offering,
    );
    expect(linked(rows.at(-1)?.value)).toEqual(['100', '1', '3', '48']);
  });

  test('is not linked to the order once an earlier pick has used up the order line', () => {
    const products = [
      { product: box, quantity: '2' },
      { product: box, quantity: '1' },
    ];
    const offering = { ...world, offers: [ordered] };
    const { rows } = productsPicked(gridOf([blankLine('7')]), shape, '0', products, offering);
    expect(rows.map(({ value }) => value.source?.remaining ?? null)).toEqual(['2', null]);
    const added = productsPicked(gridOf([aLine('1')]), shape, '', products, offering);
    expect(added.rows.map(({ value }) => value.source?.remaining ?? null)).toEqual([
      null,
      '2',
      null,
    ]);
  });

  test('counts against the order line with goods left when picked beside a box', () => {
    const second = { ...ordered, source: { ...source, line: 2 } };
    const offering = { ...world, offers: [ordered, second] };
    const products = [
      { product: box, quantity: '2' },
      { product: bottle, quantity: '5' },
    ];
    const { rows } = productsPicked(gridOf([aLine('1')]), shape, '', products, offering);
    expect(rows.map(({ value }) => value.source?.line ?? null)).toEqual([null, source.line, 2]);
  });

  test('is free of the order beyond its line in an equal unit', () => {
    const full = { ...ordered, warehouseId: '8' };
    expect(scanned([full], box).at(-1)?.source).toBeNull();
    const less = { ...full, quantity: '1' };
    expect(linked(scanned([less], box).at(-1))).toEqual(['200', '1', '72', '2']);
  });

  test('keeps link, goods and agreed price when the row changes its unit', () => {
    const bottles = inUnit(ordered, '100', pricing);
    expect(linked(bottles)).toEqual(['100', '48', '3', '48']);
    expect([bottles.total, bottles.source?.documentId]).toEqual(['162.72', '9']);
    expect(linked(inUnit(bottles, '200', pricing))).toEqual(['200', '2', '72', '2']);
  });
});

describe('picked products', () => {
  test('the first product takes the chosen row, and further products follow', () => {
    const grid = gridOf([aLine('1'), blankLine('7'), aLine('9')]);
    const products = ['5', '6'].map((code) => ({ product: aProduct(code), quantity: '' }));
    const next = productsPicked(grid, shape, '1', products, world);
    expect(shown(next).map(([barcode]) => barcode)).toEqual(['1', '5', '6', '9']);
  });

  test('a quantity typed in the picker stands in the line of its product', () => {
    const products = ['', '3', '2.5'].map((quantity, at) => ({
      product: aProduct(String(at)),
      quantity,
    }));
    const { rows } = productsPicked(gridOf([blankLine('7')]), shape, '0', products, world);
    expect(rows.map(({ value }) => [value.barcode, value.quantity, value.amount])).toEqual([
      ['0', '1', '4'],
      ['1', '3', '12'],
      ['2', '2.5', '10'],
    ]);
  });
});

describe('a line in the request', () => {
  test.each([
    [
      'the figure that was given, and no other',
      aLine('100'),
      { unitPrice: '4' },
      ['amount', 'total'],
    ],
    [
      'an amount, where that was given',
      { ...aLine('100'), pricedBy: 'amount', amount: '7' },
      { amount: '7' },
      ['unitPrice'],
    ],
    [
      'a lot',
      withLineAllocation(aLine('100'), { lot: 'L1' }),
      { allocations: [{ lot: 'L1', stockType: 'formal' }] },
      [],
    ],
    ['a blank allocation as no allocation', aLine('100'), { allocations: [] }, []],
    [
      'no money of a saved line whose price is hidden',
      { ...aLine('100'), line: 3, unitPrice: '' },
      { line: 3 },
      ['unitPrice'],
    ],
  ] as const)('%s', (_, line, has, hasNot) => {
    const input = lineToInput(line as LineDraft, 'saleOut');
    expect(input).toMatchObject(has);
    for (const name of hasNot) expect(input).not.toHaveProperty(name);
  });

  test('kinds without prices send none', () => {
    expect(lineToInput(aLine('100'), 'purchaseRequest')).not.toHaveProperty('unitPrice');
  });
});

describe('numbers are read in common typed forms', () => {
  test.each([
    ['1,234.50', '1234.5'],
    ['１２', '12'],
    [' 7 ', '7'],
    ['.5', '0.5'],
    ['', ''],
    ['9,90', '9.9'],
    ['12,5', '12.5'],
    ['１２，５', '12.5'],
    ['12,34', '12.34'],
    ['1.234,50', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1.234', '1.234'],
    ['1,234', null],
    ['13%', null],
    ['100 DR', null],
    ['12 5', null],
    ['1e3', null],
    ['seven', null],
    ['--1', null],
  ] as const)('the number %j is read as %j', (text, value) => {
    expect(typedNumber(text)).toBe(value);
  });

  test.each([
    ['-1', 'negative'],
    ['0.1234567', 'decimals'],
    ['x', 'number'],
    ['1,234', 'ambiguous'],
  ] as const)('%j is refused: %s', (text, wrong) => {
    expect(typedAmount(text)).toEqual({ wrong });
  });

  test.each([
    ['2026-9-1', '2026-09-01'],
    ['20260901', '2026-09-01'],
    ['2026/09/01', '2026-09-01'],
    ['46451.5', '2027-03-05'],
    ['5. März 2027', '2027-03-05'],
    ['05/03/2027', null],
    ['4645101', null],
    ['2026-02-30', null],
    ['tomorrow', null],
    ['', ''],
  ] as const)('the day %j is read as %j', (text, day) => {
    expect(typedDay(text)).toBe(day);
  });
});

test('refreshing a line’s product returns the same line object when nothing changed', () => {
  const line = { ...blankLine('1'), barcode: '100', product: aProduct('100') };
  expect(refreshLineProduct(line, aProduct('100'))).toBe(line);
  const sold = refreshLineProduct(line, aProduct('100', { stock: '47' }));
  expect(sold.product?.stock).toBe('47');
  expect(sold).not.toBe(line);
});

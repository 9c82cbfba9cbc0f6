import { decimal, findHeadings, remapColumn, splitTable } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { canFitText, canOpenCell } from '../grid/column.ts';
import { gridStore } from '../grid/gridStore.ts';
import { insertRowsAt, removeGridRows, gridOf } from '../grid/gridState.ts';
import type { GridShape } from '../grid/gridState.ts';
import type { ScannedProduct } from '../product/serialSearch.ts';
import { columnsOfGoodsLines } from './goodsColumns.ts';
import { guessColumnMapping, isLineMapping, lineTitles } from './importMapping.ts';
import { codesIn, importedRows, templateOf } from './importRows.ts';
import type { ImportColumn } from './importRows.ts';
import {
  firstAllocationOfLine,
  blankLine,
  expiryFrom,
  isBlankLine,
  lineToInput,
} from '../draft/lineDraft.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { watchRoles, withLineProduct } from './lineService.ts';
import { scansApplied } from './scannedLines.ts';
import { withParts } from '../draft/parts.ts';
import { aProduct, scannedProduct } from './testProduct.ts';
import { partsText, withSerials, withStockType } from '../columns/traceColumns.ts';
import { pricing } from '../draft/testPricing.ts';

beforeAll(() => loadPhrases('en'));

const world = {
  kind: 'saleOut',
  partnerId: '1',
  activityId: null,
  time: null,
  currency: '',
  exchangeRate: '',
  pricing,
  warehouseId: '7',
  offers: [],
};

const product = (more: Partial<LineProduct> = {}): LineProduct =>
  aProduct('1001', {
    productName: 'Tea',
    unit: 'bag',
    units: [
      { barcode: '1001', unit: 'bag', ratio: '1', price: '4', priceSteps: [], minimumPrice: null },
      {
        barcode: '1002',
        unit: 'box',
        ratio: '12',
        price: '40',
        priceSteps: [],
        minimumPrice: null,
      },
    ],
    weight: '0.5',
    minimumPrice: '3',
    taxRate: '0',
    stock: '20',
    ...more,
  });
const line = (more: Partial<LineProduct> = {}): LineDraft =>
  withLineProduct({ ...blankLine('7'), barcode: '1001', quantity: '2' }, product(more), pricing);

const columns = (code: GoodsKindCode, openStock?: (key: string) => void) =>
  columnsOfGoodsLines({
    openStock,
    code,
    pricing,
    warehouses: [{ id: '7', name: 'Main' }],
    overLink: false,
    shown: new Set(),
    openParts: () => undefined,
    openSerials: () => undefined,
    openPicker: () => undefined,
  });
const drawn = (code: GoodsKindCode, lines: readonly LineDraft[]): readonly string[] =>
  columns(code)
    .filter(({ needed }) => needed?.(lines) ?? true)
    .map(({ id }) => id);

test('the stock of a line opens its details, given the right', () => {
  const opened: string[] = [];
  const stockOf = (open?: (key: string) => void) =>
    columns('saleOut', open).find(({ id }) => id === 'stock');
  const stock = stockOf((key) => opened.push(key));
  stock?.open?.('r1');
  expect(opened).toEqual(['r1']);
  expect([line(), blankLine('7')].map((one) => stock && canOpenCell(stock, one))).toEqual([
    true,
    false,
  ]);
  expect(stockOf()?.open).toBeUndefined();
});

describe('columns', () => {
  test.each<[GoodsKindCode, string, string]>([
    ['saleOut', 'standard', 'Specification'],
    ['saleOut', 'total', 'Total with tax'],
    ['saleOut', 'warehouse', 'Warehouse'],
    ['transfer', 'warehouse', 'From warehouse'],
    ['transfer', 'targetWarehouse', 'To warehouse'],
  ])('of %s have the title of %s, “%s”, in full', (code, id, title) => {
    const column = columns(code).find((one) => one.id === id);
    expect(column?.title).toBe(title);
    expect(column && canFitText(column, title)).toBe(true);
  });

  // Read across: which columns a plain line shows; everything else hides until needed.
  const facts = ['barcode', 'name', 'standard'];
  const money = ['unitPrice', 'amount'];
  const taxed = [...money, 'taxRate', 'tax', 'total'];
  test.each<[GoodsKindCode, readonly string[]]>([
    [
      'retailOut',
      ['barcode', 'name', 'stock', 'unit', 'quantity', ...money, 'standard', 'warehouse', 'remark'],
    ],
    ['purchaseRequest', [...facts, 'unit', 'quantity', 'supplierId', 'referencePrice', 'remark']],
    ['purchaseOrder', [...facts, 'stock', 'unit', 'quantity', ...taxed, 'expectedOn', 'remark']],
    ['purchaseIn', [...facts, 'stock', 'unit', 'quantity', ...taxed, 'warehouse', 'remark']],
    ['saleBack', [...facts, 'stock', 'unit', 'quantity', ...taxed, 'warehouse', 'remark']],
    ['otherOut', [...facts, 'stock', 'unit', 'quantity', ...money, 'warehouse', 'remark']],
    [
      'transfer',
      [...facts, 'stock', 'unit', 'quantity', ...money, 'warehouse', 'targetWarehouse', 'remark'],
    ],
    ['assemble', ['role', ...facts, 'stock', 'unit', 'quantity', ...money, 'warehouse', 'remark']],
  ])('of %s', (code, expected) => {
    expect(drawn(code, [line()])).toEqual(expected);
  });

  test.each<[string, GoodsKindCode, LineDraft, readonly string[]]>([
    ['a model', 'saleOrder', line({ model: 'M1' }), ['model']],
    [
      'codes of its own',
      'purchaseIn',
      line({ skuCode: 'S', outerSkuCode: 'O' }),
      ['skuCode', 'outerSkuCode'],
    ],
    ['lots', 'saleOut', line({ lotManaged: true }), ['lot', 'expiry']],
    [
      'lots that keep so long',
      'purchaseIn',
      line({ lotManaged: true, shelfLifeDays: 9 }),
      ['lot', 'produced', 'expiry'],
    ],
    ['lots, on an order', 'saleOrder', line({ lotManaged: true }), []],
    ['serials', 'assemble', line({ serialManaged: true }), ['serials']],
    ['a gift', 'otherIn', withStockType(line(), 'gift', pricing), ['stockType']],
    ['locked stock', 'saleOut', line({ lockedStock: '5' }), ['lockedStock']],
    ['a price below the least', 'saleOut', line({ minimumPrice: '5' }), ['minimumPrice']],
  ])('of %s are shown when needed', (_, code, one, more) => {
    const plain = drawn(code, [line()]);
    expect(drawn(code, [one]).filter((id) => !plain.includes(id))).toEqual(more);
  });
});

describe('stock types and parts', () => {
  test('a gift has price 0 on documents with prices, and the former price as another stock type', () => {
    const gift = withStockType(line(), 'gift', pricing);
    expect([gift.unitPrice, gift.amount]).toEqual(['0', '0']);
    expect(withStockType(gift, 'defective', pricing).unitPrice).toBe('4');
    expect(withStockType(line(), 'gift', { ...pricing, paid: false }).unitPrice).toBe('4');
  });

  test('parts sum to the quantity of the line, in its own unit', () => {
    const part = (quantity: string, lot: string) => ({
      ...firstAllocationOfLine(line()),
      quantity,
      lot,
    });
    const box = { ...line(), product: product({ barcode: '1002', unit: 'box', ratio: '12' }) };
    const split = withParts(box, [part('20', 'A'), part('0', 'C'), part('4', 'B')], pricing);
    expect([split.quantity, partsText(split)]).toEqual(['2', 'A 20 + B 4']);
    expect(lineToInput(split, 'saleOut').allocations?.map(({ quantity }) => quantity)).toEqual([
      '20',
      '4',
    ]);
    const whole = withParts(box, [part('24', 'A')], pricing);
    expect([whole.quantity, whole.allocations[0]?.quantity]).toEqual(['2', '']);
  });

  test('production and shelf life say when a lot expires', () => {
    expect(expiryFrom('2026-11-21', 10)).toEqual({ produced: '2026-11-21', expiry: '2026-12-01' });
    expect(expiryFrom('2026-11-21', null)).toEqual({ produced: '2026-11-21' });
  });
});

describe('serials', () => {
  test('a range of serial numbers is expanded, and sets the quantity', () => {
    const named = withSerials(line({ serialManaged: true }), 'A08~A10 B1', pricing);
    expect(
      'row' in named && [named.row.quantity, firstAllocationOfLine(named.row).serials.join()],
    ).toEqual(['4', 'A08,A09,A10,B1']);
  });

  test('a scanned serial goes on its product’s line, once', () => {
    const shape: GridShape<LineDraft> = {
      columns: [],
      blank: () => blankLine('7'),
      isBlank: isBlankLine,
    };
    const piece = (
      serial: string,
      stockType: 'formal' | 'defective' = 'formal',
    ): ScannedProduct => ({
      ...scannedProduct(product({ serialManaged: true })),
      piece: { serial, warehouseId: '7', stockType },
    });
    const scan = (code: string, found: ScannedProduct) => ({ scan: { id: 1, code }, found });
    const { grid, results } = scansApplied(gridOf<LineDraft>([]), shape, world, [
      scan('s1', piece('s1')),
      scan('s2', piece('s2')),
      scan('s1', piece('s1')),
      scan('s3', piece('s3', 'defective')),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'added',
      'repeated',
      'refused',
      'added',
    ]);
    expect(
      grid.rows.map(({ value }) => [
        value.quantity,
        firstAllocationOfLine(value).serials.join(),
        firstAllocationOfLine(value).stockType,
      ]),
    ).toEqual([
      ['2', 's1,s2', 'formal'],
      ['1', 's3', 'defective'],
    ]);
  });
});

test('the first line of an assembly is the product, wherever lines are added or removed', () => {
  const store = gridStore([line(), line(), line()]);
  const shape: GridShape<LineDraft> = {
    columns: [],
    blank: () => blankLine('7'),
    isBlank: isBlankLine,
  };
  const stop = watchRoles(store);
  const roles = () => store.values().map(({ role }) => role);
  expect(roles()).toEqual(['composite', 'part', 'part']);
  store.change((grid) => removeGridRows(grid, shape, new Set([grid.rows[0]?.key ?? ''])));
  expect(roles()).toEqual(['composite', 'part']);
  store.change((grid) => insertRowsAt(grid, 0, [line()]));
  expect(roles()).toEqual(['composite', 'part', 'part']);
  stop();
});

describe('lines from a spreadsheet', () => {
  const titles: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
    barcode: ['条码', 'Barcode'],
    quantity: ['数量', 'Quantity'],
    unitPrice: ['单价'],
    warehouse: ['仓库'],
    expiry: ['有效期'],
  };
  const titlesOf = (column: ImportColumn) => titles[column] ?? [];
  const products = new Map([
    ['1001', product()],
    ['1003', product({ barcode: '1003', lotManaged: true })],
  ]);
  const reads =
    (code: GoodsKindCode) =>
    (id: ImportColumn, text: string): boolean => {
      const written = columns(code)
        .find((one) => one.id === id)
        ?.write?.(blankLine('7'), text);
      return written !== undefined && 'row' in written;
    };
  const read = (
    code: GoodsKindCode,
    text: string,
    otherwise?: readonly [number, ImportColumn],
    is1904 = false,
  ) => {
    const all = splitTable(text);
    const template = templateOf(code);
    const { above, mapping } = findHeadings(
      all.map((row) => row.cells),
      lineTitles(template, titlesOf),
      isLineMapping,
    );
    const cells = all.slice(above).map((row) => row.cells);
    const isCode = (one: string) => products.has(one);
    const found =
      above > 0 ? mapping : guessColumnMapping(cells, template, { isCode, reads: reads(code) });
    const meaning = otherwise === undefined ? found : remapColumn(found, ...otherwise);
    return {
      meaning,
      codes: codesIn(cells, meaning),
      rows: importedRows(cells, meaning, {
        products,
        columns: columns(code),
        pricing,
        warehouseId: '7',
        places: all.slice(above).map(({ place }) => place),
        titles: all[above - 1]?.cells ?? [],
        isSheet: false,
        workbookNumbers: [],
        is1904,
        unknown: (code_) => `no ${code_}`,
      }),
    };
  };

  test.each<[GoodsKindCode, string]>([
    ['purchaseRequest', 'barcode name quantity remark'],
    ['saleOrder', 'barcode name quantity unitPrice taxRate expectedOn remark'],
    [
      'purchaseIn',
      'warehouse barcode name quantity unitPrice taxRate remark lot produced expiry serials stockType',
    ],
    [
      'transfer',
      'warehouse targetWarehouse barcode name quantity unitPrice remark lot produced expiry serials stockType',
    ],
  ])('%s reads %s', (code, template) => {
    expect(templateOf(code).join(' ')).toBe(template);
  });

  test('a row wider than its headings is wrong', () => {
    const { rows } = read('purchaseIn', '条码,数量,单价\n1001,3,2,50\n1001,3,2,');
    expect(rows.map(({ line: one, wrong }) => [one?.unitPrice, wrong.barcode])).toEqual([
      [undefined, t('table.surplus', { text: '50' })],
      ['2', undefined],
    ]);
  });

  test.each(['9 EUR', '$9', 'US$9'])('the imported price %s is refused in yuan', (text) => {
    const { rows } = read('purchaseIn', `条码\t数量\t单价\n1001\t3\t¥2.5\n1001\t3\t${text}`);
    expect(rows.map(({ line: one, wrong }) => [one?.unitPrice, wrong.unitPrice])).toEqual([
      ['2.5', undefined],
      [undefined, t('table.otherCurrency', { text, currency: 'CNY' })],
    ]);
  });

  test.each([
    ['单价(USD)', undefined],
    ['单价（元）', '9'],
  ])('the price below %s is read as %s in yuan', (heading, price) => {
    const { rows } = read('purchaseIn', `条码\t数量\t${heading}\n1001\t3\t9`);
    expect(rows.map(({ line: one, wrong }) => [one?.unitPrice, wrong.unitPrice])).toEqual([
      price === undefined
        ? [undefined, t('table.otherCurrency', { text: heading, currency: 'CNY' })]
        : [price, undefined],
    ]);
  });

  test('without headings are mapped by content, whatever the order of columns', () => {
    const figures = (text: string) =>
      read('purchaseIn', text).rows.map(
        ({ line: one }) => one && [one.barcode, one.quantity, one.unitPrice],
      );
    expect(figures('1001\t3\t2.5\n1003\t1\t9')).toEqual([
      ['1001', '3', '2.5'],
      ['1003', '1', '9'],
    ]);
    expect(figures('Main\tTea\t3\t1001\t2.5')).toEqual([['1001', '3', '2.5']]);
    expect(read('purchaseIn', '1001\t3').codes).toEqual(['1001']);
  });

  test('an unknown column is reported, and can be given a meaning', () => {
    const text = '1001\tfor Ms Li\t3';
    expect(read('purchaseIn', text).meaning).toEqual(['barcode', null, 'quantity']);
    const { rows } = read('purchaseIn', text, [1, 'remark']);
    expect(rows[0]?.line).toMatchObject({ quantity: '3', remark: 'for Ms Li' });
    expect(read('purchaseIn', text, [1, 'quantity']).meaning).toEqual([
      'barcode',
      'quantity',
      null,
    ]);
  });

  test('are read by headings in any order and either language, also from comma-separated text', () => {
    const { rows, meaning } = read('purchaseIn', '数量*,Shelf,条码*,单价\n"5",x,1001,2.5');
    expect(meaning).toEqual(['quantity', null, 'barcode', 'unitPrice']);
    expect(rows.map(({ line: one }) => one && [one.quantity, one.unitPrice])).toEqual([
      ['5', '2.5'],
    ]);
    // As the spreadsheet itself numbers it.
    expect(rows.map(({ place }) => place)).toEqual([2]);
  });

  test('are read below notes of any length, with units in the headings', () => {
    const notes = Array.from({ length: 12 }, (_, at) => `Note ${at + 1}`).join('\n');
    const { rows } = read('purchaseIn', `${notes}\n条码\t数量\t单价(元)\n1001\t3\t2.5`);
    expect(rows.map(({ place, line: one }) => [place, one?.quantity, one?.unitPrice])).toEqual([
      [14, '3', '2.5'],
    ]);
  });

  test.each([
    ['lot', '〃'],
    ['lot', '2.3E+18'],
    ['lot', '='],
    ['serials', 'S1 1.23E+15'],
    ['serials', '〃'],
    ['remark', '#REF!'],
  ] as const)('a %s without a match is refused with its cell: %s', (column, text) => {
    const [row] = read('purchaseIn', `条码\tx\n1003\t${text}`, [1, column]).rows;
    expect(row?.line).toBeNull();
    expect(Object.keys(row?.wrong ?? {})).toEqual([column]);
  });

  test('days of a workbook with 1904 dates are read by its calendar', () => {
    const of = (is1904: boolean) =>
      read('purchaseIn', '条码\t有效期\n1003\t44565', undefined, is1904).rows[0]?.line;
    expect(of(true)?.allocations[0]?.expiry).toBe('2026-01-05');
    expect(of(false)?.allocations[0]?.expiry).toBe('2022-01-04');
  });

  test('every wrong cell is reported, and its row makes no line', () => {
    const { rows } = read(
      'purchaseIn',
      '仓库\tBarcode\t数量\t单价\t有效期\nNowhere\t1001\tmany\t-1\nMain\t9999\t1\nMain\t1003\t2\t\t2026-13-01',
    );
    expect(rows.map(({ wrong, line: one }) => [Object.keys(wrong).toSorted().join(), one])).toEqual(
      [
        ['quantity,unitPrice,warehouse', null],
        ['barcode', null],
        ['expiry', null],
      ],
    );
    expect(rows[1]?.wrong.barcode).toBe('no 9999');
  });
});

test('the weight of a line is product weight × ratio × quantity', () => {
  const weight = columns('purchaseIn').find(({ id }) => id === 'weight');
  const box = { ...line(), quantity: '2', product: product({ ratio: '12' }) };
  expect(weight?.show(box)).toBe('12');
  expect(weight?.total?.([box, line()])).toBe(decimal('13').toFixed());
});

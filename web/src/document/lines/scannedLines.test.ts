import { describe, expect, test } from 'vitest';
import type { ScanContent } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { gridOf } from '../grid/gridState.ts';
import type { GridShape, GridState } from '../grid/gridState.ts';
import {
  blankLine,
  firstAllocationOfLine,
  isBlankLine,
  withLineAllocation,
} from '../draft/lineDraft.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { pricing } from '../draft/testPricing.ts';
import { withLineProduct } from './lineService.ts';
import type { LineLookupContext } from './lineService.ts';
import { scansApplied } from './scannedLines.ts';
import { aProduct, scannedProduct } from './testProduct.ts';

const world: LineLookupContext = {
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
const shape: GridShape<LineDraft> = {
  columns: [],
  blank: () => blankLine('7'),
  isBlank: isBlankLine,
};
const aLine = (barcode: string): LineDraft =>
  withLineProduct({ ...blankLine('7'), barcode }, aProduct(barcode), pricing);
const shown = ({ rows }: GridState<LineDraft>) =>
  rows.map(({ value }) => [value.barcode, value.quantity]);

describe('scans', () => {
  const scan = (code: string) => ({
    scan: { id: 1, code },
    found: code === '404' ? undefined : scannedProduct(aProduct(code)),
  });
  const scanned = (lines: readonly LineDraft[], codes: readonly string[], fixed = false) =>
    scansApplied(gridOf(lines), { ...shape, fixed }, world, codes.map(scan));

  test.each([
    ['a new code is a line', [], ['100'], [['100', '1']], ['added']],
    [
      'the same code again is one more',
      [],
      ['100', '100', '100'],
      [['100', '3']],
      ['added', 'repeated', 'repeated'],
    ],
    ['a blank line gives way', [blankLine('7')], ['100'], [['100', '1']], ['added']],
    ['an unknown code changes nothing', [aLine('100')], ['404'], [['100', '1']], ['unknown']],
    [
      'codes keep their order',
      [],
      ['2', '1', '2'],
      [
        ['2', '2'],
        ['1', '1'],
      ],
      ['added', 'added', 'repeated'],
    ],
    [
      'the same code in another warehouse is another line',
      [{ ...aLine('100'), warehouseId: '8' }],
      ['100'],
      [
        ['100', '1'],
        ['100', '1'],
      ],
      ['added'],
    ],
  ] as const)('%s', (_, lines, codes, rows, outcomes) => {
    const { grid, results } = scanned(lines, codes);
    expect(shown(grid)).toEqual(rows);
    expect(results.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test('a last line with a typed quantity but without goods stays above the scanned line', () => {
    const { grid } = scanned([{ ...blankLine('7'), quantity: '5' }], ['100']);
    expect(shown(grid)).toEqual([
      ['', '5'],
      ['100', '1'],
    ]);
  });

  test('a document with fixed lines accepts only scans of its own products', () => {
    const { grid, results } = scanned([aLine('100')], ['100', '200'], true);
    expect(shown(grid)).toEqual([['100', '2']]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['repeated', 'refused']);
  });

  test('the focus moves from a replaced blank line to the new line', () => {
    const start = { ...gridOf([blankLine('7')]), focus: { key: '0', column: 'quantity' } };
    const { grid } = scansApplied(start, shape, world, [scan('100')]);
    expect(shown(grid)).toEqual([['100', '1']]);
    expect(grid.focus).toEqual({ key: grid.rows[0]?.key, column: 'quantity' });
    expect(grid.anchor).toEqual(grid.focus);
  });

  test('a scan does not change a text being typed', () => {
    const start = gridOf([blankLine('7')]);
    const typing = { ...start, focus: { key: '0', column: 'barcode' }, anchor: null, typing: '69' };
    expect(scansApplied(typing, shape, world, [scan('100')]).grid.typing).toBe('69');
  });

  test('a GS1 code that cannot be used is refused with the reason', () => {
    const { results } = scansApplied(gridOf<LineDraft>([]), shape, world, [
      { scan: { id: 1, code: '(01)06901234567893(10)A' }, found: undefined },
    ]);
    expect(results).toEqual([{ outcome: 'refused', text: t('editor.scan.fault.checkDigit') }]);
  });
});

describe('scans of codes of scales', () => {
  const apples = aProduct('2112345', { unit: 'kg', price: '10', retailPrice: '10' });
  const apply = (kind: string, contents: readonly Partial<ScanContent>[], taxed = false) =>
    scansApplied(
      gridOf<LineDraft>([]),
      shape,
      { ...world, kind, pricing: { ...pricing, taxed } },
      contents.map((content) => ({
        scan: { id: 1, code: 'scale' },
        found: scannedProduct(apples, content),
      })),
    ).grid.rows.map(({ value }) => [value.quantity, taxed ? value.total : value.amount]);

  test('a weight adds to the line of the goods', () => {
    const contents = [
      { weight: '1.234', quantity: '1.234' },
      { weight: '0.5', quantity: '0.5' },
    ];
    expect(apply('retailOut', contents)).toEqual([['1.734', '17.34']]);
  });

  test('a package with a printed price is a line of exactly this price', () => {
    const contents = [
      { amount: '12.34', quantity: '1.235' },
      { amount: '12.34', quantity: '1.235' },
    ];
    const lines = [
      ['1.235', '12.34'],
      ['1.235', '12.34'],
    ];
    expect(apply('retailOut', contents)).toEqual(lines);
    expect(apply('retailOut', contents, true)).toEqual(lines);
  });

  test('documents at other prices than retail take the quantity of a package alone', () => {
    const contents = [{ amount: '12.34', quantity: '1.234' }];
    expect(apply('saleOut', contents)).toEqual([['1.234', '12.34']]);
    expect(apply('saleOut', [...contents, ...contents])).toEqual([['2.468', '24.68']]);
  });

  test('goods without a quantity of the code are refused with the reason', () => {
    const found = { ...scannedProduct(apples, { weight: '1' }), fault: 'ambiguous' as const };
    const { grid, results } = scansApplied(gridOf<LineDraft>([]), shape, world, [
      { scan: { id: 1, code: 'scale' }, found },
    ]);
    expect(grid.rows).toEqual([]);
    expect(results[0]?.outcome).toBe('refused');
    expect(results[0]?.text).toBe(t('editor.scan.fault.ambiguous', { name: apples.productName }));
  });
});

describe('scans of GS1 codes', () => {
  const tea = (over: Partial<LineProduct> = {}) =>
    aProduct('100', { lotManaged: true, shelfLifeDays: 90, ...over });
  const scan = (product: LineProduct, content: Partial<ScanContent>) => ({
    scan: { id: 1, code: 'gs1' },
    found: scannedProduct(product, content),
  });
  const lots = ({ rows }: GridState<LineDraft>) =>
    rows.map(({ value }) => {
      const { lot, expiry } = firstAllocationOfLine(value);
      return [lot, expiry, value.quantity];
    });
  const apply = (
    lines: readonly LineDraft[],
    contents: readonly Partial<ScanContent>[],
    fixed = false,
  ) =>
    scansApplied(
      gridOf(lines),
      { ...shape, fixed },
      world,
      contents.map((content) => scan(tea(), content)),
    );
  const ofLot = (lot: string, expiry = ''): LineDraft =>
    withLineAllocation(withLineProduct({ ...blankLine('7'), barcode: '100' }, tea(), pricing), {
      lot,
      expiry,
    });

  test('each lot is a line with its expiry, and equal lots are counted together', () => {
    const { grid, results } = apply(
      [],
      [
        { lot: 'A', expiry: '2027-05-31' },
        { lot: 'B', produced: '2026-11-21' },
        { lot: 'A', expiry: '2027-05-31', quantity: '12' },
      ],
    );
    expect(lots(grid)).toEqual([
      ['A', '2027-05-31', '13'],
      ['B', '2027-02-19', '1'],
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'repeated']);
  });

  test('a lot beside a line without lot is a new line', () => {
    expect(lots(apply([ofLot('')], [{ lot: 'A' }]).grid)).toEqual([
      ['', '', '1'],
      ['A', '', '1'],
    ]);
  });

  test('a line of a linked document takes its first lot, and refuses another', () => {
    const { grid, results } = apply([ofLot('')], [{ lot: 'A' }, { lot: 'B' }], true);
    expect(lots(grid)).toEqual([['A', '', '2']]);
    expect(results.map(({ text }) => text)).toEqual([
      'product 100 A',
      t('editor.scan.otherLot', { lot: 'B' }),
    ]);
  });

  test('a lot with another expiry than its line is refused', () => {
    const { grid, results } = apply(
      [ofLot('A', '2027-05-31')],
      [{ lot: 'A', expiry: '2027-06-30' }],
    );
    expect(lots(grid)).toEqual([['A', '2027-05-31', '1']]);
    expect(results).toEqual([
      { outcome: 'refused', text: t('editor.scan.otherExpiry', { lot: 'A' }) },
    ]);
  });

  test('the lot of goods without lots is ignored', () => {
    const goods = tea({ lotManaged: false });
    const scans = [scan(goods, { lot: 'A' }), scan(goods, { lot: 'B' })];
    expect(lots(scansApplied(gridOf<LineDraft>([]), shape, world, scans).grid)).toEqual([
      ['', '', '2'],
    ]);
  });

  test('a serial that is not in stock is refused on an issue', () => {
    const phone = tea({ lotManaged: false, serialManaged: true });
    const { results } = scansApplied(gridOf<LineDraft>([]), shape, world, [
      scan(phone, { serial: 'S1' }),
    ]);
    expect(results).toEqual([
      { outcome: 'refused', text: t('editor.scan.serialNotInStock', { serial: 'S1' }) },
    ]);
  });
});

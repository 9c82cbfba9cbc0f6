import { describe, expect, test } from 'vitest';
import { codeProblem, elementOutside, fitsSheet, isEan13, placesOn, sheetFor } from './label.ts';

describe('codes on labels', () => {
  test.each([
    ['6901234567892', true],
    ['4006381333931', true],
    // The check digit is another.
    ['6901234567893', false],
    // A code of twelve digits would be read with one more.
    ['690123456789', false],
    ['1001', false],
    ['69012345678９2', false],
    ['', false],
  ])('%s is a valid EAN-13: %s', (text, is) => expect(isEan13(text)).toBe(is));

  test.each([
    ['code128', 'SN-001 a', null],
    ['code128', '茶杯', 'code128'],
    ['code128', '', 'empty'],
    ['ean13', '1001', 'ean13'],
    ['ean13', '6901234567892', null],
    ['qr', '茶杯', null],
    ['qr', '', 'empty'],
  ] as const)('a %s code of %j has the problem: %s', (code, text, problem) =>
    expect(codeProblem(code, text)).toBe(problem),
  );
});

describe('labels on a sheet', () => {
  const sheet = { columns: 3, rows: 8, left: 0, top: 0.5, gapAcross: 0, gapDown: 0 };
  test('are placed row by row, each to the right of the previous label', () => {
    const places = placesOn({ ...sheet, gapAcross: 2, gapDown: 1 }, { width: 60, height: 30 });
    expect(places).toHaveLength(24);
    expect(places.slice(0, 4)).toEqual([
      { left: 0, top: 0.5 },
      { left: 62, top: 0.5 },
      { left: 124, top: 0.5 },
      { left: 0, top: 31.5 },
    ]);
  });
  test.each([
    [{ width: 40, height: 30 }, [5, 9, 5, 13.5]],
    [{ width: 101.6, height: 152.4 }, [2, 1, 3, 72]],
    [{ width: 210, height: 297 }, [1, 1, 0, 0]],
  ])('fill %j to its capacity', (size, [columns, rows, left, top]) => {
    expect(sheetFor(size)).toEqual({ columns, rows, left, top, gapAcross: 0, gapDown: 0 });
    expect(fitsSheet(sheetFor(size), size)).toBe(true);
  });
  test('fit on an A4 sheet only within its height and margins', () => {
    expect(fitsSheet(sheet, { width: 70, height: 37 })).toBe(true);
    expect(fitsSheet({ ...sheet, left: 1 }, { width: 70, height: 37 })).toBe(false);
    expect(fitsSheet({ ...sheet, rows: 9 }, { width: 70, height: 37 })).toBe(false);
  });
});

test('the first element beyond the label is named', () => {
  const label = { width: 40, height: 30 };
  const inside = { left: 0, top: 0, width: 40, height: 30 };
  expect(elementOutside(label, [inside])).toBe(null);
  expect(elementOutside(label, [inside, { ...inside, left: 0.5 }])).toBe(2);
  expect(elementOutside(label, [{ ...inside, top: 1 }])).toBe(1);
});

import { splitTable } from '@tradehouse/domain';
import { describe, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { columnBelow, plainNumbers } from '../grid/column.ts';
import { readLines } from './testLineReading.ts';

const cellsIn = (text: string) => splitTable(text).map(({ cells }) => cells);

describe('the cells of a text', () => {
  test('a German list ends its cells at semicolons', () => {
    expect(cellsIn('Ware;Menge;Preis\n100;2;45,85')).toEqual([
      ['Ware', 'Menge', 'Preis'],
      ['100', '2', '45,85'],
    ]);
  });

  test('a number exported as a text formula is read without the formula', () => {
    expect(cellsIn('code,count\n="0012345",2')).toEqual([
      ['code', 'count'],
      ['0012345', '2'],
    ]);
  });

  test('tabs behind numbers leave commas the delimiter of a list', () => {
    expect(cellsIn('no,price\n1001\t,5\t')).toEqual([
      ['no', 'price'],
      ['1001', '5'],
    ]);
  });
});

test('the decimal mark of a pasted column is decided from all of its rows', () => {
  const columns = [undefined, { keyboard: 'decimal' }] as const;
  const read = (...texts: readonly string[]) =>
    plainNumbers(
      texts.map((text) => ['a', text]),
      columns,
    ).map(([, text]) => text);
  expect(read('1,234', '9,90')).toEqual(['1.234', '9.9']);
  expect(read('1,234', '9.90')).toEqual(['1234', '9.9']);
  expect(read('1.234', '9,90')).toEqual(['1234', '9.9']);
  expect(read('1,234', 'x')).toEqual(['1,234', 'x']);
});

test('a workbook number like 1.125 is a decimal, even beside a text with a decimal comma', () => {
  const cells = [['1.125'], ['12,5'], ['1.125']];
  const columns = [{ keyboard: 'decimal' }] as const;
  expect(plainNumbers(cells, columns, [[0], [], []])).toEqual([['1.125'], ['12.5'], ['1125']]);
});

test.each([
  ['数量(箱)', undefined],
  ['单价(万元)', 'CNY'],
])('numbers below the chosen heading %s are refused in lines', (title, currency) => {
  const column = {
    id: 'n',
    title: '',
    width: 0,
    keyboard: 'decimal' as const,
    ...(currency === undefined ? {} : { currency }),
    show: () => '',
    write: (row: string) => ({ row }),
  };
  expect(columnBelow(column, title).write?.('', '5')).toHaveProperty('wrong');
  expect(columnBelow(column, '数量').write?.('', '5')).toEqual({ row: '' });
});

test('expiry days of lines are read if one day order fits the whole column, else refused', async () => {
  await loadPhrases('en');
  const expiries = (...days: readonly string[]) => {
    const lines = days.map((day) => `1001,1,L1,${day}`);
    const text = ['Barcode,Quantity,Lot,Expiry', ...lines].join('\n');
    return [...(readLines({ kind: 'text', text }, ['1001'])?.values() ?? [])].map(
      (line) => line?.['expiry'] ?? null,
    );
  };
  expect(expiries('13/04/2026', '04/05/2026')).toEqual(['2026-04-13', '2026-05-04']);
  expect(expiries('13/04/2026', '04/25/2026')).toEqual([null, null]);
});

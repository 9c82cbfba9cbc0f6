import { describe, expect, test } from 'vitest';
import { readTableText, splitCells, splitTable } from './table.ts';

const cells = (text: string) => splitTable(text).map((row) => row.cells);

describe('a text is split consistently over all of its lines', () => {
  test.each([
    [
      'commas',
      'a,b,c\n1,"2,5",3',
      [
        ['a', 'b', 'c'],
        ['1', '2,5', '3'],
      ],
    ],
    [
      'semicolons beside decimal commas',
      'a;b\n1;2,5\n3;4,5',
      [
        ['a', 'b'],
        ['1', '2,5'],
        ['3', '4,5'],
      ],
    ],
    ['semicolons without headings', '1,5;2,5', [['1,5', '2,5']]],
    ['tabs beside thousands', '100\t1,234.50\t9,90', [['100', '1,234.50', '9,90']]],
    [
      'bars',
      'a|b\n1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'commas, with tabs behind numbers',
      'no,amount\n1001\t,5\t\n1002\t,6\t',
      [
        ['no', 'amount'],
        ['1001', '5'],
        ['1002', '6'],
      ],
    ],
    [
      'commas, with tabs inside quotes',
      'no,amount\n"1001\t",5',
      [
        ['no', 'amount'],
        ['1001', '5'],
      ],
    ],
    [
      'commas, though one remark has a tab',
      'a,b\n1,x\ty\n2,z\n3,w',
      [
        ['a', 'b'],
        ['1', 'x\ty'],
        ['2', 'z'],
        ['3', 'w'],
      ],
    ],
    [
      'commas, though remarks have semicolons',
      'a,b\n1,x;y\n2,z',
      [
        ['a', 'b'],
        ['1', 'x;y'],
        ['2', 'z'],
      ],
    ],
    [
      'commas, though a tab stands in front of a number',
      '订单编号,商品,数量\n\t123456,苹果,2',
      [
        ['订单编号', '商品', '数量'],
        ['123456', '苹果', '2'],
      ],
    ],
    [
      'tabs, though rows have unlike widths and decimal commas',
      'a\tb\tc\n1\t1,5\n2\t2,5\t\n3\t3,5\tx\ty',
      [
        ['a', 'b', 'c'],
        ['1', '1,5'],
        ['2', '2,5', ''],
        ['3', '3,5', 'x', 'y'],
      ],
    ],
    ['what its first line names', 'sep=;\na;b,c\n', [['a', 'b,c']]],
    ['nothing', '1\n2', [['1'], ['2']]],
  ])('the delimiter is: %s', (_, text, expected) => expect(cells(text)).toEqual(expected));

  test('quotes and `="…"` around digits are dropped, and line breaks in quotes are kept', () => {
    expect(cells('="0012345","=""007""",\'0012,"a\nb"\n`400,x,y,z')).toEqual([
      ['0012345', '007', '0012', 'a\nb'],
      ['400', 'x', 'y', 'z'],
    ]);
  });

  test('rows keep their line number across blank lines', () => {
    expect(splitTable('a,b\n\n1,2\n').map(({ place }) => place)).toEqual([1, 3]);
  });
});

test('a table is read row by row, with at most one cell beyond the requested width', () => {
  const rows = readTableText(`${'\n'.repeat(100_000)}a,b,c,d\n,,,d\n1`, 2);
  expect([...rows]).toEqual([
    { place: 100_001, cells: ['a', 'b', 'c'] },
    { place: 100_002, cells: ['', '', ''] },
    { place: 100_003, cells: ['1'] },
  ]);
  expect(Array.isArray(rows)).toBe(false);
});

test('a line of very many tabs is split in linear time', () => {
  const start = process.cpuUsage();
  splitTable(`${'\t'.repeat(200_000)},`);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
});

test('a delimiter after two million blank lines is found in linear time', () => {
  const start = process.cpuUsage();
  const rows = splitTable(`${'\n'.repeat(2_000_000)}a,b\n1,2`);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(6_000);
});

test('a file of notes and a wider table of equally many lines is split by the table’s delimiter', () => {
  const notes = ['a, b', 'c, d', 'e, f'];
  const table = ['day|amount|name', '2026-03-05|0,01|Ada'];
  expect(splitTable([...notes, ...table].join('\n')).at(-1)?.cells).toEqual([
    '2026-03-05',
    '0,01',
    'Ada',
  ]);
  const tabbed = ['day\tamount\tname', '2026-03-05\t0,01\tAda'];
  expect(splitTable(['a;b', 'c;d', 'e;f', ...tabbed].join('\n')).at(-1)?.cells).toHaveLength(3);
});

test('a single quotation mark between tabs is kept as a ditto mark, and opens no quoted text', () => {
  const text = '1001\t5\t"\n1002\t"\t"\n1003\t9\t"a\nb"';
  expect(splitCells(text, '\t')).toEqual([
    ['1001', '5', '"'],
    ['1002', '"', '"'],
    ['1003', '9', 'a\nb'],
  ]);
});

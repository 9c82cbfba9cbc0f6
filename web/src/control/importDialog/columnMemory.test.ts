import { describe, expect, test } from 'vitest';
import { headingsKey, recallMapping, withMapping, withoutMapping } from './columnMemory.ts';

const rowsOf = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells, at) => ({ place: at + 1, cells }));
const columns = ['date', 'amount'] as const;
const key = headingsKey(['When', 'How much']);
const remembered = { source: 'a', headings: key, columns: ['date', 'amount'] };

describe('a remembered mapping', () => {
  test('is recalled for equal headings below different notes, in any case and width', () => {
    const rows = rowsOf(['A note', ''], ['another'], ['ＷＨＥＮ ', ' how  much', ''], ['1', '2']);
    expect(recallMapping([remembered], rows, 'a', columns)).toEqual({
      above: 3,
      mapping: ['date', 'amount'],
    });
  });

  test('is not recalled for headings with a different bracket or order', () => {
    for (const headings of [['When (UTC)', 'How much'], ['How much', 'When'], ['When']])
      expect(recallMapping([remembered], rowsOf(headings), 'a', columns)).toBeNull();
  });

  test('of the same source wins over a later mapping of another source', () => {
    const other = { ...remembered, source: 'b', columns: ['amount', 'date'] };
    const rows = rowsOf(['When', 'How much']);
    const of = (source: string) =>
      recallMapping([other, remembered], rows, source, columns)?.mapping;
    expect(of('a')).toEqual(['date', 'amount']);
    expect(of('b')).toEqual(['amount', 'date']);
    expect(of('')).toEqual(['amount', 'date']);
  });

  test('leaves out a column no longer in the import', () => {
    const old = { ...remembered, columns: ['date', 'colour'] };
    expect(recallMapping([old], rowsOf(['When', 'How much']), 'a', columns)?.mapping).toEqual([
      'date',
      null,
    ]);
  });

  test('is not recalled for a blank row, common to many files', () => {
    const blank = { ...remembered, headings: headingsKey(['', '']) };
    expect(recallMapping([blank], rowsOf(['', '']), 'a', columns)).toBeNull();
  });
});

describe('the memory of mappings', () => {
  test('keeps one mapping for each source and headings, the latest first', () => {
    const again = { ...remembered, columns: ['amount', 'date'] };
    const other = { ...remembered, source: 'b' };
    expect(withMapping([other, remembered], again)).toEqual([again, other]);
  });

  test('lets the oldest go before the page setting is too large', () => {
    const memory = Array.from({ length: 300 }, (_, at) => ({ ...remembered, headings: `${at}|x` }));
    const full = memory.reduce(withMapping, [] as readonly (typeof remembered)[]);
    expect(JSON.stringify(full).length).toBeLessThan(20_000);
    expect(full.length).toBeGreaterThan(100);
    expect(full[0]?.headings).toBe('299|x');
  });

  test('forgets the headings of all sources at once', () => {
    expect(withoutMapping([remembered, { ...remembered, source: 'b' }], key)).toEqual([]);
  });
});

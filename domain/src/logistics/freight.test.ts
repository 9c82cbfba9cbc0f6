import { expect, test } from 'vitest';
import { matchBill, spellFreightNumber } from './freight.ts';
import type { Billable } from './freight.ts';

const row = (id: string, state: Billable['state'], ...names: string[]): Billable => ({
  id,
  state,
  names,
});
const said = (numbers: readonly string[], rows: readonly Billable[]) =>
  matchBill(numbers, rows).map(({ match, row: of }) => (of === null ? match : `${match} ${of.id}`));

test('a bill line matches freight by any of its numbers, whatever the blanks, case and width', () => {
  const rows = [
    row('1', 'expected', 'SF 1', 'L-1', 'XSCK1'),
    row('2', 'billed', '', 'L-2', 'XSCK2'),
  ];
  expect(said(['ｓｆ１', 'xsck2', 'none', ''], rows)).toEqual([
    'matched 1',
    'matched 2',
    'unknown',
    'unknown',
  ]);
});

test('all freight bill lines that match a single freight, by any number, are duplicates', () => {
  const rows = [row('1', 'expected', 'SF1', 'L-1'), row('2', 'expected', 'SF2', 'L-2')];
  expect(said(['SF1', 'SF2', 'L-1'], rows)).toEqual(['double 1', 'matched 2', 'double 1']);
});

test('a reused number matches the newer freight, and the number of a void freight alone is void', () => {
  const [gone, next] = [row('1', 'cancelled', 'SF1'), row('2', 'expected', 'SF1')];
  expect(said(['SF1'], [gone, next])).toEqual(['matched 2']);
  expect(said(['SF1'], [gone])).toEqual(['cancelled 1']);
});

test('confirmed or paid freight is not billed again, and an ambiguous number matches nothing', () => {
  const rows = [row('1', 'confirmed', 'SF1', 'X'), row('2', 'paid', 'SF2', 'X')];
  expect(said(['SF1', 'SF2', 'X'], rows)).toEqual(['confirmed 1', 'confirmed 2', 'ambiguous']);
});

test('each spelling of a freight number matches the typed number', () => {
  const spellings = spellFreightNumber(' Sf 1 ');
  expect(spellings).toEqual(['Sf 1', 'SF1', 'sf1']);
  for (const spelling of spellings)
    expect(said([' Sf 1 '], [row('1', 'expected', spelling)])).toEqual(['matched 1']);
});

import { expect, test } from 'vitest';
import { daysOfTransit, findMissingFedexPart, stateOfFedexScan, toStreetLines } from './fedex.ts';

const end = {
  name: 'Cy',
  phone: '9015550100',
  address: 'Harbour 1',
  postcode: '38017',
  city: 'Collierville',
  region: 'TN',
  country: 'US',
};

test('an address in the United States needs a state and a postcode, elsewhere neither', () => {
  expect(findMissingFedexPart(end)).toBeNull();
  expect(findMissingFedexPart({ ...end, region: '' })).toBe('region');
  expect(findMissingFedexPart({ ...end, postcode: ' ' })).toBe('postcode');
  expect(findMissingFedexPart({ ...end, country: 'DE', region: '', postcode: '' })).toBeNull();
});

test.each(['name', 'phone', 'address', 'city', 'country'] as const)(
  'an end without %s names this part',
  (part) => {
    expect(findMissingFedexPart({ ...end, [part]: '' })).toBe(part);
  },
);

test.each([
  ['Harbour 1', ['Harbour 1']],
  ['Harbour 1\n\nFloor 2\r\nDoor 3', ['Harbour 1', 'Floor 2', 'Door 3']],
  [
    '1550 Union Boulevard North, Building Seven, Suite 302',
    ['1550 Union Boulevard North,', 'Building Seven, Suite 302'],
  ],
  ['a\nb\nc\nd', null],
  ['x'.repeat(36), null],
  [' ', null],
])('the address %j becomes the lines %j', (address, lines) => {
  expect(toStreetLines(address)).toEqual(lines);
});

test('scans become states by their codes, and unknown scans none', () => {
  expect(['PU', 'Ow', 'OD', 'DL', 'DE', 'RS', 'OC', 'CA', '??'].map(stateOfFedexScan)).toEqual([
    'pickedUp',
    'inTransit',
    'outForDelivery',
    'delivered',
    'exception',
    'returned',
    null,
    null,
    null,
  ]);
});

test('transit times in words are days, and unknown words have no days', () => {
  expect(['ONE_DAY', 'FOUR_DAYS', 'FOUR', 'SMARTPOST_TRANSIT_DAYS'].map(daysOfTransit)).toEqual([
    1,
    4,
    null,
    null,
  ]);
});

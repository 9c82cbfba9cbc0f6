import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../testing.ts';
import {
  checkAttributes,
  checkAttributeCombinations,
  combineAttributeValues,
  isAttributeValue,
} from './sku.ts';

const colour = { id: '1', name: '颜色', values: ['红色', '蓝色'] };
const size = { id: '2', name: '尺码', values: ['S', 'M', 'L'] };
const cut = { id: '3', name: '版型', values: ['修身'] };

describe('attributes', () => {
  test('yield every combination of their values, joined by commas in the order of attributes', () => {
    expect(combineAttributeValues([colour, size])).toEqual([
      '红色,S',
      '红色,M',
      '红色,L',
      '蓝色,S',
      '蓝色,M',
      '蓝色,L',
    ]);
    expect(combineAttributeValues([colour, size, cut])[4]).toBe('蓝色,M,修身');
    expect(combineAttributeValues([])).toEqual([]);
  });

  test('the combinations of attribute values are complete and have no repeats', () => {
    const values = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,4}$/), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 3 }), (chosen) => {
        const rows = combineAttributeValues(chosen.map((one) => ({ values: one })));
        expect(rows.length).toBe(chosen.reduce((product, { length }) => product * length, 1));
        expect(new Set(rows).size).toBe(rows.length);
      }),
    );
  });

  test.each([
    ['none, in one unit', [], false, null],
    ['none, in several units', [], true, null],
    ['three', [colour, size, cut], false, null],
    ['four', [colour, size, cut, { ...cut, id: '4' }], false, 'attribute.tooMany'],
    ['one and several units', [colour], true, 'attribute.oneUnit'],
    ['the same twice', [colour, colour], false, 'attribute.repeated'],
    ['a value twice', [{ ...size, values: ['S', 'S'] }], false, 'attribute.repeated'],
    ['no value', [{ ...size, values: [] }], false, 'attribute.value'],
    ['a value with a comma', [{ ...size, values: ['S,M'] }], false, 'attribute.value'],
  ] as const)(
    'a product with the attributes %s is refused with: %s',
    (_, attributes, severalUnits, refusal) => {
      expect(refusalOf(() => checkAttributes(attributes, severalUnits))).toBe(refusal);
    },
  );

  test.each([
    ['every combination', [colour], ['红色', '蓝色'], null],
    ['some of them', [colour, size], ['蓝色,M'], null],
    ['one that is not there', [colour], ['绿色'], 'attribute.combination'],
    ['the order turned round', [colour, size], ['M,蓝色'], 'attribute.combination'],
    ['one twice', [colour], ['红色', '红色'], 'attribute.combination'],
    ['none at all', [colour], [''], 'attribute.combination'],
    ['a combination without attributes', [], ['红色'], 'attribute.combination'],
    ['several barcodes of the product itself', [], ['', ''], null],
  ] as const)(
    'the rows of a product are checked for attribute combinations: %s',
    (_, attributes, rows, refusal) => {
      expect(refusalOf(() => checkAttributeCombinations(attributes, rows))).toBe(refusal);
    },
  );

  test('a combination is checked among a million million combinations without listing all', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `v${at}`);
    const attributes = ['1', '2', '3'].map((id) => ({ id, name: id, values: many }));
    expect(refusalOf(() => checkAttributeCombinations(attributes, ['v1,v2,v9999']))).toBe(null);
    expect(refusalOf(() => checkAttributeCombinations(attributes, ['v1,v2,red']))).toBe(
      'attribute.combination',
    );
  });
});

test.each([
  ['红色', true],
  ['M', true],
  ['38 码', true],
  ['', false],
  [' M', false],
  ['红|蓝', false],
  ['红，蓝', false],
])('the attribute value "%s" is valid: %s', (value, fits) => {
  expect(isAttributeValue(value)).toBe(fits);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween } from './changes.ts';

describe('changes of a log entry', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['nothing', { name: 'A' }, { name: 'A' }, []],
    [
      'one field of two',
      { name: 'A', sort: 1 },
      { name: 'B', sort: 1 },
      [{ field: 'name', before: 'A', after: 'B' }],
    ],
    [
      'a new record',
      null,
      { name: 'A', remark: '', enabled: true },
      [
        { field: 'name', before: null, after: 'A' },
        { field: 'enabled', before: null, after: 'true' },
      ],
    ],
    ['a deleted one', { name: 'A' }, null, [{ field: 'name', before: 'A', after: null }]],
    [
      'a name of the database',
      { parent_id: '1' },
      { parent_id: '2' },
      [{ field: 'parentId', before: '1', after: '2' }],
    ],
    ['only how a number is written', { price: '1.50' }, { price: '1.5' }, []],
    ['what the product keeps for itself', { version: 1, id: '1' }, { version: 2, id: '2' }, []],
    ['a secret', { totp_secret: 'a', password_hash: 'b' }, { totp_secret: 'c' }, []],
    [
      'a list',
      { buttons: ['1'] },
      { buttons: ['1', '2'] },
      [{ field: 'buttons', before: '1', after: '1, 2' }],
    ],
    [
      'a line',
      {},
      { 'line 1': { quantity: '2' } },
      [{ field: 'line 1', before: null, after: '{"quantity":"2"}' }],
    ],
    ['what is no record', 'a', ['b'], []],
  ])('list the visible fields with different values: %s', (_, before, after, expected) => {
    expect(changesBetween(before, after)).toEqual(expected);
  });

  test('swap before and after when the two records are swapped', () => {
    const record = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue());
    fc.assert(
      fc.property(record, record, (before, after) => {
        const sorted = (changes: ReturnType<typeof changesBetween>) =>
          changes.toSorted((one, other) => (one.field < other.field ? -1 : 1));
        expect(sorted(changesBetween(after, before))).toEqual(
          sorted(changesBetween(before, after)).map((change) => ({
            ...change,
            before: change.after,
            after: change.before,
          })),
        );
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Grants, Seen } from './scope.ts';
import { maySee } from './scope.ts';

const everything: Grants = {
  userId: 'u1',
  documents: { of: 'all' },
  warehouseIds: null,
  customerIds: null,
};
const ofEast: Grants['documents'] = { of: 'institutions', ids: ['i1', 'i2'] };
const theirs: Seen = {
  creatorId: 'u2',
  institutionId: 'i2',
  customerId: 'c1',
  warehouseIds: ['w1', 'w2'],
};

test.each<[string, Partial<Grants>, Partial<Seen>, boolean]>([
  ['all data', {}, {}, true],
  ['own institution and below', { documents: ofEast }, {}, true],
  ['another institution', { documents: ofEast }, { institutionId: 'i9' }, false],
  ['a creator without institution', { documents: ofEast }, { institutionId: null }, false],
  ['a user without institution', { documents: { of: 'institutions', ids: [] } }, {}, false],
  ["a colleague's, own only", { documents: { of: 'own' } }, {}, false],
  ['own, own only', { documents: { of: 'own' } }, { creatorId: 'u1' }, true],
  ['one of two warehouses granted', { warehouseIds: ['w1'] }, {}, true],
  ['no warehouse granted', { warehouseIds: [] }, {}, false],
  ['no warehouse granted, none needed', { warehouseIds: [] }, { warehouseIds: [] }, true],
  ['the customer granted', { customerIds: ['c1'] }, {}, true],
  ['another customer granted', { customerIds: ['c2'] }, {}, false],
  ['no customer on it', { customerIds: [] }, { customerId: null }, true],
])('%s', (_what, grants, seen, expected) => {
  expect(maySee({ ...everything, ...grants }, { ...theirs, ...seen })).toBe(expected);
});

const some = (ids: string[]) => fc.subarray(ids);
const someGrants: fc.Arbitrary<Grants> = fc.record({
  userId: fc.constant('u1'),
  documents: fc.oneof(
    fc.constant({ of: 'all' as const }),
    fc.constant({ of: 'own' as const }),
    fc.record({ of: fc.constant('institutions' as const), ids: some(['i1', 'i2']) }),
  ),
  warehouseIds: fc.option(some(['w1', 'w2'])),
  customerIds: fc.option(some(['c1', 'c2'])),
});
const someDocument: fc.Arbitrary<Seen> = fc.record({
  creatorId: fc.constantFrom('u1', 'u2'),
  institutionId: fc.constantFrom('i1', 'i2', null),
  customerId: fc.constantFrom('c1', 'c2', null),
  warehouseIds: some(['w1', 'w2']),
});

test('removing a right never makes more documents visible (X4)', () => {
  fc.assert(
    fc.property(someGrants, someDocument, (grants, document) => {
      const less: Grants = {
        ...grants,
        warehouseIds: [],
        customerIds: [],
        documents: { of: 'own' },
      };
      expect(maySee(less, document) && !maySee(grants, document)).toBe(false);
    }),
  );
});

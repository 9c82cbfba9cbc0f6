import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { allowBySchema } from './allow.ts';

const Part = Type.Object({ name: Type.String() });
const Whole = Type.Object({
  part: Type.Union([Part, Type.Null()]),
  parts: Type.Optional(Type.Array(Part)),
  words: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const allow = allowBySchema(Whole);
const secret = 'x';

test.each<[string, unknown, unknown]>([
  ['what is not declared', { part: null, secret }, { part: null }],
  ['the same within', { part: { name: 'a', secret } }, { part: { name: 'a' } }],
  [
    'the same in a list',
    { part: null, parts: [{ name: 'a', secret }] },
    { part: null, parts: [{ name: 'a' }] },
  ],
])('%s is removed from the reply', (_, value, left) => {
  expect(allow(value)).toEqual(left);
});

test.each<[string, unknown]>([
  ['a reply that lacks what it must have', {}],
  ['a part that lacks it where there may be none', { part: { secret } }],
  ['a record where words are declared', { part: null, words: { secret } }],
  ['a list where an amount may be', { part: null, amount: [secret] }],
])('%s does not leave', (_, value) => {
  expect(() => allow(value)).toThrow(/^the reply /);
});

test('property names inherited by every object are treated as undeclared names', () => {
  const given: unknown = JSON.parse(
    '{"part":{"name":"a","__proto__":{"secret":1},"constructor":1}}',
  );
  expect(JSON.stringify(allow(given))).toBe('{"part":{"name":"a"}}');
});

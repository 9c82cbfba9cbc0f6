import { expect, expectTypeOf, test } from 'vitest';
import { DomainError } from './domainError.ts';
import type { Telling } from './domainError.ts';
import { refusalOf } from '../testing.ts';
import type { ErrorKey } from './errors.ts';
import { errors } from './errors.ts';
import type { RefusalFactName } from './sentences.ts';
import { sentences } from './sentences.ts';

const keys = Object.keys(errors) as ErrorKey[];

test('a refusal carries a key, facts and a place in the input', () => {
  const refusal = new DomainError(
    'barcode.taken',
    { barcode: '1001' },
    { field: 'barcode', line: 2 },
  );
  expect(refusal).toMatchObject({
    key: 'barcode.taken',
    facts: { barcode: '1001' },
    at: { field: 'barcode', line: 2 },
  });
  expect(refusal).toBeInstanceOf(Error);
});

test('an error sentence naming facts requires them', () => {
  expectTypeOf<RefusalFactName<'barcode.taken'>>().toEqualTypeOf<'barcode'>();
  expectTypeOf<RefusalFactName<'access.denied'>>().toEqualTypeOf<never>();
  expectTypeOf<[]>().not.toExtend<Telling<'barcode.taken'>>();
  expectTypeOf<[]>().toExtend<Telling<'access.denied'>>();
  expectTypeOf<[]>().toExtend<Telling<ErrorKey>>();
});

test.each(keys)('the error %s has a sentence in both languages', (key) => {
  for (const sentence of [sentences['zh-cn'][key], sentences.en[key]]) {
    expect(sentence).toMatch(/\S/);
    expect(sentence.replaceAll(/\{[a-zA-Z]+\}/gu, '')).not.toMatch(/[{}]/);
    // A part that may be left out names a fact, or it would never be.
    expect(sentence.replaceAll(/\[[^[\]]*\{[a-zA-Z]+\}[^[\]]*\]/gu, '')).not.toMatch(/[[\]]/);
  }
  expect(sentences['zh-cn'][key]).toMatch(/\p{Script=Han}/u);
  expect(sentences.en[key]).not.toMatch(/\p{Script=Han}/u);
});

test('an error that is no refusal is rethrown', () => {
  const broken = () => {
    throw new TypeError('broken');
  };
  expect(() => refusalOf(broken)).toThrow(TypeError);
});

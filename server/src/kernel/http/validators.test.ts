import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { compileAtFirstValue } from './validators.ts';

const route = { method: 'GET', url: '/counts', httpPart: 'querystring' };

test('a schema is compiled when its first value arrives', () => {
  const schema = Type.Object({});
  Object.assign(schema, { type: 'no type of JSON Schema' });
  const validate = compileAtFirstValue({ ...route, schema });
  expect(() => validate({})).toThrow('schema is invalid');
});

test('a validator reports the errors of the last value only', () => {
  const schema = Type.Object({ count: Type.Integer() });
  const validate = compileAtFirstValue({ ...route, schema });
  expect(validate({ count: 'many' })).toBe(false);
  expect(validate.errors).toMatchObject([{ instancePath: '/count', keyword: 'type' }]);
  expect(validate({ count: 2 })).toBe(true);
  expect(validate.errors).toBe(null);
});

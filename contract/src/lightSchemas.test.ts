import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { Optional, toRecordSchema } from './lightSchemas.ts';

/** Every property, including the hidden ones of TypeBox. */
const describeSchema = (schema: object): object => Object.getOwnPropertyDescriptors(schema);

test('an optional schema equals the optional schema of TypeBox', () => {
  const text = Type.String({ maxLength: 3 });
  expect(describeSchema(Optional(text))).toEqual(describeSchema(Type.Optional(text)));
});

test.each([{}, { additionalProperties: false as const, maxProperties: 3 }])(
  'a record schema with the limits %j equals the record schema of TypeBox',
  (limits) => {
    const [value, pattern] = [Type.Array(Type.Integer()), '^[a-z]$'];
    expect(describeSchema(toRecordSchema(value, limits))).toEqual(
      describeSchema(Type.Record(Type.String(), value, limits)),
    );
    expect(describeSchema(toRecordSchema(value, { pattern, ...limits }))).toEqual(
      describeSchema(Type.Record(Type.String({ pattern }), value, limits)),
    );
  },
);

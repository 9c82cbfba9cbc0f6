// TypeBox's own `Optional` and `Record` refer to its type evaluator: 10 kB gzipped of every first page.
import type { TOptional, TRecord, TSchema } from 'typebox';
import { Memory } from 'typebox/system';

/** Marks a property as optional, like `Type.Optional`. */
export const Optional = <T extends TSchema>(schema: T) =>
  // SAFETY: `Type.Optional` builds the same: a test compares both.
  Memory.Update(schema, { '~optional': true }, {}) as TOptional<T>;

interface RecordLimits {
  readonly additionalProperties?: false;
  readonly maxProperties?: number;
}

/** Builds an object schema with any keys of a pattern, like `Type.Record` of a text key. */
export const toRecordSchema = <T extends TSchema>(
  value: T,
  { pattern = '^.*$', ...limits }: RecordLimits & { readonly pattern?: string } = {},
) =>
  // SAFETY: `Type.Record` builds the same: a test compares both.
  Memory.Create(
    { '~kind': 'Record' },
    { type: 'object', patternProperties: { [pattern]: value } },
    { ...limits },
  ) as unknown as TRecord<'^.*$', T>;

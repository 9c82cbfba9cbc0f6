import { AjvCompiler } from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { fieldRule } from '../fieldRule.ts';
import { dateReach } from '../table/dateReach.ts';

type Validator = ReturnType<FastifySchemaCompiler<TSchema>>;

/** Schema compiler of the process: a schema is compiled once for any number of servers. */
const compileSchema = AjvCompiler()(
  {},
  {
    customOptions: {
      removeAdditional: false,
      coerceTypes: false,
      useDefaults: false,
      allErrors: false,
      // Refusals quote the field's own declaration, so the schema comes with the error.
      verbose: true,
      keywords: [fieldRule, dateReach],
    },
  },
);

/**
 * Returns the validator of a route's schema, which is compiled when its first value arrives: compiling the
 * schemas of all calls would take half of the start.
 */
export const compileAtFirstValue: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  let compiled: Validator | undefined;
  const validate: Validator = (value: unknown) => {
    // SAFETY: Ajv declares the errors of a validator as Fastify reads them.
    compiled ??= compileSchema({ schema }) as Validator;
    const result = compiled(value);
    validate.errors = compiled.errors ?? null;
    return result;
  };
  return validate;
};

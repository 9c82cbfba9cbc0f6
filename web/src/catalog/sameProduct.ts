import type { ProductInfo } from '@tradehouse/contract';
import { productExists, propertyNames } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import type { ValueQuestion } from '../record/freeName.ts';
import type { RecordValues } from '../record/recordTypes.ts';

const identifying = ['standard', 'model', 'color', 'maker', ...propertyNames] as const;
/** Form fields by which products of a name differ. */
export const productIdentity = ['several', 'unitId', 'unitName', ...identifying];

const textOf = (values: RecordValues, field: string): string => String(values[field] ?? '').trim();

/**
 * Creates the question for another product of the same name, unit and identifying fields. Older duplicates
 * keep their names.
 */
export const sameProductQuestion =
  (info: ProductInfo | null): ValueQuestion =>
  (name, _id, values) => {
    const unit = values['several'] === true ? 'unitId' : 'unitName';
    const fields = [...identifying, unit];
    const asked = { ...values, name };
    const isUnchanged =
      info !== null &&
      ['name', ...fields].every((field) => textOf(asked, field) === textOf({ ...info }, field));
    if (isUnchanged || textOf(values, unit) === '') return null;
    const input = {
      ...Object.fromEntries(fields.map((field) => [field, textOf(values, field)])),
      name,
      ...(info === null ? {} : { id: info.id }),
    };
    return callEndpoint(productExists, input, { quiet: true }).then(({ status }) => status);
  };

import { duplicateCheck } from '@tradehouse/contract';
import type { UniqueField, UniqueRule } from '@tradehouse/contract';
import type { FormRule } from 'antd';
import { callEndpoint } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { t } from '../phrase/index.ts';
import { isBlankValue, ruleOf } from './fieldSchema.ts';
import type { RecordResource, RecordValues } from './recordTypes.ts';

/**
 * Asks the server whether another record than `id` has a value; null: the question is not complete. A text
 * is the value in use, if different from the entered value.
 */
export type ValueQuestion = (
  value: string,
  id: string | null,
  values: RecordValues,
) => Promise<boolean | string> | null;

const exceptOwn = (id: string | null): { readonly id?: string } => (id === null ? {} : { id });

/** Fields behind the columns of a name's uniqueness. */
export const scopeOfName = ({
  scopedBy,
  within = [],
}: Partial<UniqueRule> = {}): readonly string[] => scopedBy ?? within;

/** Creates the question for a record's name, among the records of the chosen parent, type or the like. */
export const nameQuestion =
  ({
    nameExists,
    add,
    unique,
  }: Pick<RecordResource, 'nameExists' | 'unique'> & Partial<RecordResource>): ValueQuestion =>
  (name, id, values) => {
    const scope = scopeOfName(unique).filter((field) => !isBlankValue(values[field]));
    const isComplete = scopeOfName(unique).every(
      (field) => scope.includes(field) || add === undefined || !ruleOf(add.input, field).required,
    );
    if (nameExists === undefined || !isComplete) return null;
    const named = Object.fromEntries(scope.map((field) => [field, values[field]]));
    const input = { ...named, name, ...exceptOwn(id) };
    return callEndpoint(nameExists, input, { quiet: true }).then(({ status }) => status);
  };

/** Creates the question for a further unique field. */
export const codeQuestion = (place: UniqueField): ValueQuestion => {
  const [tableName = '', fieldName = ''] = place.split('.');
  return async (fieldVal, dataId) => {
    const input = { tableName, fieldName, fieldVal, ...(dataId === null ? {} : { dataId }) };
    try {
      await callEndpoint(duplicateCheck, input, { quiet: true });
      return false;
    } catch (error) {
      if (error instanceof CallError && error.status === 422) return true;
      throw error;
    }
  };
};

/**
 * Rule that refuses, while a user types, a value of another record. A failed question is no reason to refuse
 * the value.
 */
export const freeValueRule =
  (question: ValueQuestion, id: string | null, fixed: RecordValues = {}): FormRule =>
  ({ getFieldsValue }) => ({
    validator: async (_rule: unknown, value: unknown) => {
      if (isBlankValue(value)) return;
      const name = String(value).trim();
      const asked = question(name, id, { ...getFieldsValue(true), ...fixed });
      const taken = (await asked?.catch(() => false)) ?? false;
      if (taken !== false)
        throw new Error(t('form.taken', { name: taken === true ? name : taken }));
    },
  });

/** Rule that refuses, while a user types, a name of another record. */
export const freeNameRule = (
  resource: Pick<RecordResource, 'nameExists' | 'unique'> & Partial<RecordResource>,
  id: string | null,
  fixed: RecordValues = {},
): FormRule => freeValueRule(nameQuestion(resource), id, fixed);

/** Properties of a form item checked while typing. */
export const checkedWhileTyping = { validateDebounce: 500, hasFeedback: true } as const;

import { complaintOf } from '@tradehouse/contract';
import { fieldRules, filledSentence } from '@tradehouse/domain';
import type { FormRule } from 'antd';
import type { TSchema } from 'typebox';
import { language } from '../app/session/language.ts';
import { t } from '../phrase/index.ts';
import { isBlankValue, schemaOfField } from './fieldSchema.ts';

/**
 * Checks a value against the saving call's schema; returns the server's error text. Null if valid or blank.
 */
export function complaintOfField(input: TSchema, name: string, value: unknown): string | null {
  if (isBlankValue(value)) return null;
  const complaint = complaintOf(
    schemaOfField(input, name),
    typeof value === 'string' ? value.trim() : value,
  );
  if (complaint === null) return null;
  return filledSentence(fieldRules[language][complaint.rule], (fact) =>
    String(Reflect.get(complaint, fact) ?? ''),
  );
}

/** Returns the rule of a required field, by the field's label. */
export const mustHave = (name: string): FormRule => ({
  required: true,
  message: t('form.missing', { name }),
});

/** Returns the validation rule of a form field, from the input schema of the form's call. */
export const formRuleOfField = (input: TSchema, name: string): FormRule => ({
  validator: async (_rule: unknown, value: unknown) => {
    const reason = complaintOfField(input, name, value);
    if (reason !== null) throw new Error(reason);
  },
});

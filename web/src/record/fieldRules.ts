import { complaintOf } from '@tradehouse/contract';
import { fieldRules, filledSentence } from '@tradehouse/domain';
import type { FormRule } from 'antd';
import type { TSchema } from 'typebox';
import { language } from '../app/session/language.ts';
import { t } from '../phrase/index.ts';
import { isBlank, schemaOf } from './fieldSchema.ts';

/**
 * What the call that saves a field has against a value, in the words that its server would say; null where it takes it,
 * and where nothing was typed.
 */
export function wrongWith(input: TSchema, name: string, value: unknown): string | null {
  if (isBlank(value)) return null;
  const complaint = complaintOf(
    schemaOf(input, name),
    typeof value === 'string' ? value.trim() : value,
  );
  if (complaint === null) return null;
  return filledSentence(fieldRules[language][complaint.rule], (fact) =>
    String(Reflect.get(complaint, fact) ?? ''),
  );
}

/** A form's rule for a field that must be filled in, by what it is called. */
export const mustHave = (name: string): FormRule => ({
  required: true,
  message: t('form.missing', { name }),
});

/** A form's rule for a field: what its call declares. */
export const declared = (input: TSchema, name: string): FormRule => ({
  validator: async (_rule: unknown, value: unknown) => {
    const reason = wrongWith(input, name, value);
    if (reason !== null) throw new Error(reason);
  },
});

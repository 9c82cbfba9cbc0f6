import type { FormRule } from 'antd';
import { callEndpoint } from '../app/net/client.ts';
import { t } from '../phrase/index.ts';
import { isBlankValue } from './fieldSchema.ts';
import type { RecordResource, RecordValues } from './recordTypes.ts';

/** Asks the server whether a name is taken. A failed question is no reason to refuse the name. */
async function hasRecordWithName(
  nameExists: NonNullable<RecordResource['nameExists']>,
  name: string,
  id: string | null,
  { type }: RecordValues,
): Promise<boolean> {
  const input = { name, ...(id === null ? {} : { id }), ...(type === undefined ? {} : { type }) };
  try {
    const answer = await callEndpoint(nameExists, input, { quiet: true });
    return answer.status;
  } catch {
    return false;
  }
}

/** Rule that refuses, while a user types, a name of another record. */
export const freeNameRule = (
  { nameExists }: Pick<RecordResource, 'nameExists'>,
  id: string | null,
  fixed: RecordValues = {},
): FormRule => ({
  validator: async (_rule: unknown, value: unknown) => {
    if (nameExists === undefined || isBlankValue(value)) return;
    const name = String(value).trim();
    if (await hasRecordWithName(nameExists, name, id, fixed))
      throw new Error(t('form.taken', { name }));
  },
});

/** Properties of a form item with a name that is checked while typing. */
export const checkedWhileTyping = { validateDebounce: 500, hasFeedback: true } as const;

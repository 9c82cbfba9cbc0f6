import type { FormInstance } from 'antd';
import { useState } from 'react';
import { newKey } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import type { RefusalFacts } from '../app/net/envelope.ts';
import { t } from '../phrase/index.ts';

/** Version conflicts have this code (docs/errors.md). */
const STALE = 409_001;

/** Error thrown by antd's form for invalid fields. */
interface WrongFields {
  readonly errorFields?: readonly { readonly name: readonly (string | number)[] }[];
}

/** Returns the path of the first invalid field from a form's validation error. */
export const firstWrong = (refused: unknown): readonly (string | number)[] =>
  // SAFETY: a form throws nothing else, and of anything else no field is found.
  (refused as WrongFields).errorFields?.[0]?.name ?? [];

export const goToField = (form: FormInstance, name: readonly (string | number)[]): void =>
  form.scrollToField([...name], { block: 'center', focus: true });

export interface FormSaving {
  readonly busy: boolean;
  readonly refusal: string | null;
  readonly clear: () => void;
  /**
   * Runs a save under the form's Idempotency-Key. True on success; a refusal goes to its field or the top.
   * If another user saved meanwhile, `meet` returns the version to overwrite, null to stop.
   */
  readonly run: <Info>(
    save: (key: string, over?: Info) => Promise<unknown>,
    toField: (field: string, message: string) => boolean,
    meet?: (by: RefusalFacts) => Promise<Info | null>,
  ) => Promise<boolean>;
}

/**
 * Provides saving for all forms. The key is created on opening, so a repeated click or a lost reply creates
 * one record; a refused save gets a new key, because the next attempt has another body.
 */
export function useFormSaving(): FormSaving {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [key, setKey] = useState(newKey);
  const run: FormSaving['run'] = async (save, toField, meet) => {
    const tried = async (once: string, over?: Parameters<typeof save>[1]): Promise<boolean> => {
      try {
        await save(once, over);
        return true;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const next = error.status === 0 ? once : newKey();
        setKey(next);
        if (error.code === STALE && meet !== undefined) {
          const newer = await meet(error.facts);
          return newer === null ? false : tried(next, newer);
        }
        const message = error.message || t('error.request');
        const { field } = error.facts;
        if (field === undefined || !toField(field, message)) setRefusal(message);
        return false;
      }
    };
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    try {
      return await tried(key);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, clear: () => setRefusal(null), run };
}

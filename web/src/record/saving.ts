import type { FormInstance } from 'antd';
import { useState } from 'react';
import { newKey } from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import type { RefusalFacts } from '../app/net/envelope.ts';
import { t } from '../phrase/index.ts';

/** Version conflicts have this code (docs/errors.md). */
const STALE = 409_001;

/** What antd's form throws where fields are wrong. */
interface WrongFields {
  readonly errorFields?: readonly { readonly name: readonly (string | number)[] }[];
}

/** The path of the first wrong field, of what checking a form threw. */
export const firstWrong = (refused: unknown): readonly (string | number)[] =>
  // SAFETY: a form throws nothing else, and of anything else no field is found.
  (refused as WrongFields).errorFields?.[0]?.name ?? [];

/** Puts a field in sight and the cursor into it. */
export const goToField = (form: FormInstance, name: readonly (string | number)[]): void =>
  form.scrollToField([...name], { block: 'center', focus: true });

export interface Saving {
  readonly busy: boolean;
  readonly refusal: string | null;
  readonly clear: () => void;
  /**
   * Runs a save under the form's Idempotency-Key. Answers true when it succeeded; a refusal goes to its field or to the top.
   * Where somebody else saved meanwhile, `meet` answers what to save over, null for nothing.
   */
  readonly run: <Info>(
    save: (key: string, over?: Info) => Promise<unknown>,
    toField: (field: string, message: string) => boolean,
    meet?: (by: RefusalFacts) => Promise<Info | null>,
  ) => Promise<boolean>;
}

/**
 * Saving as every form does it. The key is made when the form opens, so a repeated click or a lost answer makes one record; a
 * refused save gets a new key, since the next try has another body.
 */
export function useSaving(): Saving {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [key, setKey] = useState(newKey);
  const run: Saving['run'] = async (save, toField, meet) => {
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

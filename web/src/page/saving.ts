import type { FormInstance } from 'antd';
import { useState } from 'react';
import { newKey } from '../app/client.ts';
import { CallError } from '../app/envelope.ts';
import { t } from '../phrase/index.ts';
import type { Refusal } from './RecordModal.tsx';

/** Version conflicts have this code (docs/errors.md). */
const STALE = 409_001;

/** What antd's form throws where fields are wrong. */
interface WrongFields {
  readonly errorFields?: readonly { readonly name: readonly (string | number)[] }[];
}

/** The path of the first wrong field, of what checking a form threw. */
export const firstWrong = (refused: unknown): readonly (string | number)[] =>
  (refused as WrongFields).errorFields?.[0]?.name ?? [];

/** Puts a field in sight and the cursor into it. */
export const goToField = (form: FormInstance, name: readonly (string | number)[]): void =>
  form.scrollToField([...name], { block: 'center', focus: true });

export interface Saving {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  readonly clear: () => void;
  /** Runs a save under the form's Idempotency-Key. Answers true when it succeeded; a refusal goes to its field or to the top. */
  readonly run: (
    save: (key: string) => Promise<unknown>,
    toField: (field: string, message: string) => boolean,
  ) => Promise<boolean>;
}

/**
 * Saving as every form does it. The key is made when the form opens, so a repeated click or a lost answer makes one record; a
 * refused save gets a new key, since the next try has another body.
 */
export function useSaving(): Saving {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [key, setKey] = useState(newKey);
  return {
    busy,
    refusal,
    clear: () => setRefusal(null),
    run: async (save, toField) => {
      if (busy) return false;
      setBusy(true);
      setRefusal(null);
      try {
        await save(key);
        return true;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.status !== 0) setKey(newKey());
        const message = error.message || t('error.request');
        const { field } = error.facts;
        const shown = field !== undefined && toField(field, message);
        if (!shown) setRefusal({ message, stale: error.code === STALE });
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

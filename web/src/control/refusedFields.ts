import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react';
import { getNotices } from '../app/notices.ts';

/** Refusals of fields as sentences, by the id of the field. */
type FieldRefusals = ReadonlyMap<string, string>;
type SetFieldRefusal = (field: string, refusal: string | null) => void;

/** Notified by each field whose text is refused, and by null once the text is mended or removed. */
export const RefusedFieldsContext = createContext<SetFieldRefusal | null>(null);

/** Sets or ends (null) the refusal of a field. */
export function withFieldRefusal(
  before: FieldRefusals,
  field: string,
  refusal: string | null,
): FieldRefusals {
  const after = new Map(before);
  if (refusal === null) after.delete(field);
  else after.set(field, refusal);
  return after;
}

/** Refused fields of an owner, such as a page. */
export interface RefusedFields {
  readonly isAny: boolean;
  /** Value of the context around the fields. */
  readonly setRefusal: SetFieldRefusal;
  /** Returns true if no field is refused; otherwise shows the refusals, which name their fields. */
  readonly allow: () => boolean;
}

/**
 * Collects the refused fields below an owner. The owner holds only accepted values, so every action that
 * saves, prints or applies the values first calls `allow`.
 */
export function useRefusedFields(): RefusedFields {
  const [refusals, setRefusals] = useState<FieldRefusals>(new Map());
  const setRefusal = useCallback<SetFieldRefusal>(
    (field, refusal) => setRefusals((before) => withFieldRefusal(before, field, refusal)),
    [],
  );
  const allow = (): boolean => {
    if (refusals.size > 0) void getNotices().message.error([...refusals.values()].join('; '));
    return refusals.size === 0;
  };
  return { isAny: refusals.size > 0, setRefusal, allow };
}

/**
 * Reports the refusal of a field to the owner. A field without an owner is a mistake of its page, which
 * could save the former value, unless `stored`: the page stores the refused value itself.
 */
export function useFieldRefusal(name: string, reason: string | undefined, stored: boolean): void {
  const setRefusal = useContext(RefusedFieldsContext);
  if (setRefusal === null && !stored)
    throw new Error(`The field ${name} has no owner that refuses to save (useRefusedFields)`);
  const field = useId();
  useEffect(() => {
    if (reason === undefined) return undefined;
    setRefusal?.(field, `${name}: ${reason}`);
    return () => setRefusal?.(field, null);
  }, [setRefusal, field, name, reason]);
}

// Input fields of documents, read from the contract: a test over all of them forgets no new field.
import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { hasField } from './document/fields.ts';
import { headEntries } from './document/head.ts';
import type { HeadField } from './document/headFields.ts';
import { lineEntries } from './document/line.ts';
import type { LineField } from './document/lineFields.ts';

/** Lists the input fields of a kind's head and lines. */
export function enteredFields(code: AnyKindCode): {
  readonly head: readonly string[];
  readonly lines: readonly string[];
} {
  const body = documentKinds[code].subject === 'money' ? 'money' : 'goods';
  const namesOf = (entries: readonly (readonly [string, HeadField | LineField])[]) =>
    entries
      .filter(
        ([, field]) => [body, 'any'].includes(field.enters?.body ?? '') && hasField(code, field),
      )
      .map(([name]) => name);
  return { head: namesOf(headEntries), lines: namesOf(lineEntries) };
}

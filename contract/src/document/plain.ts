// What follows for fields on which nothing hangs, of heads and of lines alike.
import type { AnyKindCode } from '@tradehouse/domain';
import type { FieldType } from '../fieldTypes.ts';
import { hasField } from './fields.ts';
import type { Rule } from './rules.ts';

interface PlainField {
  readonly is: FieldType;
  readonly kinds?: Rule;
}

const blankOf = ({ is }: PlainField): '' | null => (is.shown === 'text' ? '' : null);

/** Plain fields and what is said in them; `Said` names each. */
export function plainFields<Said extends object>(fields: Readonly<Record<string, PlainField>>) {
  // SAFETY: `Said` names these fields and no others.
  const entries = Object.entries(fields) as [keyof Said & string, PlainField][];
  const has = (code: AnyKindCode) => entries.filter(([, field]) => hasField(code, field));
  // SAFETY: every field that `Said` names is read.
  const each = (read: (name: keyof Said, field: PlainField) => unknown): Said =>
    Object.fromEntries(entries.map(([name, field]) => [name, read(name, field)])) as Said;
  return {
    /** In the order of their declaration. */
    names: entries.map(([name]) => name),
    namesOf: (code: AnyKindCode) => has(code).map(([name]) => name),
    blank: each((_, field) => blankOf(field)),
    /** As it is given, blank where nothing is. */
    given: (said: Partial<Said>) => each((name, field) => said[name] ?? blankOf(field)),
    /** The same of a kind: blank where it has no such field. */
    givenOf: (code: AnyKindCode, said: Partial<Said>) =>
      each((name, field) => (hasField(code, field) ? said[name] : null) ?? blankOf(field)),
    /** What a body says of it: nothing where it is blank. */
    inBody: (code: AnyKindCode, said: Said): Partial<Said> =>
      // SAFETY: an entry for some of the fields.
      Object.fromEntries(
        has(code)
          .map(([name, field]) => [name, said[name] ?? blankOf(field), blankOf(field)])
          .filter(([, value, blank]) => value !== blank),
      ) as Partial<Said>,
  };
}

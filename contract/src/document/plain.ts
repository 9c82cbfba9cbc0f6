// Shared logic for plain fields of heads and lines.
import type { AnyKindCode } from '@tradehouse/domain';
import type { FieldType } from '../fieldTypes.ts';
import { hasField } from './fields.ts';
import type { KindRule } from './rules.ts';

interface PlainField {
  readonly is: FieldType;
  readonly kinds?: KindRule;
}

const blankOfPlainField = ({ is }: PlainField): '' | null => (is.shown === 'text' ? '' : null);

/** Builds helpers for plain fields; `Said` names each field. */
export function plainFields<Said extends object>(fields: Readonly<Record<string, PlainField>>) {
  // SAFETY: `Said` names exactly these fields.
  const entries = Object.entries(fields) as [keyof Said & string, PlainField][];
  const has = (code: AnyKindCode) => entries.filter(([, field]) => hasField(code, field));
  // SAFETY: every field named by `Said` is read.
  const each = (read: (name: keyof Said, field: PlainField) => unknown): Said =>
    Object.fromEntries(entries.map(([name, field]) => [name, read(name, field)])) as Said;
  return {
    /** In the order of their declaration. */
    names: entries.map(([name]) => name),
    namesOf: (code: AnyKindCode) => has(code).map(([name]) => name),
    blank: each((_, field) => blankOfPlainField(field)),
    /** Given values, blank if absent. */
    given: (said: Partial<Said>) => each((name, field) => said[name] ?? blankOfPlainField(field)),
    /** Given values of a kind, blank if absent or not a field of the kind. */
    givenOf: (code: AnyKindCode, said: Partial<Said>) =>
      each(
        (name, field) => (hasField(code, field) ? said[name] : null) ?? blankOfPlainField(field),
      ),
    /** Values of a kind's fields for a body, named even if blank: a change keeps unnamed fields. */
    inBody: (code: AnyKindCode, said: Partial<Said>): Partial<Said> =>
      // SAFETY: an entry for some of the fields.
      Object.fromEntries(
        has(code).map(([name, field]) => [name, said[name] ?? blankOfPlainField(field)]),
      ) as Partial<Said>,
  };
}

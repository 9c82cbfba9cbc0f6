import type { FieldType } from '@tradehouse/contract';
import { trimmed } from './cell.ts';

/** A field that a column keeps, or that is found out under its own name. */
interface Shown {
  readonly is: Pick<FieldType, 'shown'>;
  readonly keeps?: string;
}

/** Money as a reader may see it. */
export type Show = (amount: string | null) => string | null;

/** How what is kept of a field is written in a reply, by the field's type; `show` masks money. */
export const written: Readonly<
  Record<FieldType['shown'], (value: unknown, show: Show) => unknown>
> = {
  asIs: (value) => value,
  text: (value) => value ?? '',
  instant: (value) => (value === null ? null : String(value)),
  // SAFETY: the database answers exact numbers as texts.
  exact: (value) => (value === null ? null : trimmed(value as string)),
  // SAFETY: the database answers amounts as texts.
  money: (value, show) => show(value as string | null),
};

/** Writes these fields of a row as a reply has them. What they are is looked up once, not for every line of a document. */
export function fieldsShown(
  fields: readonly (readonly [name: string, field: Shown])[],
): (row: object, show: Show) => object {
  const plan = fields.map(
    ([name, { is, keeps = name }]) => [name, keeps, written[is.shown]] as const,
  );
  return (row, show) => {
    // SAFETY: a row of a table by the names of its columns.
    const values = row as Readonly<Record<string, unknown>>;
    const reply: Record<string, unknown> = {};
    for (const [name, column, write] of plan) reply[name] = write(values[column], show);
    return reply;
  };
}

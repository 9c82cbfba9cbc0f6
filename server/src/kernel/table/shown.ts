import type { FieldType } from '@tradehouse/contract';
import { trimTrailingZeros } from './cell.ts';

/** Field stored in a column, or computed under the field's own name. */
interface ShownField {
  readonly is: Pick<FieldType, 'shown'>;
  readonly keeps?: string;
}

/** Masks money for a reader. */
export type MaskAmount = (amount: string | null) => string | null;

/** Writers of stored values in a reply, by field type; `show` masks money. */
export const written: Readonly<
  Record<FieldType['shown'], (value: unknown, show: MaskAmount) => unknown>
> = {
  asIs: (value) => value,
  text: (value) => value ?? '',
  instant: (value) => (value === null ? null : String(value)),
  // SAFETY: the database returns exact numbers in texts.
  exact: (value) => (value === null ? null : trimTrailingZeros(value as string)),
  // SAFETY: the database returns amounts in texts.
  money: (value, show) => show(value as string | null),
};

/** Writes fields of a row into a reply. The fields are looked up once, not for every line of a document. */
export function fieldsShown(
  fields: readonly (readonly [name: string, field: ShownField])[],
): (row: object, show: MaskAmount) => object {
  const plan = fields.map(
    ([name, { is, keeps = name }]) => [name, keeps, written[is.shown]] as const,
  );
  return (row, show) => {
    // SAFETY: a table row by column name.
    const values = row as Readonly<Record<string, unknown>>;
    const reply: Record<string, unknown> = {};
    for (const [name, column, write] of plan) reply[name] = write(values[column], show);
    return reply;
  };
}

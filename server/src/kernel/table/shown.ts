import type { FieldType } from '@tradehouse/contract';
import { trimmed } from './cell.ts';

/** Money as a reader may see it. */
export type Show = (amount: string | null) => string | null;

/** How what is kept of a field is written in a reply, by the field's type; `show` masks money. */
export const written: Readonly<
  Record<FieldType['shown'], (value: unknown, show: Show) => unknown>
> = {
  asIs: (value) => value,
  text: (value) => value ?? '',
  instant: (value) => (value === null ? null : String(value)),
  exact: (value) => (value === null ? null : trimmed(value as string)),
  money: (value, show) => show(value as string | null),
};

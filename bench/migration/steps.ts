import { readMigrations } from '@tradehouse/database';
import type { Migration } from '@tradehouse/database';

/** Product steps and made-up steps. */
export const madeUp = async (): Promise<readonly Migration[]> => [
  ...(await readMigrations()),
  ...(await readMigrations(import.meta.dirname)),
];

/** Steps up to a given number. */
export const upTo = (all: readonly Migration[], number: string): readonly Migration[] =>
  all.filter(({ name }) => name.slice(0, number.length) <= number);

import { readMigrations } from '@tradehouse/database';
import type { Migration } from '@tradehouse/database';

/** The product's own steps, and those that are made up. */
export const madeUp = async (): Promise<readonly Migration[]> => [
  ...(await readMigrations()),
  ...(await readMigrations(import.meta.dirname)),
];

/** Those up to a number. */
export const upTo = (all: readonly Migration[], number: string): readonly Migration[] =>
  all.filter(({ name }) => name.slice(0, number.length) <= number);

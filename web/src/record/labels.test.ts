// Labels of codes in lists, in both languages.
import * as contract from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { choiceOf } from './labels.ts';

const isTable = (one: unknown): one is TableDeclaration =>
  typeof one === 'object' && one !== null && 'columns' in one && 'filters' in one && 'path' in one;
const within = (one: unknown): readonly unknown[] =>
  typeof one === 'object' ? Object.values({ ...one }) : [];
const tables = Object.values(contract)
  .flatMap((one) => [one, ...within(one)])
  .filter(isTable);

test('no choice of a list is shown as its code', () => {
  expect(tables.length).toBeGreaterThan(50);
  const choices = tables.flatMap(({ id, columns, filters }) =>
    Object.entries({ ...columns, ...filters }).flatMap(([name, { choices: all = [] }]) =>
      all.map((choice) => ({ id, name, choice })),
    ),
  );
  expect(choices.filter(({ name, choice }) => choiceOf(name, choice) === choice)).toEqual([]);
});

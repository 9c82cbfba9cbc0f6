import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSourcesBelow, readProjectFile } from './sources.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const files = readSourcesBelow('database/migrations', ['.sql']).map(({ path, text }) => ({
  name: path.replace('database/migrations/', ''),
  text,
}));

test('a merged migration never changes, and a new migration adds its line to migrations.sha256', () => {
  expect(files).not.toHaveLength(0);
  const lines = files.map(({ name, text }) => `${hash(text)}  ${name}`);
  expect(readProjectFile('tools/tidy/migrations.sha256').trim().split('\n')).toEqual(
    lines.toSorted(byName),
  );
});

test('migrations are numbered without a gap and state reason, invariant and locks', () => {
  const numbers = files.map(({ name }) => Number(name.slice(0, 4))).toSorted((a, b) => a - b);
  expect(numbers).toEqual(files.map((_, index) => index + 1));
  for (const { name, text } of files) {
    expect(text, name).toMatch(
      /^-- \d{4} .*\n(?:--.*\n)*-- Why: .*\n(?:--.*\n)*-- Invariant: .*\n(?:--.*\n)*-- Locks: /,
    );
  }
});

const byName = (one: string, other: string): number => one.slice(66).localeCompare(other.slice(66));

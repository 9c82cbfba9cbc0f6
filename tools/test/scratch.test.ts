import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { scratchFolder } from './scratch.ts';

const made: string[] = [];
const aScratch = (memory: string, room: number): string => {
  const folder = scratchFolder(memory, room);
  made.push(folder);
  return folder;
};
const aFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-memory-'));
  made.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

test('tests write to memory in a folder any user may enter', () => {
  const memory = aFolder();
  const folder = aScratch(memory, 1);
  expect(path.dirname(folder)).toBe(memory);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o755);
  expect(fs.readdirSync(memory)).toEqual([path.basename(folder)]);
});

test.each([
  ['there is too little room', aFolder, Number.MAX_SAFE_INTEGER],
  ['the machine keeps none', () => path.join(os.tmpdir(), 'tradehouse-no-memory'), 1],
  ['nothing may be written there', () => '/proc', 1],
])('tests write to disk where %s', (_, memory, room) => {
  expect(path.dirname(aScratch(memory(), room))).toBe(os.tmpdir());
});

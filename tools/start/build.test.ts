import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceHash } from './build.ts';

const addresses = { basePath: '/', apiBase: '/api' };
let root: string;

const put = (file: string, text: string): void => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-build-'));
  for (const file of ['package-lock.json', 'web/src/main.tsx', 'contract/src/index.ts'])
    put(file, '1');
  put('domain/src/decimal.ts', '1');
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

test.each([
  ['web/src/main.tsx', true],
  ['web/src/views/New.tsx', true],
  ['contract/src/index.ts', true],
  ['domain/src/decimal.ts', true],
  ['package-lock.json', true],
  ['web/dist/index.html', false],
  ['domain/src/decimal.test.ts', false],
  ['server/src/index.ts', false],
])('a change of %s requires a new build: %s', (file, due) => {
  const before = sourceHash(addresses, root);
  put(file, `changed ${Math.random()}`);
  expect(sourceHash(addresses, root) !== before).toBe(due);
});

test('pages built for another base path are not reused', () => {
  const elsewhere = sourceHash({ basePath: '/erp', apiBase: '/api' }, root);
  expect(elsewhere).not.toBe(sourceHash(addresses, root));
});

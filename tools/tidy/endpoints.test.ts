import { testDatabase, type TestDatabase } from '@tradehouse/database/testing';
import { createApp } from '@tradehouse/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredCalls, type DeclaredCall } from './declared.ts';
import { readSourcesBelow } from './sources.ts';

const declared = declaredCalls();
const calls = [...new Set(declared.map(({ call }) => call))].toSorted();
let database: TestDatabase;
let mounted: string[];

beforeAll(async () => {
  database = await testDatabase();
  const app = await createApp({ database: database.connections.app, apiPage: true });
  const { paths } = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, object>;
  }>();
  // A route that is mounted twice does not start, so a list of them has each once.
  mounted = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api', '')}`),
    )
    .toSorted();
  await app.close();
});
afterAll(() => database.drop());

test('every call of the contract is served, and nothing beyond', () => {
  expect(calls.length).toBeGreaterThan(30);
  expect(mounted).toEqual(calls);
});

test('every call of the contract is mentioned by a test', () => {
  const tests = ['server', 'e2e', 'tools', 'web']
    .flatMap((room) => readSourcesBelow(room, ['.test.ts', '.test.tsx', '.spec.ts']))
    .map(({ text }) => text)
    .join('\n');
  const mentioned = ({ name, path }: DeclaredCall): boolean =>
    new RegExp(`\\b${name}\\b|${path.replaceAll('/', '\\/')}\\b`).test(tests);
  const known = new Set(declared.filter(mentioned).map(({ call }) => call));
  expect(calls.filter((call) => !known.has(call))).toEqual([]);
});

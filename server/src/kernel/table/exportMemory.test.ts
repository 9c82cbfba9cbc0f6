// An export needs as much memory for many rows as for few, because rows are written to disk while read.
// `npm run soak:export` exports 200,000 rows.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defineTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { mountTable, bindTable } from './index.ts';

const ROWS = Number(process.env['EXPORT_ROWS'] ?? 10_000);
/** Shortest pause between two measurements, in milliseconds. */
const PAUSE = ROWS > 10_000 ? 1_000 : 100;
/** Megabytes that may be held beside what is held before, by far less than the rows themselves are. */
const MOST = 24;

const many = defineTable({
  id: 'many',
  path: '/probe/many',
  exportPath: '/probe/exportMany',
  access: 'signedIn',
  columns: {
    id: { type: 'id' },
    name: { type: 'text' },
    remark: { type: 'text' },
    soldOn: { type: 'day' },
    amount: { type: 'money', sum: true },
  },
  filters: {},
  order: { column: 'id', direction: 'asc' },
  csv: true,
});

let server: TestServer;
beforeAll(async () => {
  const rows = bindTable(
    many,
    () => sql<Record<keyof typeof many.columns, string>>`
      select n as id, 'Customer no. ' || n as name, repeat('x', 100) || n as remark,
        date '2026-01-01' + (n % 365) as "soldOn", n * 1.25 as amount
      from generate_series(1, ${ROWS}::integer) as n`,
  );
  server = await aServer({ extra: [(app) => mountTable(app, rows)] });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

setFlagsFromString('--expose-gc');
// SAFETY: there since the line above.
const collect = runInNewContext('gc') as () => void;
const held = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

/** Measures the most memory held during work, in megabytes above the memory before; −∞ if never measured. */
async function mostHeld(work: () => Promise<unknown>): Promise<number> {
  const before = held();
  let most = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout;
  const measure = (): void => {
    const began = performance.now();
    most = Math.max(most, held() - before);
    // Each measurement collects garbage: pauses leave most of the time to the export.
    timer = setTimeout(measure, Math.max(PAUSE, 3 * (performance.now() - began)));
  };
  timer = setTimeout(measure, 20);
  await work().finally(() => clearTimeout(timer));
  return most;
}

/** How many bytes a file has; none of them is kept. */
async function bytesOf(format: 'xlsx' | 'csv'): Promise<number> {
  const { port } = server.app.server.address() as AddressInfo;
  const token = await server.signIn('demo');
  const request = http.get({
    port,
    host: '127.0.0.1',
    path: `/api/probe/exportMany?format=${format}`,
    headers: { 'x-access-token': token },
    agent: false,
  });
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  expect(reply.statusCode).toBe(200);
  let bytes = 0;
  for await (const chunk of reply) bytes += (chunk as Buffer).length;
  return bytes;
}

test.each(['csv', 'xlsx'] as const)(
  'an export in format %s stays below the memory limit',
  async (format) => {
    let bytes = 0;
    const most = await mostHeld(async () => {
      bytes = await bytesOf(format);
    });
    process.stdout.write(
      `${ROWS} rows as ${format}: ${(bytes / 1024 / 1024).toFixed(1)} MB, at most ${most.toFixed(1)} MB held\n`,
    );
    expect(bytes).toBeGreaterThan(ROWS);
    expect(Number.isFinite(most)).toBe(true);
    expect(most).toBeLessThan(MOST);
  },
  600_000,
);

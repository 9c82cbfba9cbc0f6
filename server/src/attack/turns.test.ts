// Long work is limited, so that connections remain for short calls.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { exportTenant, importDump } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualSizes } from '../kernel/tx/lanes.ts';
import { dumpOf, smallCompany } from '../modules/jsherp/testDump.ts';
import { aServer } from '../testing.ts';
import type { TestServer } from '../testing.ts';
import { waiting } from './testWaits.ts';

let server: TestServer;
let operator: string;
let platform: string;
beforeAll(async () => {
  server = await aServer();
  operator = await server.signIn('admin');
  const { rows } = await sql<{ id: string }>`
    select id from tenant where sort = 'platform'`.execute(server.database.admin);
  platform = rows[0]?.id ?? '';
});
afterAll(() => server.stop());

const exporting = async (): Promise<void> => {
  const reply = await server.request(
    'GET',
    exportTenant.path,
    { id: server.company.tenantId },
    operator,
  );
  expect(reply.statusCode).toBe(200);
};
const importing = async (): Promise<void> => {
  const file = { name: 'jsh.sql', bytes: Buffer.from(dumpOf(smallCompany)) };
  expect(await server.upload(importDump, file, {}, operator)).toMatchObject({ state: 'reading' });
};

test.each([
  ['the export of a company', 'reading', exporting],
  ['an import from another program', 'writing', importing],
] as const)('%s counts towards the limit of concurrent database work', async (_, lane, work) => {
  const { places } = server.app.kernel.lanes[lane];
  const most = usualSizes[lane] - Math.floor(usualSizes[lane] / 4);
  let taken = 0;
  const enter = async (): Promise<() => void> => {
    const leave = await places.enter(platform);
    taken += 1;
    return leave;
  };
  const { beside, ...later } = await server.database.admin.transaction().execute(async (tx) => {
    await sql`lock table warehouse in access exclusive mode`.execute(tx);
    const done = work();
    await waiting(server, 1);
    const all = Array.from({ length: most }, enter);
    await nextTurn();
    return { beside: taken, all, done };
  });
  // The import tells how far it is, which takes a place of its own.
  for (const place of later.all) (await place)();
  await later.done;
  expect(beside).toBeLessThan(most);
});

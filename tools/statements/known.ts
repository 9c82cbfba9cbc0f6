import { TEST_SERVER } from '@tradehouse/database/testing';
import type { TestServer } from '@tradehouse/database/testing';
import pg from 'pg';
import type { Known } from './rules.ts';

/** What the catalogue of the tests' databases says. A function is as unsteady as the steadiest of its name. */
export async function readKnown(): Promise<Known> {
  // SAFETY: the set-up wrote it.
  const { admin, catalogue } = JSON.parse(process.env[TEST_SERVER] ?? '{}') as TestServer;
  // By the driver itself: a test that changes what the room of the database loads must be the first to load it.
  const client = new pg.Client(admin);
  await client.connect();
  const { rows } = await client.query<{ name: string; kind: string }>(
    'select proname as name, min(provolatile::text) as kind from pg_proc group by proname',
  );
  await client.end();
  const named = (wanted: string): ReadonlySet<string> =>
    new Set(rows.filter(({ kind }) => kind === wanted).map(({ name }) => name));
  const { ofTenant, drawing, moments, days } = catalogue;
  return {
    ofTenant: new Set(ofTenant),
    drawing: new Set(drawing),
    moments: new Set(moments),
    days: new Set(days),
    stable: named('s'),
    volatile: named('v'),
  };
}

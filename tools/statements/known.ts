import { TEST_SERVER } from '@tradehouse/database/testing';
import type { TestServer } from '@tradehouse/database/testing';
import pg from 'pg';
import type { CatalogFacts } from './rules.ts';

/** Reads the catalogue of the test databases. Overloaded functions count like the most stable overload. */
export async function readKnown(): Promise<CatalogFacts> {
  // SAFETY: written by the set-up.
  const { admin, catalogue } = JSON.parse(process.env[TEST_SERVER] ?? '{}') as TestServer;
  // Uses the driver itself: a test that changes the database room's imports must load them first.
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

// Regenerates the row types of `@tradehouse/database` from migrations, on a temporary database.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase, startEmbedded } from '@tradehouse/database';
import { writeTypes } from '@tradehouse/database/testing';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-types-'));
const server = await startEmbedded({ dataDir, profile: 'test' });
try {
  await migrateDatabase(server.connection);
  await writeTypes(server.connection);
  console.log('Wrote the row types.');
} finally {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}

// Fills what the made-up migration leaves to be filled, as a process of its own, so that it can be killed. Tells its parent of
// each batch.
import { backfill } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { madeUp } from './steps.ts';

let done = false;
process.once('disconnect', () => process.exit(done ? 0 : 1));
// SAFETY: written by the parent.
const owner = JSON.parse(process.env['SERVE'] ?? '') as Connection;
await backfill(owner, {
  migrations: await madeUp(),
  told: (rows) => process.send?.(rows),
});
done = true;
process.disconnect();

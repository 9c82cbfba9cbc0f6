// Fills the made-up migration's column in a separate process that can be killed. Reports each batch to its
// parent.
import { runBackfills } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { madeUp } from './steps.ts';

let done = false;
process.once('disconnect', () => process.exit(done ? 0 : 1));
// SAFETY: written by the parent.
const owner = JSON.parse(process.env['SERVE'] ?? '') as Connection;
await runBackfills(owner, {
  migrations: await madeUp(),
  onRows: (rows) => process.send?.(rows),
});
done = true;
process.disconnect();

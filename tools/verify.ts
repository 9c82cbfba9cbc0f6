// Proves the books: evaluates every invariant over every company in one snapshot. `--tenant CODE` looks at one.
import { parseArgs } from 'node:util';
import { verify, type Verified } from '@tradehouse/database';
import { onDatabase } from './start/database.ts';
import { explained } from './start/report.ts';
import { readSettings } from './start/settings.ts';
import { verdict } from './verify/verdict.ts';

const say = (line: string): void => console.log(line);

async function run(): Promise<Verified> {
  const { values } = parseArgs({ options: { tenant: { type: 'string' } } });
  return onDatabase(readSettings(process.env), { say }, (connection) =>
    verify(connection, {
      progress: (tenant) => say(`Verifying ${tenant} …`),
      ...(values.tenant !== undefined && { tenant: values.tenant }),
    }),
  );
}

try {
  const found = await run();
  for (const line of verdict(found)) say(line);
  process.exitCode = found.total === 0 && found.tenants > 0 ? 0 : 1;
} catch (error) {
  console.error(explained(error, 0));
  process.exitCode = 1;
}

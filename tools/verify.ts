// Verifies the books: every invariant for every company in one snapshot. `--tenant CODE` checks one
// company.
import { parseArgs } from 'node:util';
import { verifyDatabase, type Verified } from '@tradehouse/database';
import { onDatabase } from './start/database.ts';
import { explainStartFailure } from './start/report.ts';
import { readOperatorSettings } from './start/settings.ts';
import { formatVerdict } from './verify/verdict.ts';

const printVerifyLine = (line: string): void => console.log(line);

async function runVerify(): Promise<Verified> {
  const { values } = parseArgs({ options: { tenant: { type: 'string' } } });
  return onDatabase(readOperatorSettings(process.env), { say: printVerifyLine }, (connection) =>
    verifyDatabase(connection, {
      progress: (tenant) => printVerifyLine(`Verifying ${tenant} …`),
      ...(values.tenant !== undefined && { tenant: values.tenant }),
    }),
  );
}

try {
  const found = await runVerify();
  for (const line of formatVerdict(found)) printVerifyLine(line);
  process.exitCode = found.total === 0 && found.tenants > 0 ? 0 : 1;
} catch (error) {
  console.error(explainStartFailure(error, 0));
  process.exitCode = 1;
}

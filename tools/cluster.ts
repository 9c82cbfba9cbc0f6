// Spreads companies over the nodes of a Citus cluster and moves them: docs/scaling.md. Commands print their
// SQL and can be rerun after an interruption.
import { connectionOf, withClient } from '@tradehouse/database';
import {
  ClusterError,
  addNode,
  distributeTables,
  moveCompany,
  rebalanceShards,
  printClusterStatus,
} from './cluster/steps.ts';
import type { Cluster } from './cluster/steps.ts';
import { explainStartFailure } from './start/report.ts';

const commands: Readonly<Record<string, (cluster: Cluster, ...words: string[]) => Promise<void>>> =
  {
    status: printClusterStatus,
    distribute: distributeTables,
    'add-node': addNode,
    rebalance: rebalanceShards,
    'move-company': moveCompany,
  };
const USAGE =
  'Say status, distribute, add-node HOST:PORT, rebalance, or move-company CODE HOST:PORT.';

const printClusterLine = (line: string): void => console.log(line);
const [name = '', ...words] = process.argv.slice(2);

try {
  const command = commands[name];
  if (command === undefined || words.length !== command.length - 1) throw new ClusterError(USAGE);
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new ClusterError('Set DATABASE_URL to the coordinator.');
  await withClient(connectionOf(url), (client) =>
    command(
      {
        client,
        say: printClusterLine,
        run: (sql) => {
          printClusterLine(`  ${sql.replaceAll(/\s+/g, ' ').trim()}`);
          return client.query(sql);
        },
      },
      ...words,
    ),
  );
} catch (error) {
  console.error(error instanceof ClusterError ? error.message : explainStartFailure(error, 0));
  process.exitCode = 1;
}

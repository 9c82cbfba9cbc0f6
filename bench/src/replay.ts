import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { LINE_PREFIX, parseLoggedTransactions } from './capture.ts';
import type { Logged } from './capture.ts';
import { createBenchClient, signInBenchUser } from './client.ts';
import { onCopy } from './copy.ts';
import { PASSWORD } from './company.ts';
import type { BenchDatabase } from './company.ts';
import { quantileOfTimes } from './load.ts';
import type { LoadFigure } from './load.ts';
import type { Spent } from './processor.ts';
import { SAVE, drawBenchSale } from './posting.ts';
import { STATEMENTS } from './show.ts';

// Runs the server's posting statements by pgbench: the database alone.

/** Values that distinguish one captured posting from the next. */
interface PostingMarks {
  readonly id: string;
  readonly number: string;
  readonly key: string;
}

interface Script {
  readonly text: string;
  /** Values for `pgbench -D`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Stands in a JSON value for the document's id. */
const PLACE = '#';

/** Converts a captured posting into a pgbench script with new document, number and key each time. */
export function scriptOf(posting: readonly Logged[], marks: PostingMarks, name: string): Script {
  const variables: Record<string, string> = {};
  const statements = posting.map(({ text, values }, at) => {
    // Line breaks stay: a comment ends with its line.
    const filled = text.trim().replaceAll(/\$(\d+)/g, (_, index: string) => {
      const place = Number(index) - 1;
      const value = values[place] ?? null;
      if (value === null) return 'null';
      if (value === '') return "''";
      if (value === marks.id || value === marks.number) return ':new_id';
      if (value === marks.key) return ':key';
      const variable = `${name}_${at}_${place}`;
      const general = anyDocument(value, marks.id);
      variables[variable] = general;
      return general === value ? `:${variable}` : `replace(:${variable}, '${PLACE}', :new_id)`;
    });
    // Later statements need the id drawn by this statement.
    return filled.includes("nextval('document_id_seq')") ? `${filled} \\gset` : `${filled};`;
  });
  const text = [
    '\\set key random(1, 9000000000000000000)',
    'begin;',
    ...statements,
    'commit;',
    '',
  ].join('\n');
  return { text, variables };
}

/**
 * Replaces the document's id in JSON rows by a variable. New ids are unique and exceed every posting
 * number, so they also serve for posting numbers: no repeats in the ledger, though gaps.
 */
function anyDocument(value: string, id: string): string {
  if (!value.startsWith('[') && !value.startsWith('{')) return value;
  return value
    .replaceAll(`"${id}"`, `"${PLACE}"`)
    .replaceAll(/"(posting_number|last_posting)": ?"\d+"/g, `"$1":"${PLACE}"`);
}

const POSTINGS = 16;

/** Posts a few sales with logged statements, and converts the statements into scripts. */
export async function captureScripts(
  database: BenchDatabase,
  port: number,
  log: string,
): Promise<Script[]> {
  const { admin, company } = database;
  const http = createBenchClient(port, await signInBenchUser(port, company.code, PASSWORD));
  const post = async (key: string) => {
    // SAFETY: type of the endpoint's reply.
    const { id, number } = (await http.post(SAVE, drawBenchSale(company), key)) as Omit<
      PostingMarks,
      'key'
    >;
    return { id, number, key };
  };
  // Until the statements have their plans and the session is known, the log shows more than a posting.
  for (let n = 0; n < POSTINGS; n += 1) await post(`warm-${Date.now()}-${n}`);
  const marks: PostingMarks[] = [];
  const captured = await captureStatementLog(admin, log, async () => {
    for (let n = 0; n < POSTINGS; n += 1) marks.push(await post(`capture-${Date.now()}-${n}`));
  });
  http.close();
  const postings = parseLoggedTransactions(captured, 'tradehouse').filter((statements) =>
    statements.some(({ text }) => text.includes('insert into document (')),
  );
  return postings.flatMap((posting, at) => {
    const own = marks.find(({ key }) => posting.some(({ values }) => values.includes(key)));
    return own === undefined ? [] : [scriptOf(posting, own, `p${at}`)];
  });
}

/** Returns the server's log of some work, all statements included. */
async function captureStatementLog(
  admin: Connection,
  log: string,
  work: () => Promise<void>,
): Promise<string> {
  const settings = (change: (name: string, value: string) => string): Promise<void> =>
    withClient(admin, async (db) => {
      await db.query(change('log_line_prefix', LINE_PREFIX));
      await db.query(change('log_statement', 'all'));
      await db.query('select pg_reload_conf()');
    });
  await settings((name, value) => `alter system set ${name} = '${value}'`);
  await wait(500);
  const from = fs.statSync(log).size;
  await work();
  await wait(200);
  await settings((name) => `alter system reset ${name}`);
  return fs.readFileSync(log).subarray(from).toString();
}

export interface Replay {
  readonly scripts: readonly Script[];
  readonly folder: string;
  readonly clients: number;
  readonly seconds: number;
  readonly clock: () => Spent;
}

/** Finds this machine's pgbench; null if none. */
export function findPgbench(): string | null {
  const debian = fs.existsSync('/usr/lib/postgresql')
    ? fs
        .readdirSync('/usr/lib/postgresql')
        .map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)
    : [];
  return (
    ['pgbench', ...debian].find((command) => spawnSync(command, ['--version']).status === 0) ?? null
  );
}

/** Runs the scripts at random with prepared statements on a throw-away copy of the database. */
export const replayScripts = (
  pgbench: string,
  database: BenchDatabase,
  run: Replay,
): Promise<LoadFigure> =>
  onCopy(database.admin, 'replay', async ({ database: copy }) =>
    pgbenchRun(pgbench, { ...database.app, database: copy }, database, run),
  );

function pgbenchRun(
  pgbench: string,
  app: Connection,
  { documents, company }: BenchDatabase,
  { scripts, folder, clients, seconds, clock }: Replay,
): LoadFigure {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const files = scripts.map(({ text }, at) => {
    const file = path.join(folder, `posting${at}.sql`);
    fs.writeFileSync(file, text);
    return ['-f', file];
  });
  const variables = scripts.flatMap((script) =>
    Object.entries(script.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
  );
  const fixed =
    `-h ${app.host} -p ${app.port} -U ${app.user} -n -M prepared -c ${clients} -j 1 -T ${seconds}`
      .concat(` --max-tries=5 -l --log-prefix=${path.join(folder, 'times')}`)
      .split(' ');
  const role = app.role === undefined ? '' : ` -c role=${app.role}`;
  const before = clock();
  const { stdout, stderr, status } = spawnSync(
    pgbench,
    [...fixed, ...files.flat(), ...variables, app.database],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        PGOPTIONS: `-c app.tenant_id=${company.tenantId}${role}`,
        ...(app.password !== undefined && { PGPASSWORD: app.password }),
      },
    },
  );
  const after = clock();
  if (status !== 0) throw new Error(`pgbench: ${stderr.slice(-2000)}`);
  const times = fs
    .readdirSync(folder)
    .filter((name) => name.startsWith('times'))
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .toSorted((a, b) => a - b);
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
  return {
    scenario: STATEMENTS,
    documents,
    clients,
    count: times.length - failed,
    failed,
    rate,
    p50: quantileOfTimes(times, 0.5),
    p95: quantileOfTimes(times, 0.95),
    slowest: times.at(-1) ?? Number.NaN,
    serverTime: 0,
    databaseTime: (after.database - before.database) / times.length,
  };
}

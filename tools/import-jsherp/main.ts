// Brings a company over from a jshERP MySQL dump: `npm run import:jsherp -- FILE`.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connect, migrate } from '@tradehouse/database';
import { hashPassword } from '@tradehouse/server';
import { reachDatabase } from '../start/database.ts';
import { newPassword } from '../start/firstRun.ts';
import { explained } from '../start/report.ts';
import { readSettings } from '../start/settings.ts';
import { companyOf } from './company.ts';
import { DumpError, readDump } from './dump.ts';
import { importCompany, type Imported } from './load.ts';
import { refusalLines, tableCounts, whyLeft, type Figure } from './reconcile.ts';

const say = (line: string): void => console.log(line);
const stored = (password: string): Promise<string> =>
  hashPassword(createHash('sha256').update(password, 'utf8').digest('hex'));

async function run(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) throw new DumpError('Say which dump: npm run import:jsherp -- FILE');
  say(`Reading ${file} …`);
  // Everything that can be wrong with the file is found before the database is touched.
  const source = companyOf(readDump(await read(file)));
  const database = await reachDatabase(readSettings(process.env), { say });
  try {
    const { owner } = await migrate(database.connection);
    const db = connect(owner, { size: 1, name: 'tradehouse import' });
    try {
      const password = newPassword();
      const owners = {
        passwordHash: await stored(password),
        unusable: await stored(newPassword()),
      };
      const imported = await importCompany(db, source, owners, say);
      report(imported, password);
    } finally {
      await db.destroy();
    }
  } finally {
    await database.stop();
  }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new DumpError(`${file} can't be read.`);
  }
}

function report(
  { code, loginName, run: { source, ids }, run, compared }: Imported,
  password: string,
): void {
  say(`\nCompany ${code}`);
  say('\nRows                              read  imported  known  refused');
  for (const { table, read, imported, known, refused } of tableCounts(run)) {
    const numbers = [read, imported, known, refused]
      .map((number, at) => String(number).padStart([6, 10, 7, 9][at] ?? 6))
      .join('');
    say(`  ${table.padEnd(30)}${numbers}  ${whyLeft(table)}`.trimEnd());
  }
  say('\nRefused');
  for (const line of refusalLines(source.refusals)) say(line);
  say('\nFigures                                             there       here');
  for (const line of compared.map(figureLine)) say(line);
  if (loginName !== null)
    say(`\nSign in as ${loginName} with ${password} (asks for a new password; not shown again)`);
  else
    say(
      `\n${[...ids.counts.values()].reduce((sum, { imported }) => sum + imported, 0)} rows were new.`,
    );
}

const figureLine = ({ what, theirs, ours, because }: Figure): string =>
  `  ${what.padEnd(46)}${theirs.padStart(10)} ${ours.padStart(10)}  ${because}`.trimEnd();

try {
  await run();
} catch (error) {
  console.error(error instanceof DumpError ? error.message : explained(error, 0));
  process.exitCode = 1;
}

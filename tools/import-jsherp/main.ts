// Brings companies over from a jshERP MySQL dump: `npm run import:jsherp -- FILE [--company CODE …| --all]`.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connect, migrate } from '@tradehouse/database';
import { DomainError } from '@tradehouse/domain';
import { hashPassword } from '@tradehouse/server';
import {
  chosenOf,
  companiesOf,
  companyOf,
  importCompany,
  namesOf,
  readDump,
  reportLines,
  sentenceOf,
} from '@tradehouse/server/importing';
import type { Dump, Progress, SourceCompany } from '@tradehouse/server/importing';
import { onDatabase } from '../start/database.ts';
import { newPassword } from '../start/firstRun.ts';
import { explained } from '../start/report.ts';
import { readSettings } from '../start/settings.ts';

type Owner = Parameters<typeof importCompany>[0];

const say = (line: string): void => console.log(line);
const stored = (password: string): Promise<string> =>
  hashPassword(createHash('sha256').update(password, 'utf8').digest('hex'));

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { company: { type: 'string', multiple: true }, all: { type: 'boolean' } },
  });
  const [file] = positionals;
  if (file === undefined)
    throw new Error('Say which dump: npm run import:jsherp -- FILE [--company CODE | --all]');
  say(`Reading ${file} …`);
  // Everything that can be wrong with the file is found before the database is touched.
  const dump = await readDump(await read(file));
  const companies = companiesOf(dump);
  if (companies.length > 1 && values.company === undefined && values.all !== true)
    throw new DomainError('dump.several', { companies: namesOf(companies) });
  const chosen = chosenOf(companies, values.company ?? null);
  await onDatabase(readSettings(process.env), { say }, async (connection) => {
    const { owner } = await migrate(connection);
    const db = connect(owner, { size: 1, name: 'tradehouse import' });
    try {
      for (const company of chosen) await bringCompany(db, dump, company);
    } finally {
      await db.destroy();
    }
  });
}

/** One company in a transaction of its own: that it fails stops none of the others. */
async function bringCompany(db: Owner, dump: Dump, company: SourceCompany): Promise<void> {
  say(`\nCompany ${company.code} …`);
  try {
    const password = newPassword();
    const owners = {
      passwordHash: await stored(password),
      unusable: await stored(newPassword()),
    };
    const imported = await importCompany(db, companyOf(dump, company), owners, tell);
    for (const line of reportLines(imported, 'en')) say(line);
    if (imported.loginName !== null)
      say(
        `Sign in as ${imported.loginName} with ${password} (asks for a new password; not shown again)`,
      );
    else say(`${imported.counts.reduce((sum, table) => sum + table.imported, 0)} rows were new.`);
  } catch (error) {
    fail(`Company ${company.code}: ${why(error)}`);
  }
}

const tell = ({ stage, done, total }: Progress): void =>
  say(total === 0 ? `${stage} …` : `${stage} ${done} of ${total} …`);

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`${file} can't be read.`);
  }
}

const why = (error: unknown): string =>
  error instanceof DomainError ? sentenceOf(error, 'en') : explained(error, 0);

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  fail(why(error));
}

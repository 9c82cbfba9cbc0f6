// Brings companies over from a jshERP MySQL dump: `npm run import:jsherp -- FILE [--company CODE …| --all]`.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openDatabasePool, migrateDatabase } from '@tradehouse/database';
import { DomainError } from '@tradehouse/domain';
import { hashPassword } from '@tradehouse/server';
import {
  chosenOf,
  companiesOf,
  selectCompanyDump,
  importDumpCompany,
  namesOfSourceCompanies,
  readDump,
  reportLines,
  sentenceOf,
} from '@tradehouse/server/importing';
import type { Dump, DumpImportProgress, SourceCompany } from '@tradehouse/server/importing';
import { onDatabase } from '../start/database.ts';
import { newPassword } from '../start/firstRun.ts';
import { explainStartFailure } from '../start/report.ts';
import { readOperatorSettings } from '../start/settings.ts';

type Owner = Parameters<typeof importDumpCompany>[0];

const printImportLine = (line: string): void => console.log(line);
const hashImportPassword = (password: string): Promise<string> =>
  hashPassword(createHash('sha256').update(password, 'utf8').digest('hex'));

async function runJsherpImport(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { company: { type: 'string', multiple: true }, all: { type: 'boolean' } },
  });
  const [file] = positionals;
  if (file === undefined)
    throw new Error('Say which dump: npm run import:jsherp -- FILE [--company CODE | --all]');
  printImportLine(`Reading ${file} …`);
  // The file is checked completely before the database is touched.
  const dump = await readDump(await readDumpFile(file));
  const companies = companiesOf(dump);
  if (companies.length > 1 && values.company === undefined && values.all !== true)
    throw new DomainError('dump.several', { companies: namesOfSourceCompanies(companies) });
  const chosen = chosenOf(companies, values.company ?? null);
  await onDatabase(
    readOperatorSettings(process.env),
    { say: printImportLine },
    async (connection) => {
      const { owner } = await migrateDatabase(connection);
      const db = openDatabasePool(owner, { size: 1, name: 'tradehouse import' });
      try {
        for (const company of chosen) await bringCompany(db, dump, company);
      } finally {
        await db.destroy();
      }
    },
  );
}

/** Imports one company in its own transaction: a failure does not stop the rest. */
async function bringCompany(db: Owner, dump: Dump, company: SourceCompany): Promise<void> {
  printImportLine(`\nCompany ${company.code} …`);
  try {
    const password = newPassword();
    const owners = {
      passwordHash: await hashImportPassword(password),
      unusable: await hashImportPassword(newPassword()),
    };
    const imported = await importDumpCompany(
      db,
      selectCompanyDump(dump, company),
      owners,
      printImportProgress,
    );
    for (const line of reportLines(imported, 'en')) printImportLine(line);
    if (imported.loginName !== null)
      printImportLine(
        `Sign in as ${imported.loginName} with ${password} (asks for a new password; not shown again)`,
      );
    else
      printImportLine(
        `${imported.counts.reduce((sum, table) => sum + table.imported, 0)} rows were new.`,
      );
  } catch (error) {
    failImport(`Company ${company.code}: ${explainImportFailure(error)}`);
  }
}

const printImportProgress = ({ stage, done, total }: DumpImportProgress): void =>
  printImportLine(total === 0 ? `${stage} …` : `${stage} ${done} of ${total} …`);

async function readDumpFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`${file} can't be read.`);
  }
}

const explainImportFailure = (error: unknown): string =>
  error instanceof DomainError ? sentenceOf(error, 'en') : explainStartFailure(error, 0);

function failImport(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

try {
  await runJsherpImport();
} catch (error) {
  failImport(explainImportFailure(error));
}

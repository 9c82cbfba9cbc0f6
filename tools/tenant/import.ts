// Restores a company from its export: `npm run tenant:import -- FILE [--as CODE]`.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  TenantFileError,
  readTenantFile,
  upgradeTenantFile,
  type Connection,
  type Database,
  type RestoreOptions,
  type TenantRestoreResult,
} from '@tradehouse/database';
import { hashPassword } from '@tradehouse/server';
import type { Kysely } from 'kysely';
import { newPassword } from '../start/firstRun.ts';
import { formatViolation } from '../verify/verdict.ts';
import { CommandError, runTenantCommand, withOwner, type Say } from './command.ts';

const hashOwnerPassword = (password: string): Promise<string> =>
  hashPassword(createHash('sha256').update(password, 'utf8').digest('hex'));

/** Imports a company from the file, under its own or another code; complete and verified, or not at all. */
async function importFrom(path: string, as: string | undefined, say: Say): Promise<void> {
  if (!existsSync(path)) throw new CommandError(`${path} can't be read.`);
  await withOwner(say, async (db, admin) => {
    const password = newPassword();
    const options = {
      ...(as === undefined ? {} : { as }),
      ownerHash: await hashOwnerPassword(password),
      unusableHash: await hashOwnerPassword(newPassword()),
    };
    say(`Restoring ${path} …`);
    const restored = await restoreTenantFile(db, path, options).catch((error: unknown) => {
      if (!(error instanceof TenantFileError) || error.trouble !== 'schema') throw error;
      say('It is of an older version: bringing it up to date …');
      return restoreOlder(db, admin, path, options);
    });
    printRestoredTenant(restored, password, say);
  });
}

const restoreTenantFile = (
  db: Kysely<Database>,
  path: string,
  options: RestoreOptions,
): Promise<TenantRestoreResult> =>
  db.transaction().execute((tx) => readTenantFile(tx, () => createReadStream(path), options));

async function restoreOlder(
  db: Kysely<Database>,
  admin: Connection,
  path: string,
  options: RestoreOptions,
): Promise<TenantRestoreResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tradehouse-'));
  const newer = join(folder, 'company.gz');
  try {
    await upgradeTenantFile(admin, () => createReadStream(path), newer);
    return await restoreTenantFile(db, newer, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function printRestoredTenant(
  { code, ownerLogin, renamed, rows, violations: found }: TenantRestoreResult,
  password: string,
  say: Say,
): void {
  for (const [table, count] of Object.entries(rows))
    say(`  ${table.padEnd(24)}${String(count).padStart(10)}`);
  for (const [from, to] of renamed) say(`  ${from} was taken: signs in as ${to}`);
  for (const violation of found) say(`  ${formatViolation(violation)}`);
  const state = found.length === 0 ? 'every invariant holds' : 'what is said above was so already';
  say(`Company ${code} is restored and ${state}.`);
  say(`Sign in as ${ownerLogin} with ${password} (asks for a new password; not shown again)`);
  say('No other user has a password: the owner resets theirs.');
}

await runTenantCommand(
  'npm run tenant:import -- FILE [--as CODE]',
  ({ positionals: [path], as }, say) => (path === undefined ? null : importFrom(path, as, say)),
);

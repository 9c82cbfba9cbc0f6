// Restores a company from the file of an export: `npm run tenant:import -- FILE [--as CODE]`.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readTenantFile, type Restored } from '@tradehouse/database';
import { hashPassword } from '@tradehouse/server';
import { newPassword } from '../start/firstRun.ts';
import { CommandError, told, withOwner, type Say } from './command.ts';

const stored = (password: string): Promise<string> =>
  hashPassword(createHash('sha256').update(password, 'utf8').digest('hex'));

/** A company of its own from the file, under its own code or another; whole and proven, or not at all. */
async function importFrom(path: string, as: string | undefined, say: Say): Promise<void> {
  if (!existsSync(path)) throw new CommandError(`${path} can't be read.`);
  await withOwner(say, async (db) => {
    const password = newPassword();
    const options = {
      ...(as === undefined ? {} : { as }),
      ownerHash: await stored(password),
      unusableHash: await stored(newPassword()),
    };
    say(`Restoring ${path} …`);
    const restored = await db
      .transaction()
      .execute((tx) => readTenantFile(tx, () => createReadStream(path), options));
    report(restored, password, say);
  });
}

function report({ code, ownerLogin, renamed, rows }: Restored, password: string, say: Say): void {
  for (const [table, count] of Object.entries(rows))
    say(`  ${table.padEnd(24)}${String(count).padStart(10)}`);
  for (const [from, to] of renamed) say(`  ${from} was taken: signs in as ${to}`);
  say(`Company ${code} is restored and every invariant holds.`);
  say(`Sign in as ${ownerLogin} with ${password} (asks for a new password; not shown again)`);
  say('No other user has a password: the owner resets theirs.');
}

await told('npm run tenant:import -- FILE [--as CODE]', ({ positionals: [path], as }, say) =>
  path === undefined ? null : importFrom(path, as, say),
);

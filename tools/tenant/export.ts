// Writes a company into one file: `npm run tenant:export -- CODE FILE`.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { findTenant, writeTenantFile } from '@tradehouse/database';
import { CommandError, told, withOwner, type Say } from './command.ts';

/** Everything of the company with this code, as of one moment. A file that stands there already is left alone. */
async function exportTo(code: string, path: string, say: Say): Promise<void> {
  if (existsSync(path)) throw new CommandError(`${path} is there already: name another file.`);
  await withOwner(say, async (db) => {
    const id = await findTenant(db, code);
    if (id === null) throw new CommandError(`There is no company with the code ${code}.`);
    say(`Writing ${code} …`);
    try {
      const { rows } = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => writeTenantFile(tx, id, path));
      for (const [table, count] of Object.entries(rows))
        say(`  ${table.padEnd(24)}${String(count).padStart(10)}`);
      say(`${path} holds ${code}. No password is in it.`);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  });
}

await told('npm run tenant:export -- CODE FILE', ({ positionals: [code, path] }, say) =>
  code === undefined || path === undefined ? null : exportTo(code, path, say),
);

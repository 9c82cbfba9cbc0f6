// Exports a company into one file: `npm run tenant:export -- CODE FILE`.
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { findTenant, writeTenantFile } from '@tradehouse/database';
import { CommandError, runTenantCommand, withOwner, type Say } from './command.ts';

/** Exports a company by code, at one moment. Never overwrites an existing file. */
async function exportTo(code: string, path: string, say: Say): Promise<void> {
  if (existsSync(path)) throw new CommandError(`${path} is there already: name another file.`);
  await withOwner(say, async (db) => {
    const id = await findTenant(db, code);
    if (id === null) throw new CommandError(`There is no company with the code ${code}.`);
    say(`Writing ${code} …`);
    const drop = (): void => rmSync(path, { force: true });
    // An interrupted export leaves no partial file.
    process.once('exit', drop);
    try {
      const { rows, found } = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => writeTenantFile(tx, id, createWriteStream(path, { mode: 0o600 })));
      for (const [table, count] of Object.entries(rows))
        say(`  ${table.padEnd(24)}${String(count).padStart(10)}`);
      const amiss = Object.entries(found).map(([check, count]) => `${check} (${count})`);
      if (amiss.length > 0)
        say(
          `Amiss in it, and no hindrance to restoring it: ${amiss.join(', ')}. See npm run verify.`,
        );
      say(`${path} holds ${code}. No password is in it.`);
    } catch (error) {
      drop();
      throw error;
    } finally {
      process.off('exit', drop);
    }
  });
}

await runTenantCommand('npm run tenant:export -- CODE FILE', ({ positionals: [code, path] }, say) =>
  code === undefined || path === undefined ? null : exportTo(code, path, say),
);

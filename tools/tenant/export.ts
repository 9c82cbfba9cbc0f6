// Writes a company into one file: `npm run tenant:export -- CODE FILE`.
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { findTenant, writeTenantFile } from '@tradehouse/database';
import { CommandError, told, withOwner, type Say } from './command.ts';

/** Everything of the company with this code, as of one moment. A file that stands there already is left alone. */
async function exportTo(code: string, path: string, say: Say): Promise<void> {
  if (existsSync(path)) throw new CommandError(`${path} is there already: name another file.`);
  await withOwner(say, async (db) => {
    const id = await findTenant(db, code);
    if (id === null) throw new CommandError(`There is no company with the code ${code}.`);
    say(`Writing ${code} …`);
    const drop = (): void => rmSync(path, { force: true });
    // Broken off, it leaves no half of a file.
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

await told('npm run tenant:export -- CODE FILE', ({ positionals: [code, path] }, say) =>
  code === undefined || path === undefined ? null : exportTo(code, path, say),
);

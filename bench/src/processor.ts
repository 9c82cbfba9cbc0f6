import fs from 'node:fs';
import path from 'node:path';

// Processor time, which a busy machine changes less than it changes how long things take.

/** Milliseconds of processor time that the server and the database have used so far; not known outside Linux. */
export interface Spent {
  readonly server: number;
  readonly database: number;
}

/** Clock ticks are hundredths of a second on every Linux that Node runs on. */
const TICK = 10;

interface Process {
  readonly parent: number;
  readonly spent: number;
  /** Of children that have ended. */
  readonly inherited: number;
}

function processOf(pid: string | number): Process | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold spaces; after it stand state, parent and, as 12th and 13th, the times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const sum = (at: number): number => (Number(fields[at]) + Number(fields[at + 1])) * TICK;
    return { parent: Number(fields[1]), spent: sum(11), inherited: sum(13) };
  } catch {
    return null;
  }
}

/** The process that all others of the database of a folder come from; without a folder, those of every database of this machine. */
function postmasters(folder: string | null): readonly number[] {
  if (folder !== null) {
    const file = path.join(folder, 'postgres/postmaster.pid');
    return [Number(fs.readFileSync(file, 'utf8').split('\n')[0])];
  }
  const isDatabase = (pid: string | number): boolean => nameOf(pid) === 'postgres';
  return pids()
    .filter((pid) => isDatabase(pid) && !isDatabase(processOf(pid)?.parent ?? 0))
    .map(Number);
}

const pids = (): readonly string[] =>
  fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];

function nameOf(pid: string | number): string | null {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** A look at the clocks of a server and of the database that keeps its data in `folder`; null: of all databases together. */
export function processorTime(server: number, folder: string | null): () => Spent {
  const first = postmasters(folder);
  // Of all databases of the machine one may end that has nothing to do with it.
  const gone = folder === null ? 0 : Number.NaN;
  return () => {
    const backends = pids()
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

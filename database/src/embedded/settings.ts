import os from 'node:os';

/** durable: what a company trusts; test: fast and lost with the machine. */
export type Profile = 'durable' | 'test';

const MEGABYTE = 1024 * 1024;

/** What this process may use, in bytes: the machine's memory, or what a container leaves it of that. */
const memoryHere = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Infinity);

/** The server's settings beyond PostgreSQL's own; `memory` is in bytes. */
export function serverSettings(
  profile: Profile,
  socketFolder: string,
  memory: number = memoryHere(),
): Readonly<Record<string, string>> {
  // A quarter: a page that is not in it comes from the system's own cache, and costs a write where a changed one must go.
  const cache = Math.min(8192, Math.max(128, Math.floor(memory / MEGABYTE / 4)));
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    shared_buffers: `${cache}MB`,
    // Short transactions on a solid-state disk: compiling queries and fearing random reads both cost more than they give.
    jit: 'off',
    random_page_cost: '1.1',
    // Whatever is first changed after a checkpoint is written whole to the log: they are to be rare.
    checkpoint_timeout: '15min',
    max_wal_size: '4GB',
    // What was folded or relayed leaves rows behind that readers step over: they are swept out soon.
    autovacuum_naptime: '10s',
    ...PROFILES[profile],
  };
}

const PROFILES: Record<Profile, Readonly<Record<string, string>>> = {
  durable: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  test: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    shared_buffers: '128MB',
    max_connections: '200',
  },
};

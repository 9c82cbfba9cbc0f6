import os from 'node:os';

/** durable: safe for company data; test: fast, lost if the machine fails. */
export type Profile = 'durable' | 'test';

const MEGABYTE = 1024 * 1024;

/** Memory available to this process, in bytes: the machine's memory or the container limit. */
const memoryHere = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Infinity);

/** The server's settings beyond PostgreSQL's own; `memory` is in bytes. */
export function serverSettings(
  profile: Profile,
  socketFolder: string,
  memory: number = memoryHere(),
): Readonly<Record<string, string>> {
  // A quarter of memory: other pages come from the system cache, and evicting a changed page costs a write.
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
    // Short transactions on a solid-state disk: query compilation and high random-read costs hurt more than
    // help.
    jit: 'off',
    random_page_cost: '1.1',
    // First changes after a checkpoint write whole pages to the log: checkpoints should be rare.
    checkpoint_timeout: '15min',
    max_wal_size: '4GB',
    // Rolled-up and relayed rows leave dead rows for readers to skip: vacuum early.
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

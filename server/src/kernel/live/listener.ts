import { driverConfig } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import pg from 'pg';

/** Receives notices on a separate connection; a broken connection is reopened. */
export interface Listener {
  readonly stop: () => Promise<void>;
}

/** Channel → handler of a notice's payload. */
export type Channels = Readonly<Record<string, (payload: string) => void>>;

const AGAIN_AFTER = 1_000;

/**
 * Listens on channels until stopped. Notices are hints, so `missed` is called whenever some may be lost:
 * after a reconnection.
 */
export function listenOnChannels(
  connection: Connection,
  channels: Channels,
  missed: () => void,
): Listener {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const fresh = new pg.Client({
      ...driverConfig(connection),
      application_name: 'tradehouse notices',
    });
    client = fresh;
    fresh.on('error', () => {});
    fresh.on('end', again);
    fresh.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    await fresh.connect();
    await fresh.query(
      Object.keys(channels)
        .map((channel) => `listen ${channel}`)
        .join(';'),
    );
    missed();
  }

  function again(): void {
    if (stopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      open().catch(again);
    }, AGAIN_AFTER);
    timer.unref();
  }

  open().catch(again);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { runBackfills, type Connection } from '@tradehouse/database';
import { fillNameForms } from '@tradehouse/server';

/** Milliseconds before a retry. */
const PAUSE = 60_000;

/**
 * Fills new columns of existing rows in the background, in whichever process is first. Returns a stop
 * function. @param owner administrator acting in the owner's role
 */
export function fillBeside(owner: Connection): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const filling = async (): Promise<void> => {
    for (; !signal.aborted; await wait(PAUSE, undefined, { signal })) {
      try {
        await runBackfills(owner, { signal });
        return await fillNameForms(owner, { signal });
      } catch (error) {
        console.error(`New columns could not be filled yet: ${String(error)}`);
      }
    }
  };
  const filled = filling().catch(() => {});
  return () => {
    stopping.abort();
    return filled;
  };
}

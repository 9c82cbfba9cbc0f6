import { setTimeout as wait } from 'node:timers/promises';
import { backfill, type Connection } from '@tradehouse/database';
import { fillNameForms } from '@tradehouse/server';

/** Before what failed is tried again. */
const PAUSE = 60_000;

/**
 * Fills the rows of new columns beside the product, in whichever process is first. Answers how to stop it.
 * @param owner the administrator acting as the owner
 */
export function fillBeside(owner: Connection): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const filling = async (): Promise<void> => {
    for (; !signal.aborted; await wait(PAUSE, undefined, { signal })) {
      try {
        await backfill(owner, { signal });
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

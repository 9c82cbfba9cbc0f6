import { createHash } from 'node:crypto';
import { refuse } from '../../kernel/index.ts';
import type { Throttle } from './throttle.ts';

/** Those who failed too often, by the name they gave and by where they come from. */
export interface Throttles {
  readonly byName: Throttle;
  readonly bySource: Throttle;
}

/** Names may be long and may be passwords typed into the wrong field: only their hash is kept. */
const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/**
 * Tries to sign in under a name, unless name or source has failed too often (`login.throttled`). A try that answers
 * null was a failure; one that throws was nobody's.
 *
 * @param done is the sign-in complete with this answer? Then the name's failures are forgotten.
 */
export async function guarded<T>(
  { byName, bySource }: Throttles,
  name: string,
  address: string,
  attempt: () => Promise<T | null>,
  done: (answer: T) => boolean = () => true,
): Promise<T | null> {
  const keys = [[byName, keyOf(name)] as const, [bySource, address] as const];
  if (keys.some(([throttle, key]) => throttle.isShut(key))) refuse('login.throttled');
  for (const [throttle, key] of keys) throttle.tried(key);
  const excuse = (): void => {
    for (const [throttle, key] of keys) throttle.excused(key);
  };
  const answer = await attempt().catch((error: unknown) => {
    // Nothing was compared to the end: that is nobody's failure.
    excuse();
    throw error;
  });
  if (answer === null) return null;
  excuse();
  if (done(answer)) byName.forget(keyOf(name));
  return answer;
}

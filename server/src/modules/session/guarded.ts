import { createHash } from 'node:crypto';
import { networkOf, refuse } from '../../kernel/index.ts';
import type { Throttle } from '../../kernel/index.ts';

/** Those who failed too often: at one name from one source, and from one source at any names. */
export interface Throttles {
  readonly byName: Throttle;
  readonly bySource: Throttle;
}

/** Who tries from where to sign in. */
export interface Try {
  readonly name: string;
  readonly address: string;
  /** Has this name signed in from there before? Then it does not pay for what others do there. */
  readonly isKnownHere: () => Promise<boolean>;
}

/** Names may be long and may be passwords typed into the wrong field: only their hash is kept. */
const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

/**
 * Tries to sign in under a name, unless it failed too often from this source, or the source failed too often at names
 * that never signed in there (`login.throttled`). A try that answers null was a failure; one that throws was no one's.
 *
 * @param done is the sign-in complete with this answer? Then the name's failures are forgotten.
 */
export async function guarded<T>(
  { byName, bySource }: Throttles,
  { name, address, isKnownHere }: Try,
  attempt: () => Promise<T | null>,
  done: (answer: T) => boolean = () => true,
): Promise<T | null> {
  const source = networkOf(address);
  const own = keyOf(source, name);
  if (byName.isShut(own)) refuse('login.throttled');
  if (bySource.isShut(source) && !(await isKnownHere())) refuse('login.throttled');
  const keys = [[byName, own] as const, [bySource, source] as const];
  for (const [throttle, key] of keys) throttle.tried(key);
  const excuse = (): void => {
    for (const [throttle, key] of keys) throttle.excused(key);
  };
  const answer = await attempt().catch((error: unknown) => {
    // Nothing was compared to the end, or it was right: that is no one's failure.
    excuse();
    throw error;
  });
  if (answer === null) return null;
  excuse();
  if (done(answer)) byName.forget(own);
  return answer;
}

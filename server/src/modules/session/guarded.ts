import { networkOf, refuse } from '../../kernel/index.ts';
import type { SharedThrottle } from '../../kernel/index.ts';

/** Those who failed too often: at one name from one source, and from one source at any names. */
export interface Throttles {
  readonly byName: SharedThrottle;
  readonly bySource: SharedThrottle;
}

/** Who tries from where to sign in. */
export interface Try {
  readonly name: string;
  readonly address: string;
  /** Has this name signed in from there before? Then it does not pay for what others do there. */
  readonly isKnownHere: () => Promise<boolean>;
}

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
  const own = `${source}\n${name}`;
  if (!(await byName.begin(own))) refuse('login.throttled');
  const counted = await bySource.begin(source).catch((error: unknown) => {
    byName.excused(own);
    throw error;
  });
  const keys = [
    [byName, own] as const,
    // A name that belongs there is let in also where the source is full, and counts for nothing more.
    ...(counted ? [[bySource, source] as const] : []),
  ];
  const excuse = (): void => {
    for (const [throttle, key] of keys) throttle.excused(key);
  };
  const answer = await tried(counted, isKnownHere, attempt).catch((error: unknown) => {
    // Nothing was compared to the end, or it was right: that is no one's failure.
    excuse();
    throw error;
  });
  if (answer === null) {
    for (const [throttle, key] of keys) await throttle.failed(key);
    return null;
  }
  excuse();
  if (done(answer)) await byName.forget(own);
  return answer;
}

async function tried<T>(
  counted: boolean,
  isKnownHere: Try['isKnownHere'],
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  if (!counted && !(await isKnownHere())) refuse('login.throttled');
  return attempt();
}
